import { expect, test } from 'vitest';
import { deviceToken, withNewToken } from './device-cookie.ts';

const secret = 'a secret';

test('a token belongs to one account, and the next login replaces it', () => {
  const first = withNewToken(secret, undefined, 'ana');
  expect(deviceToken(secret, first.cookie, 'ana')).toBe(first.token);
  expect(deviceToken(secret, first.cookie, 'bia')).toBeNull();
  const second = withNewToken(secret, first.cookie, 'ana');
  expect(second.cookie).not.toContain(first.token);
});

test('several people share a device, the latest five', () => {
  let cookie: string | undefined;
  for (const user of ['a', 'b', 'c', 'd', 'e', 'f']) cookie = withNewToken(secret, cookie, user).cookie;
  const known = ['a', 'b', 'c', 'd', 'e', 'f'].map((user) => deviceToken(secret, cookie, user) !== null);
  expect(known).toEqual([false, true, true, true, true, true]);
});

test('nothing made up is believed', () => {
  const { token, cookie } = withNewToken('another secret', undefined, 'ana');
  for (const forged of [cookie, token, `${token}.`, '.', '~~~~', '', undefined, 'x'.repeat(4000)]) {
    expect(deviceToken(secret, forged, 'ana')).toBeNull();
  }
});
