import { expect, it } from 'vitest';
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

it('finds nothing wrong with a whole registration', () => {
  expect(problemOf(whole)).toBeNull();
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
  ['e-mail last', { email: 'ana@exemplo' }, 'E-mail inválido'],
])('checks %s', (_, change, title) => {
  expect(problemOf({ ...whole, ...change })?.title).toBe(title);
});

it('names every missing field', () => {
  expect(Object.keys(problemOf(emptyRegistration)?.fields ?? {})).toEqual([
    'firstName',
    'lastName',
    'email',
    'username',
    'password',
  ]);
});
