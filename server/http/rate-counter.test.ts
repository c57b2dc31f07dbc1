import { describe, expect, it } from 'vitest';
import { endpoints } from '#contract/index.ts';
import { rateCounter, type Share } from './rate-counter.ts';
import { classOf, perMinute } from './rate-limit.ts';

const MINUTE = 60_000;
const NOW = 1_000 * MINUTE;
const alone: Share = async (counted) => counted.map(({ count }) => count);

function passed(counter: ReturnType<typeof rateCounter>, times: number, key = 'a', now = NOW): number {
  let count = 0;
  for (let n = 0; n < times; n += 1) if (counter.count('write', key, 10, now) === null) count += 1;
  return count;
}

describe('requests per minute', () => {
  it('are limited per key, and free again with the next minute', () => {
    const counter = rateCounter('secret', alone);
    expect(passed(counter, 15)).toBe(10);
    expect(passed(counter, 15, 'b')).toBe(10);
    expect(counter.count('write', 'a', 10, NOW + 20_000)).toBe(40);
    expect(passed(counter, 15, 'a', NOW + MINUTE)).toBe(10);
  });

  it('are one limit for all processes that share their counts', async () => {
    const table = new Map<string, number>();
    const share: Share = async (counted) =>
      counted.map(({ class: kind, key, count }) => {
        const id = `${kind}:${key.toString('hex')}`;
        table.set(id, (table.get(id) ?? 0) + count);
        return table.get(id) ?? 0;
      });
    const [one, two] = [rateCounter('secret', share), rateCounter('secret', share)];
    expect(passed(one, 6)).toBe(6);
    await one.share();
    expect(passed(two, 3)).toBe(3);
    await two.share();
    // The second process knows of nine, the first of six until it shares again.
    expect(passed(two, 5)).toBe(1);
    expect(passed(one, 1)).toBe(1);
    await one.share();
    await two.share();
    await one.share();
    expect(passed(one, 5)).toBe(0);
    expect([...table.keys()].join()).not.toContain('a:');
  });

  it('are not shared for keys that are far from their limit', async () => {
    let told = 0;
    const counter = rateCounter('secret', async (counted) => {
      told += counted.length;
      return counted.map(({ count }) => count);
    });
    passed(counter, 1);
    await counter.share();
    expect(told).toBe(0);
  });

  it('add up by their weights, and one that is too heavy for what is left does not stop a lighter one', () => {
    const counter = rateCounter('secret', alone);
    const ask = (weight: number) => counter.count('read', 'a', 50, NOW, weight) === null;
    expect([ask(20), ask(20), ask(20), ask(5), ask(5), ask(1)]).toEqual([true, true, false, true, true, false]);
  });

  it('weigh 20 where a whole list is exported and 5 where it is searched, and the study plan weighs 20', () => {
    const weights = { export: 20, search: 5, fetch: undefined };
    for (const [name, { work, weight }] of Object.entries(endpoints)) {
      if (work) expect([name, weight]).toEqual([name, weights[work]]);
    }
    expect(endpoints.getStudyPlan?.weight).toBe(20);
  });

  it('have a class for every call', () => {
    for (const endpoint of Object.values(endpoints)) expect(perMinute[classOf(endpoint)]).toBeGreaterThan(0);
  });
});
