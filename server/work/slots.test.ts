import { describe, expect, it } from 'vitest';
import { createSlots } from './slots.ts';

/** Takes slots and records when each was granted. */
function taker(room: Parameters<typeof createSlots>[0]) {
  const places = createSlots(room);
  const granted: string[] = [];
  const take = (key: string, name = key) => places.take(key, () => granted.push(name));
  return { places, granted, take };
}

describe('places', () => {
  it('are granted at once while there are some, to each key up to its share', () => {
    const { places, granted, take } = taker({ total: 3, perKey: 2, waiting: 0, waitingPerKey: 0 });
    expect([take('a'), take('a'), take('a')].map((place) => place !== null)).toEqual([true, true, false]);
    expect(take('b')).not.toBeNull();
    expect(take('c')).toBeNull();
    expect([granted, places.taken()]).toEqual([['a', 'a', 'b'], 3]);
  });

  it('are handed on fairly: a long line of one does not stand before a short one of another', () => {
    const { places, granted, take } = taker({ total: 1, perKey: 1, waiting: 6, waitingPerKey: 3 });
    const held = new Map<string, { leave(): void } | null>();
    for (const name of ['a0', 'a1', 'a2', 'a3', 'b1', 'b2', 'c1']) held.set(name, take(name.charAt(0), name));
    expect([take('a'), take('d')]).toEqual([null, null]);
    expect([places.taken(), places.waiting()]).toEqual([1, 6]);
    for (let turn = 0; turn < 7; turn += 1) held.get(granted[turn] ?? '')?.leave();
    expect(granted).toEqual(['a0', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect([places.taken(), places.waiting()]).toEqual([0, 0]);
  });

  it('are given back once, and a line is left by who does not want to wait', () => {
    const { places, granted, take } = taker({ total: 1, perKey: 1, waiting: 2, waitingPerKey: 2 });
    const first = take('a', 'a0');
    const second = take('a', 'a1');
    take('b', 'b1');
    second?.leave();
    second?.leave();
    expect(places.waiting()).toBe(1);
    first?.leave();
    first?.leave();
    expect([granted, places.taken(), places.waiting()]).toEqual([['a0', 'b1'], 1, 0]);
  });
});
