import { expect, test } from 'vitest';
import { DEVICE_COOKIE, deviceToken, withNewToken } from './device-cookie.ts';

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
  expect(cookie?.split('~')).toHaveLength(5);
});

test('the cookie holds entries and nothing else, and of a longer one only the first five are looked at', () => {
  const cookies = ['a', 'b', 'c', 'd', 'e', 'f'].map((user) => withNewToken(secret, undefined, user).cookie);
  for (const cookie of cookies) expect(cookie).toMatch(/^[\w-]{22}\.[\w-]{43}$/);
  const all = cookies.join('~');
  expect([deviceToken(secret, all, 'e') !== null, deviceToken(secret, all, 'f') !== null]).toEqual([true, false]);
});

test('the cookie name is fixed: another one would make every device unknown', () => {
  expect(DEVICE_COOKIE).toBe('alvorada_device');
});

test('a made-up device cookie is not accepted', () => {
  const { token, cookie } = withNewToken('another secret', undefined, 'ana');
  for (const forged of [cookie, token, `${token}.`, '.', '~~~~', '', undefined, 'x'.repeat(4000)]) {
    expect(deviceToken(secret, forged, 'ana')).toBeNull();
  }
});
