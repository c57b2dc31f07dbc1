import { expect, it } from 'vitest';
import { register } from '#contract/people/registration.ts';
import { emptyRegistration, problemOf } from './registration.ts';

const whole = {
  ...emptyRegistration,
  firstName: 'Ana',
  lastName: 'Silva',
  email: 'ana@exemplo.com.br',
  username: 'ana',
  password: 'segredo',
  confirmPassword: 'segredo',
};

/** The problem reported for a form, after validation by the contract. */
function problemIn(form: typeof whole) {
  const issues = register.body.safeParse(form).error?.issues ?? [];
  return problemOf(Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message])), form);
}

it('a complete registration has no problem', () => {
  expect(problemIn(whole)).toBeNull();
});

it.each([
  ['required before match', { firstName: ' ', confirmPassword: 'x' }, 'Campos obrigatórios'],
  ['match before length', { password: '123', confirmPassword: '1234' }, 'Senhas não conferem'],
  ['length before e-mail', { password: '12345', confirmPassword: '12345', email: 'x' }, 'Senha muito curta'],
  [
    'a password that is short without its spaces',
    { password: '12345 ', confirmPassword: '12345 ' },
    'Senha muito curta',
  ],
  ['e-mail before what only we ask', { email: 'ana@exemplo', username: 'аnа' }, 'E-mail inválido'],
  ['a username of other letters last', { username: 'аnа' }, 'Erro no cadastro'],
])('checks %s', (_, change, title) => {
  expect(problemIn({ ...whole, ...change })?.title).toBe(title);
});

it('leads to the field that it speaks of, whatever else is wrong', () => {
  const form = { ...whole, email: 'x', password: '123', confirmPassword: '123' };
  expect(Object.keys(problemIn(form)?.fields ?? {})).toEqual(['password']);
});

it('an empty registration reports every missing field', () => {
  expect(Object.keys(problemIn(emptyRegistration)?.fields ?? {}).sort()).toEqual([
    'confirmPassword',
    'email',
    'firstName',
    'lastName',
    'password',
    'username',
  ]);
});
