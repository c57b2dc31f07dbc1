import { expect, test } from 'vitest';
import { isCommonPassword, isOwnName } from './common-passwords.ts';

const ana = { username: 'ana.lima', email: 'analu@exemplo.com.br', firstName: 'Ána', lastName: 'De Lima' };

test.each(['123456', 'SENHA123', ' qwerty123 ', 'brasil', 'Flamengo', 'password1', '102030'])(
  '%s is common, however it is written',
  async (password) => expect(await isCommonPassword(password)).toBe(true),
);

test.each(['segredo1', 'novasenha', 'cavalo bateria grampo', '# The 10,000', ''])(
  '%s is not common',
  async (password) => expect(await isCommonPassword(password)).toBe(false),
);

test.each([
  'ana.lima',
  'AnaLima',
  'ana de lima',
  'delimaana',
  'ana123',
  '1990ána',
  'analu@exemplo.com.br',
  'analu2026',
  'delima!',
])('%s repeats the name or e-mail of its owner', async (password) => {
  expect(isOwnName(password, ana)).toBe(true);
  expect(await isCommonPassword(password, ana)).toBe(true);
});

test.each(['anacronismo', 'lima', 'exemplo', '20262026', 'banana', 'analimaricardo'])(
  '%s does not repeat the name or e-mail of its owner',
  (password) => expect(isOwnName(password, ana)).toBe(false),
);

test('an owner without names, or with names of two letters, forbids nothing', () => {
  expect(isOwnName('123456', {})).toBe(false);
  expect(isOwnName('li2026', { firstName: 'Li', lastName: '1' })).toBe(false);
  expect(isOwnName('20262026', { username: '1234' })).toBe(false);
});
