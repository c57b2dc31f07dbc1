import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { idsIn } from './module-ids.ts';

const root = join(import.meta.dirname, '..');
/** A module as a call needs it. What forms check by has another id (`WHOLE`). */
const contractModule = idsIn('contract', /[\w/-]+\.ts$/);

/**
 * Fields of a call that only the server reads: its sentence for the API page, the codes it may be refused with, who may
 * make it, its limits, and the schemas of its answer and address. The browser builds addresses, and checks what it sends.
 */
const serverOnly = new Set([
  ...['summary', 'errors', 'access', 'needsAccess', 'freshProof', 'response', 'params', 'query'],
  ...['weight', 'work', 'comesFirst', 'mayLag', 'alsoAnswers'],
]);

/**
 * A module of the contract with what forms check by. Making a call takes its address alone, and nine of ten screens
 * check nothing: they must not load the checking (zod, 10 KB of script) because a call they make has a body.
 */
const WHOLE = '?whole';

type Node = { type: string; start: number; end: number };
type Property = Node & { key?: { name?: string } };
type Made = Node & {
  callee?: { name?: string };
  arguments?: (Node & { properties?: Property[] })[];
  properties?: Property[];
};
type Declaration = { declarations?: { init?: Made }[] };
type Program = { body: (Node & Declaration & { declaration?: Declaration })[] };

/** By calling, or from what another call has: a bundler takes both for something that may matter. */
const isMade = ({ type, start, end }: Node, code: string): boolean =>
  ['CallExpression', 'MemberExpression', 'ObjectExpression'].includes(type) ||
  (type === 'ArrayExpression' && /\(|\.body\b/.test(code.slice(start, end)));

/** The fields of a declared call, or of an object that several calls share. */
function fieldsOfCall({ type, callee, arguments: given, properties = [] }: Made): Property[] {
  if (type === 'ObjectExpression') return properties.some(({ key }) => key?.name === 'method') ? properties : [];
  return callee?.name === 'endpoint' ? (given?.[0]?.properties ?? []) : [];
}

/**
 * Removes from each declared call what the browser does not use, and marks the shapes as pure, so that the bundler
 * drops unused ones: it cannot see through zod’s methods that creating a shape has no side effect.
 */
export function withoutServerFields(code: string, parse: (code: string) => unknown, isWhole = false): string {
  let rest = code;
  const inits = (parse(code) as Program).body
    .flatMap((node) => [node, node.declaration])
    .flatMap((node) => node?.declarations ?? [])
    .flatMap(({ init }) => (init && isMade(init, code) ? [init] : []));
  // From the end: what comes before keeps its place.
  for (const init of inits.reverse()) {
    let made = rest.slice(init.start, init.end);
    const left = fieldsOfCall(init);
    for (const { key, start, end } of left.toReversed()) {
      const name = key?.name ?? '';
      if (!serverOnly.has(name) && (isWhole || name !== 'body')) continue;
      const [from, to] = [start - init.start, end - init.start];
      const after = /^\s*,/.exec(made.slice(to))?.[0].length ?? 0;
      made = made.slice(0, from) + made.slice(to + after);
    }
    if (init.type === 'ObjectExpression') made = `(${made})`;
    rest = `${rest.slice(0, init.start)}/* @__PURE__ */ (() => ${made})()${rest.slice(init.end)}`;
  }
  return rest;
}

const imported = /import\s*\{([^}]*)\}\s*from\s*'#(contract\/[\w/-]+\.ts)';?/g;

/**
 * Code that uses the body of a call (`login.body`) imports the call from the complete module, and so does code that
 * imports a shape by its name.
 */
export function withBodies(code: string, isShape: (path: string, name: string) => boolean): string {
  let rest = code;
  for (const [statement, names = '', path = ''] of code.matchAll(imported)) {
    const wanted = names
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean);
    const shapes = wanted.filter((name) => !name.startsWith('type ') && isShape(path, name.split(' ')[0] ?? ''));
    const calls = wanted.filter((name) => !name.startsWith('type ') && !shapes.includes(name));
    for (const call of calls) {
      const [name = '', local = name] = call.split(/\s+as\s+/);
      const used = new RegExp(`(?<![\\w.])${local}\\.body\\b`, 'g');
      if (!used.test(code)) continue;
      rest = rest.replace(used, () => `${local}$whole.body`);
      shapes.push(`${name} as ${local}$whole`);
    }
    if (shapes.length === 0) continue;
    const others = wanted.filter((name) => !shapes.includes(name)).join(', ');
    const whole = `import { ${shapes.join(', ')} } from '#${path}${WHOLE}';`;
    rest = rest.replace(statement, () => `import { ${others} } from '#${path}'; ${whole}`);
  }
  return rest;
}

/** The names that a module of the contract gives to shapes. */
function shapesIn(file: string): Set<string> {
  const parts = readFileSync(file, 'utf8').split(/^(?=export |const |function )/m);
  const shapes = parts.flatMap((part) => /^export const (\w+)[^=]*=(?! endpoint\()[\s\S]*\bz\./.exec(part)?.[1] ?? []);
  return new Set(shapes);
}

/** After the types are stripped: the parts that no browser code reads. */
const lessOfEachCall: Plugin = {
  name: 'contract-for-browsers',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: idsIn('contract', /[\w/-]+\.ts(\?whole)?$/) },
    handler(code, id) {
      return { code: withoutServerFields(code, (text) => this.parse(text), id.endsWith(WHOLE)), map: null };
    },
  },
  generateBundle(_, bundle) {
    // It would throw in the first browser that runs this code.
    for (const chunk of Object.values(bundle)) {
      for (const [id, { code }] of Object.entries('modules' in chunk ? chunk.modules : {})) {
        if (contractModule.test(id) && /\.body\b/.test(code ?? ''))
          this.error(`${id} reads the body of a call, and is not whole: scripts/build-contract.ts.`);
      }
    }
  },
};

/** Before anything else reads the code. A whole module is made of whole ones: no other takes part in it. */
const bodiesForForms: Plugin = {
  name: 'bodies-for-forms',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: [idsIn('web', /.*\.tsx?$/), idsIn('contract', /[\w/-]+\.ts\?whole$/)] },
    handler(code, id) {
      if (id.endsWith(WHOLE))
        return { code: code.replace(/(from '(?:\.\/|#contract\/)[\w/-]+\.ts)'/g, `$1${WHOLE}'`), map: null };
      const isShape = (path: string, name: string) => shapesIn(join(root, path)).has(name);
      const made = withBodies(code, isShape);
      return made === code ? null : { code: made, map: null };
    },
  },
};

export const contractForBrowsers = (): Plugin[] => [bodiesForForms, lessOfEachCall];
