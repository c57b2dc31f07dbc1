import type { Plugin } from 'vite';

/**
 * Parts of a call that only the server reads: its sentence for the API page, the codes it may be refused with, who may
 * make it, and what it checks an answer and an address by. The browser builds addresses, and checks what it sends.
 */
const serverOnly = new Set(['summary', 'errors', 'access', 'needsAccess', 'needsProof', 'response', 'params', 'query']);

type Node = { type: string; start: number; end: number };
type Property = Node & { key?: { name?: string } };
type Call = Node & { callee: { name?: string }; arguments: (Node & { properties?: Property[] })[] };
type Declaration = { declarations?: { init?: Call }[] };
type Program = { body: (Node & Declaration & { declaration?: Declaration })[] };

/**
 * Leaves out of each declared call what the browser has no use for, and lets the bundler drop every shape that nobody
 * asks for any more: making one changes nothing, which the bundler cannot see through its methods.
 */
export function withoutServerParts(code: string, parse: (code: string) => unknown): string {
  let rest = code;
  const inits = (parse(code) as Program).body
    .flatMap((node) => [node, node.declaration])
    .flatMap((node) => node?.declarations ?? [])
    .flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []));
  // From the end: what comes before keeps its place.
  for (const init of inits.reverse()) {
    let made = rest.slice(init.start, init.end);
    const left = init.callee.name === 'endpoint' ? (init.arguments[0]?.properties ?? []) : [];
    for (const { key, start, end } of left.toReversed()) {
      if (!serverOnly.has(key?.name ?? '')) continue;
      const [from, to] = [start - init.start, end - init.start];
      const after = /^\s*,/.exec(made.slice(to))?.[0].length ?? 0;
      made = made.slice(0, from) + made.slice(to + after);
    }
    rest = `${rest.slice(0, init.start)}/* @__PURE__ */ (() => ${made})()${rest.slice(init.end)}`;
  }
  return rest;
}

export const contractForBrowsers = (): Plugin => ({
  name: 'contract-for-browsers',
  apply: 'build',
  // After TypeScript is gone.
  enforce: 'post',
  transform: {
    filter: { id: /\/contract\/[^/]+\.ts$/ },
    handler(code) {
      return { code: withoutServerParts(code, (text) => this.parse(text)), map: null };
    },
  },
});
