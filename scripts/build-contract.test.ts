import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { withoutServerParts } from './build-contract.ts';

const read = (code: string) => withoutServerParts(code, parseAst).replace(/\s+/g, ' ').trim();

it('a call reaches the browser without what only the server reads', () => {
  const code = `export const login = endpoint({
    method: 'POST',
    summary: 'Begins a session, with a comma.',
    errors: ['blocked', 'awaiting_approval'],
    body: z.object({ summary: z.string() })
  });`;
  expect(read(code)).toBe(
    "export const login = endpoint({ method: 'POST', body: z.object({ summary: z.string() }) });",
  );
});

it('nothing else is touched', () => {
  const code = "const errors = ['x']; export const shape = z.object({ summary: z.string(), errors });";
  expect(read(code)).toBe(code);
});
