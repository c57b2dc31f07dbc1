import { describe, expect, it } from 'vitest';
import type { Bus } from '#server/db/bus.ts';
import { readyCache } from './ready-cache.ts';

function fakeBus() {
  const bus = { connected: true, flush: () => {}, drop: (_: string) => {} };
  const asBus: Bus = {
    get connected() {
      return bus.connected;
    },
    publish: async () => {},
    deliver: () => {},
    subscribe: (_, drop, flush) => Object.assign(bus, { drop, flush }),
    stop: async () => {},
  };
  return { bus, asBus };
}

const loaded =
  (json: string, ...tags: string[]) =>
  async () => ({ json, tags });

describe('the cache of ready answers', () => {
  it('loads once, also for concurrent requests', async () => {
    const cache = readyCache(fakeBus().asBus, 't', 1e6);
    let loads = 0;
    const load = async () => {
      loads += 1;
      return { json: '1', tags: ['a'] };
    };
    await Promise.all([cache.get('k', load), cache.get('k', load)]);
    await cache.get('k', load);
    expect(loads).toBe(1);
  });

  it('drops by any of its tags and on flush', async () => {
    const { bus, asBus } = fakeBus();
    const cache = readyCache(asBus, 't', 1e6);
    await cache.get('k', loaded('1', 'a', 'b'));
    await cache.get('l', loaded('2', 'c'));
    bus.drop('b');
    expect(cache.size).toBe(1);
    bus.flush();
    expect(cache.size).toBe(0);
  });

  it('stores no answer whose loading began before a drop, and returns it to no later request', async () => {
    const cache = readyCache(fakeBus().asBus, 't', 1e6);
    let finish: (value: { json: string; tags: string[] }) => void = () => {};
    const old = cache.get('k', () => new Promise((resolve) => (finish = resolve)));
    cache.drop('a');
    const fresh = await cache.get('k', loaded('"new"', 'a'));
    finish({ json: '"old"', tags: ['a'] });
    expect((await old)?.plain.toString()).toBe('"old"');
    expect(fresh?.plain.toString()).toBe('"new"');
    expect((await cache.get('k', loaded('"newer"')))?.plain.toString()).toBe('"new"');
  });

  it('serves and stores nothing while the bus is disconnected', async () => {
    const { bus, asBus } = fakeBus();
    const cache = readyCache(asBus, 't', 1e6);
    await cache.get('k', loaded('1', 'a'));
    bus.connected = false;
    expect((await cache.get('k', loaded('2', 'a')))?.plain.toString()).toBe('2');
  });

  it('evicts the least recently read entries when it is full, and never stores oversized ones', async () => {
    const cache = readyCache(fakeBus().asBus, 't', 4000);
    const big = JSON.stringify(Array.from({ length: 90 }, (_, i) => Math.sin(i)));
    await cache.get('huge', loaded(big.repeat(4)));
    expect(cache.size).toBe(0);
    for (const key of ['a', 'b', 'c', 'd', 'e']) await cache.get(key, loaded(`"${'x'.repeat(800)}"`));
    expect(cache.size).toBeLessThan(5);
    await cache.get('e', loaded('"again"'));
    expect((await cache.get('a', loaded('"again"')))?.plain.toString()).toBe('"again"');
  });

  const page = `"${'x'.repeat(800)}"`;
  it('keeps an entry that is read between others that are read once', async () => {
    const cache = readyCache(fakeBus().asBus, 't', 4000);
    await cache.get('hot', loaded(page));
    for (let i = 0; i < 50; i += 1) {
      expect((await cache.get('hot', loaded('"again"')))?.plain.toString()).toBe(page);
      await cache.get(`once ${i}`, loaded(page));
    }
  });

  it('stays within its limit also when every entry was read', async () => {
    const cache = readyCache(fakeBus().asBus, 't', 4000);
    for (let i = 0; i < 50; i += 1) {
      for (let j = 0; j <= i; j += 1) await cache.get(`page ${j}`, loaded(page));
      expect(cache.size).toBeLessThan(5);
    }
    expect(cache.size).toBeGreaterThan(1);
  });

  it('does not cache a missing answer', async () => {
    const cache = readyCache(fakeBus().asBus, 't', 1e6);
    expect(await cache.get('k', async () => null)).toBeNull();
    expect((await cache.get('k', loaded('1')))?.plain.toString()).toBe('1');
  });
});
