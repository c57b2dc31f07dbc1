import { glob, readFile } from 'node:fs/promises';
import { dirname, join, matchesGlob, relative } from 'node:path';
import { findCircles } from './architecture-circles.ts';
import {
  aboveDistricts,
  codeRules,
  districts,
  importRules,
  jsxOnlyIn,
  longestFile,
  tests,
  textRules,
} from './architecture-rules.ts';
import { ownershipFault, tableWrites } from './architecture-tables.ts';
import { matchesAny } from './globs.ts';

const trees = '{contract,server,web,e2e,bench,drills,simulation,scripts}/**/*.{ts,tsx}';
const generated = ['server/db/tables.ts'];

export type Source = { path: string; text: string };

/** Every line of the architecture that the sources cross, as `file:line: what (why)`. */
export function findBreaches(sources: Source[]): string[] {
  const written = sources.filter(({ path }) => !generated.includes(path));
  return [
    ...written.flatMap((source) => [
      ...shapeBreaches(source),
      ...importBreaches(source),
      ...districtBreaches(source),
      ...pathBreaches(source),
      ...textBreaches(source),
      ...tableBreaches(source),
    ]),
    ...circleBreaches(written),
    ...folderBreaches(written),
  ];
}

function circleBreaches(sources: Source[]): string[] {
  const imports = new Map(sources.map((source) => [source.path, importsOf(source).map(({ target }) => target)]));
  return findCircles(imports).map((circle) => `${circle.join(' → ')} (no circle of imports, types included)`);
}

/** A feature's folder, or a folder inside it: `content/lessons/writing`. */
const folderOf = (path: string) => /^(?:server|web)\/features\/([^/]+\/[^/]+(?:\/.+)?)\/[^/]+$/.exec(path)?.[1];

/**
 * No import cycle between folders of different features, type imports included. Folders of one feature may import each
 * other. What two features need of each other is passed in (topics/topic-uses.ts, web/lib/slot.tsx) or moved below both.
 */
function folderBreaches(sources: Source[]): string[] {
  return ['server', 'web'].flatMap((tree) => {
    const arrows = new Map<string, Set<string>>();
    for (const source of sources) {
      const room = source.path.startsWith(`${tree}/`) ? folderOf(source.path) : undefined;
      if (room === undefined || matchesAny(source.path, tests)) continue;
      const targets = arrows.get(room) ?? new Set();
      arrows.set(room, targets);
      for (const { target } of importsOf(source)) {
        const other = folderOf(target);
        if (other !== undefined && other !== room) targets.add(other);
      }
    }
    const rooms = new Map([...arrows].map(([room, targets]) => [room, [...targets]]));
    const features = (circle: string[]) => new Set(circle.map((room) => room.split('/').slice(0, 2).join('/')));
    return findCircles(rooms, (knot) => features([...knot]).size > 1).map(
      (circle) => `${tree}/features: ${circle.join(' → ')} (no import cycle between features, types included)`,
    );
  });
}

const districtOf = (path: string) => /^(?:(?:server|web)\/features|contract)\/([^/]+)\/.+/.exec(path)?.[1];

/** A district imports only what lies below it. In the browser a screen may make the calls of any district. */
function districtBreaches(source: Source): string[] {
  const { path } = source;
  if (matchesAny(path, tests)) return [];
  const own = districtOf(path);
  const isRootOfContract = /^contract\/[^/]+$/.test(path) && !aboveDistricts.includes(path);
  if (own !== undefined && !districts.includes(own)) return [`${path}: ${own} is no district`];
  if (own === undefined && !isRootOfContract) return [];
  return importsOf(source).flatMap(({ name, target, line }) => {
    const other = districtOf(target);
    if (other === undefined || (path.startsWith('web/') && target.startsWith('contract/'))) return [];
    if (own !== undefined && districts.indexOf(other) >= districts.indexOf(own)) return [];
    return [`${path}:${line}: imports ${name} (a district imports only what lies below it: docs/architecture.md)`];
  });
}

/** The folder within which imports are relative: a feature, a folder of a tree, a district of the contract. */
function unitOf(path: string): string {
  const [tree = '', folder = '', district = '', feature = ''] = path.split('/');
  if (folder === 'features') return [tree, folder, district, feature].join('/');
  return path.split('/').length > 2 && ['contract', 'server', 'web'].includes(tree) ? `${tree}/${folder}` : tree;
}

/** `../../db/handle.ts` says less than `#server/db/handle.ts`, and breaks when a file moves. */
function pathBreaches(source: Source): string[] {
  return importsOf(source).flatMap(({ name, target, line }) =>
    name.startsWith('../') && /^(contract|server|web)\//.test(target) && unitOf(source.path) !== unitOf(target)
      ? [`${source.path}:${line}: imports ${name} (outside its own folder an import begins with #)`]
      : [],
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

export function importsOf({ path, text }: Source): { name: string; target: string; line: number }[] {
  const code = withoutComments(text);
  return [...code.matchAll(imported)].map((found) => {
    const name = found[1] ?? '';
    const target = targetOf(path, name);
    return { name, target, line: lineAt(code, found.index) };
  });
}

/** `#server/deps.ts` is `server/deps.ts` (package.json, imports). */
function targetOf(path: string, name: string): string {
  if (name.startsWith('#')) return name.slice(1);
  return name.startsWith('.') ? relative('.', join(dirname(path), name)) : name;
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

const isPackage = (target: string) => !/^(contract|server|web|e2e|bench|drills|simulation|scripts)\//.test(target);

const isAllowed = (target: string, may: string[]) =>
  matchesAny(target, may) || (may.includes('*') && isPackage(target));

function isRefused(path: string, target: string, rule: { never: string[]; otherFeature?: true }): boolean {
  if (!matchesAny(target, rule.never)) return false;
  return !rule.otherFeature || (featureOf(target) !== undefined && featureOf(target) !== featureOf(path));
}

const featureOf = (path: string) => /^(?:web|server)\/features\/([^/]+\/[^/]+)\//.exec(path)?.[1];

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

/**
 * One owner per table. Tests, and what only tests use, set up rows as they need them. The tables of a SQLite file that is
 * read or written for another program are not ours.
 */
function tableBreaches({ path, text }: Source): string[] {
  if (!path.startsWith('server/') || matchesAny(path, tests) || text.includes("from 'node:sqlite'")) return [];
  const code = withoutComments(text);
  return tableWrites(code).flatMap(({ table, index }) => {
    const fault = ownershipFault(path, table);
    return fault ? [`${path}:${lineAt(code, index)}: ${fault} (a table has one writer)`] : [];
  });
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;

/** Comments become blanks of the same lines; strings, which may hold `//`, stay. */
function withoutComments(text: string): string {
  const token =
    /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<![\\[*])\/\/.*|(?<![\\[])\/\*[\s\S]*?\*\//g;
  return text.replace(token, (found) => (found.startsWith('/') ? found.replace(/[^\n]/g, ' ') : found));
}

export async function readSources(root: string): Promise<Source[]> {
  const paths: string[] = [];
  for await (const path of glob(trees, { cwd: root })) paths.push(path);
  return Promise.all(paths.sort().map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })));
}

if (import.meta.main) {
  const breaches = findBreaches(await readSources(join(import.meta.dirname, '..')));
  for (const breach of breaches) console.error(breach);
  if (breaches.length > 0) process.exitCode = 1;
}
