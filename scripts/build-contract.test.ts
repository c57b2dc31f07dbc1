import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { withoutServerParts } from './build-contract.ts';

const read = (code: string) => withoutServerParts(code, parseAst).replace(/\s+/g, ' ').trim();

it('a call reaches the browser without what only the server reads', () => {
  const code = `export const login = endpoint({
    method: 'POST',
    summary: 'Begins a session, with a comma.',
    access: 'public',
    errors: ['blocked', 'awaiting_approval'],
    body: z.object({ summary: z.string() }),
    response: z.object({ id })
  });`;
  expect(read(code)).toBe(
    "export const login = /* @__PURE__ */ (() => endpoint({ method: 'POST', body: z.object({ summary: z.string() }), }))();",
  );
});

it('what is made by calling is droppable, and nothing else is touched', () => {
  const code =
    "const errors = ['x']; export const shape = z.object({ summary: z.string(), errors }); const other = (a) => f(a);";
  expect(read(code)).toBe(
    "const errors = ['x']; export const shape = /* @__PURE__ */ (() => z.object({ summary: z.string(), errors }))(); const other = (a) => f(a);",
  );
});
