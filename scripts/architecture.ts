import { glob, readFile } from 'node:fs/promises';
import { dirname, join, matchesGlob, relative } from 'node:path';
import { findCircles } from './architecture-circles.ts';
import { codeRules, importRules, jsxOnlyIn, longestFile, tests, textRules } from './architecture-rules.ts';
import { ownershipFault, tableWrites } from './architecture-tables.ts';

const trees = '{contract,server,web,e2e,bench,scripts}/**/*.{ts,tsx}';
const generated = ['server/db/tables.ts'];

export type Source = { path: string; text: string };

/** Every line of the architecture that the sources cross, as `file:line: what (why)`. */
export function findBreaches(sources: Source[]): string[] {
  const written = sources.filter(({ path }) => !generated.includes(path));
  return [
    ...written.flatMap((source) => [
      ...shapeBreaches(source),
      ...importBreaches(source),
      ...textBreaches(source),
      ...tableBreaches(source),
    ]),
    ...circleBreaches(written),
    ...roomBreaches(written),
  ];
}

function circleBreaches(sources: Source[]): string[] {
  const imports = new Map(sources.map((source) => [source.path, importsOf(source).map(({ target }) => target)]));
  return findCircles(imports).map((circle) => `${circle.join(' → ')} (no circle of imports, types included)`);
}

/** A room of the server: a feature's folder, or one inside it. */
const roomOf = (path: string) => /^server\/features\/(.+)\/[^/]+$/.exec(path)?.[1];

/**
 * Features stand on each other and never in a circle, types included. The rooms of one feature may know each other; what
 * two features need of each other is handed in (topics/topic-uses.ts), or lies in a room below both (accounts/users).
 */
function roomBreaches(sources: Source[]): string[] {
  const arrows = new Map<string, Set<string>>();
  for (const source of sources) {
    const room = roomOf(source.path);
    if (room === undefined || matchesAny(source.path, tests)) continue;
    const targets = arrows.get(room) ?? new Set();
    arrows.set(room, targets);
    for (const { target } of importsOf(source)) {
      const other = roomOf(target);
      if (other !== undefined && other !== room) targets.add(other);
    }
  }
  const rooms = new Map([...arrows].map(([room, targets]) => [room, [...targets]]));
  const features = (circle: string[]) => new Set(circle.map((room) => room.split('/')[0]));
  return findCircles(rooms, (knot) => features([...knot]).size > 1).map(
    (circle) => `server/features: ${circle.join(' → ')} (no circle between the rooms of features, types included)`,
  );
}

function shapeBreaches({ path, text }: Source): string[] {
  const lines = text.split('\n').length - 1;
  return [
    ...(path.endsWith('.tsx') && !matchesGlob(path, jsxOnlyIn) ? [`${path}: JSX lives under web/ only`] : []),
    ...(lines > longestFile ? [`${path}: ${lines} lines, at most ${longestFile}`] : []),
  ];
}

const imported = /(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s+)'([^'\n]+)'/gm;

function importsOf({ path, text }: Source): { name: string; target: string; line: number }[] {
  const code = withoutComments(text);
  return [...code.matchAll(imported)].map((found) => {
    const name = found[1] ?? '';
    const target = name.startsWith('.') ? relative('.', join(dirname(path), name)) : name;
    return { name, target, line: lineAt(code, found.index) };
  });
}

function importBreaches(source: Source): string[] {
  const { path } = source;
  const rules = importRules.filter((rule) => matchesGlob(path, rule.files) && !matchesAny(path, rule.except));
  return importsOf(source).flatMap(({ name, target, line }) =>
    rules
      .filter((rule) => ('may' in rule ? !isAllowed(target, rule.may) : isRefused(path, target, rule)))
      .map((rule) => `${path}:${line}: imports ${name} (${rule.because})`),
  );
}

const isPackage = (target: string) => !/^(contract|server|web|e2e|bench|scripts)\//.test(target);

const isAllowed = (target: string, may: string[]) =>
  matchesAny(target, may) || (may.includes('*') && isPackage(target));

function isRefused(path: string, target: string, rule: { never: string[]; otherFeature?: true }): boolean {
  if (!matchesAny(target, rule.never)) return false;
  return !rule.otherFeature || (featureOf(target) !== undefined && featureOf(target) !== featureOf(path));
}

const featureOf = (path: string) => /^(?:web|server)\/features\/([^/]+)\//.exec(path)?.[1];

function textBreaches({ path, text }: Source): string[] {
  const code = withoutComments(text);
  const against = (rules: typeof codeRules, subject: string) =>
    rules
      .filter((rule) => matchesAny(path, rule.files) && !matchesAny(path, rule.except))
      .flatMap((rule) =>
        [...subject.matchAll(rule.pattern)].map(
          (found) => `${path}:${lineAt(subject, found.index)}: ${found[0]} (${rule.because})`,
        ),
      );
  return [...against(codeRules, code), ...against(textRules, text)];
}

/** One owner per table. Tests, and what only tests use, set up rows as they need them. */
function tableBreaches({ path, text }: Source): string[] {
  if (!path.startsWith('server/') || matchesAny(path, tests)) return [];
  const code = withoutComments(text);
  return tableWrites(code).flatMap(({ table, index }) => {
    const fault = ownershipFault(path, table);
    return fault ? [`${path}:${lineAt(code, index)}: ${fault} (a table has one writer)`] : [];
  });
}

const matchesAny = (path: string, globs: string[] = []) => globs.some((pattern) => matchesGlob(path, pattern));

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;

/** Comments become blanks of the same lines; strings, which may hold `//`, stay. */
function withoutComments(text: string): string {
  const token =
    /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<![\\[*])\/\/.*|(?<![\\[])\/\*[\s\S]*?\*\//g;
  return text.replace(token, (found) => (found.startsWith('/') ? found.replace(/[^\n]/g, ' ') : found));
}

async function readSources(root: string): Promise<Source[]> {
  const paths: string[] = [];
  for await (const path of glob(trees, { cwd: root })) paths.push(path);
  return Promise.all(paths.sort().map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })));
}

if (import.meta.main) {
  const breaches = findBreaches(await readSources(join(import.meta.dirname, '..')));
  for (const breach of breaches) console.error(breach);
  if (breaches.length > 0) process.exitCode = 1;
}
