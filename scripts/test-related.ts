import { dirname, join, normalize } from 'node:path/posix';

const API_TEST = /\.api\.test\.ts$/;
const IMPORTS = /(?:from|import)\s*\(?\s*'((?:\.{1,2}|#[a-z]+)\/[^']+)'/g;

/** The files that a source file imports, as paths from the root: `./a.ts`, `../b.ts` and `#server/c.ts`. */
function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(IMPORTS)].map(([, name = '']) =>
    name.startsWith('#') ? name.slice(1) : normalize(join(dirname(path), name)),
  );
}

/** The nearest folder at or above a file that contains API tests. */
function nearestTests(path: string, folders: ReadonlySet<string>): string | undefined {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) if (folders.has(folder)) return folder;
  return undefined;
}

/**
 * The API tests of what changed. The module graph cannot choose them: every API test imports the whole app. So these
 * are the tests that changed or import a changed file themselves, and those of the nearest folder that has some, for
 * each changed file of the server and for each file of the server that imports a changed file of the contract.
 *
 * @param sources the text of every file of `server/`, by its path from the root.
 */
export function relatedApiTests(changed: readonly string[], sources: ReadonlyMap<string, string>): string[] {
  const isChanged = new Set(changed);
  const tests = [...sources.keys()].filter((path) => API_TEST.test(path));
  const folders = new Set(tests.map((path) => dirname(path)));
  const importers = [...sources].filter(([path, text]) => importsOf(path, text).some((name) => isChanged.has(name)));
  const ofContract = [...sources].filter(([path, text]) =>
    importsOf(path, text).some((name) => name.startsWith('contract/') && isChanged.has(name)),
  );
  const touched = [
    ...changed.filter((path) => path.startsWith('server/') && !API_TEST.test(path)),
    ...ofContract.map(([path]) => path).filter((path) => !API_TEST.test(path)),
  ];
  const near = new Set(touched.flatMap((path) => nearestTests(path, folders) ?? []));
  const direct = new Set([...isChanged, ...importers.map(([path]) => path)]);
  return tests.filter((path) => direct.has(path) || near.has(dirname(path))).toSorted();
}
