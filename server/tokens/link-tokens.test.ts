import { expect, test } from 'vitest';
import { linkIdOf, linkToken } from './link-tokens.ts';

const id = '0198b7a5-0000-7000-8000-000000000000';
const token = linkToken('secret', id);

test('a token gives back the id it was made of', () => {
  expect(linkIdOf('secret', token)).toBe(id);
});

test.each([
  ['empty', ''],
  ['without a signature', id],
  ['with an empty signature', `${id}.`],
  ['of another id', token.replace('0198', '0199')],
  ['cut', token.slice(0, -1)],
  ['longer', `${token}A`],
  ['changed', `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`],
  ['no uuid', `x.${token.split('.')[1]}`],
])('one that is %s is nothing', (_, forged) => {
  expect(linkIdOf('secret', forged)).toBeNull();
});

test('a token is invalid under another secret', () => {
  expect(linkIdOf('other', token)).toBeNull();
});
