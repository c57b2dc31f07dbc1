import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { withBodies, withoutServerFields } from './build-contract.ts';

const read = (code: string, isWhole = false) =>
  withoutServerFields(code, parseAst, isWhole).replace(/\s+/g, ' ').trim();

it('a call reaches the browser without what only the server reads', () => {
  const code = `export const login = endpoint({
    method: 'POST',
    summary: 'Begins a session, with a comma.',
    access: 'public',
    errors: ['blocked', 'awaiting_approval'],
    body: z.object({ summary: z.string() }),
    response: z.object({ id })
  });`;
  expect(read(code)).toBe("export const login = /* @__PURE__ */ (() => endpoint({ method: 'POST', }))();");
  expect(read(code, true)).toBe(
    "export const login = /* @__PURE__ */ (() => endpoint({ method: 'POST', body: z.object({ summary: z.string() }), }))();",
  );
});

it('what several calls have in common is treated as they are', () => {
  expect(read("const upload = { method: 'POST', params: idParams, bodyType: 'multipart' };")).toBe(
    "const upload = /* @__PURE__ */ (() => ({ method: 'POST', bodyType: 'multipart' }))();",
  );
});

it('what is read from the body of another call is made only where it is asked for', () => {
  expect(read('const note = createNote.body.shape;')).toBe(
    'const note = /* @__PURE__ */ (() => createNote.body.shape)();',
  );
});

it('a form gets the body of its call from the whole module, and so it does with a shape; nothing else does', () => {
  const code = `import { type Filters, login, register as enter, code } from '#contract/people/accounts.ts';
use(login, enter.body.shape, code, other.login.body);`;
  const isShape = (path: string, name: string) => path === 'contract/people/accounts.ts' && name === 'code';
  expect(withBodies(code, isShape)).toBe(
    `import { type Filters, login, register as enter } from '#contract/people/accounts.ts'; import { code, register as enter$whole } from '#contract/people/accounts.ts?whole';
use(login, enter$whole.body.shape, code, other.login.body);`,
  );
  const plain = "import { login } from '#contract/people/accounts.ts'; call(login, { body });";
  expect(withBodies(plain, isShape)).toBe(plain);
});

it('what is made by calling is droppable, and nothing else is touched', () => {
  const code =
    "const errors = ['x']; export const shape = z.object({ summary: z.string(), errors }); const other = (a) => f(a);";
  expect(read(code)).toBe(
    "const errors = ['x']; export const shape = /* @__PURE__ */ (() => z.object({ summary: z.string(), errors }))(); const other = (a) => f(a);",
  );
});
