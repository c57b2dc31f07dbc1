import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * npm run licences: writes docs/licences.md, every package that reaches an operator (installed in production) or a
 * visitor (bundled into the pages), with its licence. A test holds the page current and every licence on the list.
 */
const root = join(import.meta.dirname, '..');

/** Licences that only require attribution, and LGPL for libraries that stay separate, replaceable files. */
export const allowedLicences = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Zlib',
  'PostgreSQL',
  'LGPL-3.0-or-later',
];

type Entry = { version?: string; license?: string; dev?: boolean; devOptional?: boolean } & Record<
  'dependencies' | 'optionalDependencies' | 'peerDependencies',
  Record<string, string> | undefined
>;
export type Lock = { packages: Record<string, Entry> };
export type Shipped = { name: string; version: string; licence: string };

/** From the lockfile: what is installed without development packages, and what the bundled names bring along. */
export function shippedPackages({ packages }: Lock, bundled: string[]): Shipped[] {
  const paths = new Set(
    Object.keys(packages).filter((path) => path && !packages[path]?.dev && !packages[path]?.devOptional),
  );
  const follow = (name: string, from: string) => {
    const path = resolvePath(packages, name, from);
    if (!path || paths.has(path)) return;
    paths.add(path);
    for (const inner of Object.keys(packages[path]?.dependencies ?? {})) follow(inner, path);
  };
  for (const name of bundled) follow(name, '');
  const rows = [...paths].map((path) => ({
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version: packages[path]?.version ?? '',
    licence: packages[path]?.license ?? 'unknown',
  }));
  const unique = new Map(rows.map((row) => [`${row.name}@${row.version}`, row]));
  return [...unique.values()].sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}

/** As Node looks for it: beside the asking package first, then further up. */
function resolvePath(packages: Lock['packages'], name: string, from: string): string | null {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))) {
    const path = `${place ? `${place}/` : ''}node_modules/${name}`;
    if (packages[path]) return path;
    if (place === '') return null;
  }
}

/** `MIT AND (Apache-2.0 OR GPL-3.0)`: every AND must be allowed, of an OR one is enough. */
export function isAllowed(licence: string): boolean {
  const parts = licence.replace(/[()]/g, '').split(' AND ');
  return parts.every((part) => part.split(' OR ').some((one) => allowedLicences.includes(one.trim())));
}

/** The packages that the pages import. */
async function bundledNames(): Promise<string[]> {
  const names = new Set<string>();
  for await (const path of glob('web/**/*.{ts,tsx,css}', { cwd: root })) {
    if (path.includes('.test.') || path.includes('/testing/')) continue;
    const text = await readFile(join(root, path), 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:from |import\(|import |@import )['"]([^'"./][^'"]*)['"]/g)) {
      names.add(name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
    }
  }
  return [...names].filter((name) => !name.startsWith('node:'));
}

export async function readShipped(): Promise<Shipped[]> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lock;
  return shippedPackages(lock, await bundledNames());
}

export function licencePage(rows: Shipped[]): string {
  const lines = rows.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  return [
    '# Licences of what is shipped',
    '',
    'Written by `npm run licences` from the lockfile: what a production install holds on any platform, and what the pages bundle. A licence that is not on the list of `scripts/licences.ts` fails the tests.',
    '',
    '| package | version | licence |',
    '|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}

if (process.argv[1] === import.meta.filename) {
  const rows = await readShipped();
  await writeFile(join(root, 'docs/licences.md'), licencePage(rows));
  console.log(`docs/licences.md: ${rows.length} packages`);
}
