import type { Plugin } from 'vite';

/** Parts of a call that only the server reads: its sentence for the API page, and the codes it may be refused with. */
const serverOnly = new Set(['summary', 'errors']);

type Node = { type: string; start: number; end: number };
type Property = Node & { key?: { name?: string } };
type Call = Node & { callee: { name?: string }; arguments: (Node & { properties?: Property[] })[] };
type Program = { body: (Node & { declaration?: { declarations?: { init?: Call }[] } })[] };

/** Leaves out of each declared call what the browser has no use for. Everything else stays at its place. */
export function withoutServerParts(code: string, parse: (code: string) => unknown): string {
  let rest = code;
  for (const { declaration } of (parse(code) as Program).body) {
    for (const { init } of declaration?.declarations ?? []) {
      if (init?.type !== 'CallExpression' || init.callee.name !== 'endpoint') continue;
      for (const { key, start, end } of init.arguments[0]?.properties ?? []) {
        if (!serverOnly.has(key?.name ?? '')) continue;
        const after = /^\s*,/.exec(rest.slice(end))?.[0].length ?? 0;
        rest = rest.slice(0, start) + rest.slice(start, end + after).replace(/\S/g, ' ') + rest.slice(end + after);
      }
    }
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
    // Blanks take the place of what goes, so that every position, and with it the map, stays right.
    handler(code) {
      return { code: withoutServerParts(code, (text) => this.parse(text)), map: null };
    },
  },
});
