import { beforeEach, expect, test } from 'vitest';
import type { Bus } from '../db/bus.ts';
import { sessionCache } from './session-cache.ts';

const NOW = 1_000_000;
const LATER = NOW + 3_600_000;
const ana = { id: 'ana' };

let connected: boolean;
let heard: { drop(key: string): void; flush(): void };
let cache: ReturnType<typeof sessionCache<{ id: string }>>;

beforeEach(() => {
  connected = true;
  const bus: Bus = {
    get connected() {
      return connected;
    },
    publish: async () => {},
    subscribe: (_topic, drop, flush) => {
      heard = { drop, flush };
    },
    stop: async () => {},
  };
  cache = sessionCache(bus);
});

test('remembers for half a minute, and not past the end of the session', () => {
  cache.put('token', ana, cache.begin(), NOW, LATER);
  expect(cache.get('token', NOW + 29_999)).toBe(ana);
  expect(cache.get('token', NOW + 30_000)).toBeNull();
  cache.put('token', ana, cache.begin(), NOW, NOW + 1000);
  expect(cache.get('token', NOW + 999)).toBe(ana);
  expect(cache.get('token', NOW + 1000)).toBeNull();
  expect(cache.get('other', NOW)).toBeNull();
});

test('forgets all sessions of a user, and only theirs, when told from here or elsewhere', () => {
  for (const forget of [cache.drop, (id: string) => heard.drop(id)]) {
    cache.put('phone', ana, cache.begin(), NOW, LATER);
    cache.put('desk', ana, cache.begin(), NOW, LATER);
    cache.put('bia', { id: 'bia' }, cache.begin(), NOW, LATER);
    forget('ana');
    expect([cache.get('phone', NOW), cache.get('desk', NOW)]).toEqual([null, null]);
    expect(cache.get('bia', NOW)).toEqual({ id: 'bia' });
  }
});

test('a read that began before the news does not put its old answer back', () => {
  const begun = cache.begin();
  heard.drop('ana');
  cache.put('token', ana, begun, NOW, LATER);
  expect(cache.get('token', NOW)).toBeNull();

  const before = cache.begin();
  heard.flush();
  cache.put('token', ana, before, NOW, LATER);
  expect(cache.get('token', NOW)).toBeNull();
});

test('remembers nothing while the bus is away, and nothing from before it came back', () => {
  cache.put('token', ana, cache.begin(), NOW, LATER);
  connected = false;
  expect(cache.get('token', NOW)).toBeNull();
  cache.put('token', ana, cache.begin(), NOW, LATER);
  connected = true;
  expect(cache.get('token', NOW)).toBeNull();
});

test('has an end: the oldest makes room', () => {
  for (let i = 0; i <= 20_000; i += 1) cache.put(`token${i}`, { id: `user${i}` }, cache.begin(), NOW, LATER);
  expect(cache.get('token0', NOW)).toBeNull();
  expect(cache.get('token1', NOW)).toEqual({ id: 'user1' });
  expect(cache.get('token20000', NOW)).toEqual({ id: 'user20000' });
});
