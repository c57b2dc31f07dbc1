import { beforeEach, expect, test, vi } from 'vitest';
import type { Bus } from '#server/db/bus.ts';
import { sessionCache } from './session-cache.ts';

const NOW = 1_000_000;
const LATER = new Date(NOW + 3_600_000);
const ana = { id: 'ana' };

let connected: boolean;
let heard: { topic: string; drop(key: string): void; flush(): void };
let cache: ReturnType<typeof sessionCache<{ id: string }>>;

const nobody = async () => null;
const put = (token: string, user: { id: string }, expiresAt = LATER) =>
  cache.get(token, NOW, async () => ({ user, expiresAt }));
const remembered = async (token: string, now = NOW) => cache.get(token, now, nobody);

beforeEach(() => {
  connected = true;
  const bus: Bus = {
    get connected() {
      return connected;
    },
    publish: async () => {},
    deliver: () => {},
    subscribe: (topic, drop, flush) => {
      heard = { topic, drop, flush };
    },
    stop: async () => {},
  };
  cache = sessionCache(bus);
});

test('a session is cached for half a minute, and not past its end', async () => {
  await put('token', ana);
  expect(cache.get('token', NOW + 29_999, nobody)).toBe(ana);
  expect(await remembered('token', NOW + 30_000)).toBeNull();
  await put('token', ana, new Date(NOW + 1000));
  expect(cache.get('token', NOW + 999, nobody)).toBe(ana);
  expect(await remembered('token', NOW + 1000)).toBeNull();
  expect(await remembered('other')).toBeNull();
});

test('concurrent requests share one lookup, and a failed one is repeated', async () => {
  const find = vi.fn(async () => ({ user: ana, expiresAt: LATER }));
  find.mockRejectedValueOnce(new Error('The database is away.'));
  const failed = await Promise.allSettled([cache.get('token', NOW, find), cache.get('token', NOW, find)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await Promise.all([1, 2, 3].map(() => cache.get('token', NOW, find)))).toEqual([ana, ana, ana]);
  expect(find).toHaveBeenCalledTimes(2);
});

test('a drop from this or another process removes all sessions of a user, and only theirs', async () => {
  for (const forget of [cache.drop, (id: string) => heard.drop(id)]) {
    await put('phone', ana);
    await put('desk', ana);
    await put('bia', { id: 'bia' });
    forget('ana');
    expect([await remembered('phone'), await remembered('desk')]).toEqual([null, null]);
    expect(await remembered('bia')).toEqual({ id: 'bia' });
  }
});

test('other sessions of a user stay cached when one has ended', async () => {
  await put('phone', ana, new Date(NOW + 1000));
  await put('desk', ana);
  expect(await remembered('phone', NOW + 1000)).toBeNull();
  heard.drop('ana');
  expect(await remembered('desk')).toBeNull();
});

test('the cache follows the bus, and is flushed when messages may have been missed', async () => {
  expect(heard.topic).toBe('session');
  await put('phone', ana);
  await put('bia', { id: 'bia' });
  heard.flush();
  expect([await remembered('phone'), await remembered('bia')]).toEqual([null, null]);
});

test('a lookup from before a drop does not end the sharing of the one after it', async () => {
  const finish: (() => void)[] = [];
  const find = vi.fn(
    () =>
      new Promise<{ user: typeof ana; expiresAt: Date }>((resolve) => {
        finish.push(() => resolve({ user: ana, expiresAt: LATER }));
      }),
  );
  const before = cache.get('token', NOW, find);
  heard.drop('ana');
  const after = cache.get('token', NOW, find);
  finish[0]?.();
  expect(await before).toBe(ana);
  const shared = cache.get('token', NOW, find);
  finish[1]?.();
  expect([await after, await shared]).toEqual([ana, ana]);
  expect(find).toHaveBeenCalledTimes(2);
});

test.each(['drop', 'flush'] as const)(
  'a read that began before the news (%s) is neither kept nor handed to who asks after it',
  async (news) => {
    let finish: (found: { user: { id: string }; expiresAt: Date }) => void = () => {};
    const old = cache.get('token', NOW, () => new Promise((resolve) => (finish = resolve)));
    heard[news]('ana');
    expect(await remembered('token')).toBeNull();
    finish({ user: ana, expiresAt: LATER });
    expect(await old).toBe(ana);
    expect(await remembered('token')).toBeNull();
  },
);

test('nothing is cached or shared while the bus is disconnected, nor from before it reconnected', async () => {
  await put('token', ana);
  connected = false;
  expect(await remembered('token')).toBeNull();
  const find = vi.fn(async () => ({ user: ana, expiresAt: LATER }));
  await Promise.all([cache.get('token', NOW, find), cache.get('token', NOW, find)]);
  expect(find).toHaveBeenCalledTimes(2);
  connected = true;
  expect(await remembered('token')).toBeNull();
});

test('a full cache evicts the oldest session', async () => {
  for (let i = 0; i <= 20_000; i += 1) await put(`token${i}`, { id: `user${i}` });
  expect(await remembered('token0')).toBeNull();
  expect(await remembered('token1')).toEqual({ id: 'user1' });
  expect(await remembered('token20000')).toEqual({ id: 'user20000' });
});
