import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { createPerson } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { DEVICE_COOKIE, deviceToken } from './device-cookie.ts';
import * as store from './known-logins.store.ts';
import { callerOf, isNewDevice, recognise, remember } from './known-logins.ts';

/* What is known of earlier logins, function by function; what follows from it is in known-logins.api.test.ts. */

const test = useTestApp();
const at = (network: string, devices?: string) => ({ network, devices, browser: 'Chrome em Linux' });
const person = async () => (await createPerson(test.deps.db, { now: test.clock.now() })).id;
const entered = (userId: string, caller: ReturnType<typeof at>) =>
  test.deps.db.transaction().execute((tx) => remember(test.deps, tx, userId, caller));
const isNew = (userId: string, caller: ReturnType<typeof at>) =>
  test.deps.db.transaction().execute((tx) => isNewDevice(test.deps, tx, userId, caller));
const keyOf = (userId: string, kind: 'device' | 'address', value: string) =>
  createHmac('sha256', test.deps.config.sessionSecret).update(`known-${kind}:${userId}:${value}`).digest();
const signOf = (userId: string, kind: 'device' | 'address', value: string) =>
  `${userId}:${kind}:${keyOf(userId, kind, value).toString('base64url')}`;
const rowsOf = (userId: string) =>
  test.deps.db
    .selectFrom('known_logins')
    .select(['kind', 'key', 'last_login_at as at'])
    .where('user_id', '=', userId)
    .orderBy('kind')
    .orderBy('last_login_at')
    .execute();

it('a caller is the network, the cookie of earlier logins and the browser', () => {
  const request = {
    ip: '203.0.113.9',
    cookies: { [DEVICE_COOKIE]: 'v' },
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36' },
  };
  expect(callerOf(test.deps, request as never)).toEqual({
    network: '203.0.113.9',
    devices: 'v',
    browser: 'Chrome em Linux',
  });
});

it('a login is recognised by device first, then by address, and not for another person', async () => {
  const [who, other] = [await person(), await person()];
  expect(await recognise(test.deps, who, at('home'))).toEqual([]);
  const cookie = await entered(who, at('home'));
  const token = deviceToken(test.deps.config.sessionSecret, cookie, who) ?? '';
  const [device, home] = [signOf(who, 'device', token), signOf(who, 'address', 'home')];
  expect(await recognise(test.deps, who, at('home', cookie))).toEqual([device, home]);
  // In whatever order the database hands them out.
  const touch = test.deps.db.updateTable('known_logins').set({ last_login_at: test.clock.now() });
  await touch.where('user_id', '=', who).where('kind', '=', 'device').execute();
  expect(await recognise(test.deps, who, at('home', cookie))).toEqual([device, home]);
  expect(await recognise(test.deps, who, at('elsewhere', cookie))).toEqual([device]);
  expect(await recognise(test.deps, who, at('home'))).toEqual([home]);
  expect(await recognise(test.deps, other, at('home', cookie))).toEqual([]);
});

it('a device is new if its person has known devices and it is none of them', async () => {
  const who = await person();
  expect(await isNew(who, at('home'))).toBe(false);
  const cookie = await entered(who, at('home'));
  expect(await isNew(who, at('home', cookie))).toBe(false);
  expect(await isNew(who, at('home'))).toBe(true);
  // An address alone makes no device known.
  await test.deps.db.deleteFrom('known_logins').where('user_id', '=', who).where('kind', '=', 'device').execute();
  expect(await isNew(who, at('home'))).toBe(false);
});

it('each login makes a new token of the device, and one row of the address', async () => {
  const who = await person();
  const first = await entered(who, at('home'));
  test.clock.advance(1000);
  const second = await entered(who, at('home', first));
  const token = deviceToken(test.deps.config.sessionSecret, second, who) ?? '';
  // A copy of the previous cookie is signed correctly, but its device is no longer known.
  expect(await isNew(who, at('home', first))).toBe(true);
  expect(await rowsOf(who)).toEqual([
    { kind: 'address', key: keyOf(who, 'address', 'home'), at: test.clock.now() },
    { kind: 'device', key: keyOf(who, 'device', token), at: test.clock.now() },
  ]);
});

it('the last twenty devices and addresses of a person are kept, and rows of other people stay', async () => {
  const [who, other] = [await person(), await person()];
  await entered(other, at('home'));
  for (let login = 1; login <= 22; login += 1) {
    test.clock.advance(1000);
    await entered(who, at(`network ${login}`));
  }
  const rows = await rowsOf(who);
  expect(rows.map(({ kind }) => kind)).toEqual([...Array(20).fill('address'), ...Array(20).fill('device')]);
  const addresses = rows.filter(({ kind }) => kind === 'address').map(({ key }) => key);
  expect(addresses).toEqual(Array.from({ length: 20 }, (_, place) => keyOf(who, 'address', `network ${place + 3}`)));
  expect(await rowsOf(other)).toHaveLength(2);
});

it('known logins of the same moment are kept by the order of their keys, so that two trims agree', async () => {
  const who = await person();
  const now = test.clock.now();
  const keys = [3, 1, 2].map((byte) => Buffer.alloc(32, byte));
  for (const key of keys) {
    await test.deps.db
      .transaction()
      .execute((tx) => store.rememberKnown(tx, { userId: who, kind: 'device', key, now }, 2));
  }
  expect((await rowsOf(who)).map(({ key }) => key[0]).sort()).toEqual([1, 2]);
});

it('known logins are deleted one by one, all of a person, or by age in batches', async () => {
  const [who, other] = [await person(), await person()];
  await entered(who, at('home'));
  await entered(other, at('home'));
  await store.deleteKnown(test.deps.db, who, keyOf(who, 'address', 'home'));
  await store.deleteKnown(test.deps.db, other, keyOf(who, 'address', 'home'));
  expect((await rowsOf(who)).map(({ kind }) => kind)).toEqual(['device']);
  await store.deleteKnownOf(test.deps.db, who);
  expect([await rowsOf(who), (await rowsOf(other)).length]).toEqual([[], 2]);
  test.clock.advance(1000);
  await entered(who, at('home'));
  const before = test.clock.now();
  const older = await test.deps.db
    .selectFrom('known_logins')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('last_login_at', '<', before)
    .executeTakeFirstOrThrow();
  expect(await store.deleteOldKnown(test.deps.db, before, 1)).toBe(1);
  expect(await store.deleteOldKnown(test.deps.db, before, 1000)).toBe(older.count - 1);
  expect([(await rowsOf(who)).length, await rowsOf(other)]).toEqual([2, []]);
});
