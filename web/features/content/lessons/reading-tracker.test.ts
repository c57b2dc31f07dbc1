import { describe, expect, it } from 'vitest';
import { createActiveTime, createReadingPosition, isReadEnough, scrolledThrough } from './reading-tracker.ts';

function clock() {
  let time = 0;
  return { now: () => time, advance: (ms: number) => (time += ms) };
}

describe('active time', () => {
  const run = (seconds: number, visible = true) => {
    const { now, advance } = clock();
    const active = createActiveTime(now);
    for (let i = 0; i < seconds; i += 1) {
      advance(1000);
      active.tick(visible);
    }
    return active;
  };

  it('counts while the page is in view, and only then', () => {
    expect(run(20).seconds).toBe(20);
    expect(run(20, false).seconds).toBe(0);
  });

  it('stops a minute after the last sign of life and begins again with the next', () => {
    const { now, advance } = clock();
    const active = createActiveTime(now);
    for (let i = 0; i < 300; i += 1) {
      advance(1000);
      active.tick(true);
    }
    expect(active.seconds).toBe(60);
    active.sign();
    advance(1000);
    active.tick(true);
    expect(active.seconds).toBe(61);
  });

  it('does not count a sleep, and hands each second out once', () => {
    const { now, advance } = clock();
    const active = createActiveTime(now);
    advance(1000);
    active.tick(true);
    advance(3_600_000);
    active.sign();
    active.tick(true);
    expect(active.take()).toBe(1);
    expect(active.take()).toBe(0);
  });
});

it('the position where the reader stays is saved, not those they scroll past', () => {
  const place = createReadingPosition(0.3);
  for (const position of [0.3, 0.5, 0.7]) place.tick(position);
  expect(place.position).toBe(0.3);
  for (const position of [0.6, 0.6, 0.601]) place.tick(position);
  expect(place.position).toBe(0.601);
  place.tick(0);
  place.tick(0);
  expect(place.position).toBe(0.601);
  place.tick(0);
  expect(place.position).toBe(0);
});

it('a lesson counts as read after enough of its reading time', () => {
  expect(isReadEnough(10.9, 10)).toBe(false);
  expect(isReadEnough(11, 10)).toBe(true);
  expect(isReadEnough(19, 200)).toBe(true);
});

it('the tracker measures how far a text was scrolled', () => {
  expect(scrolledThrough({ top: 100, height: 2000 }, 800)).toBe(0);
  expect(scrolledThrough({ top: -600, height: 2000 }, 800)).toBe(0.5);
  expect(scrolledThrough({ top: -1200, height: 2000 }, 800)).toBe(1);
  expect(scrolledThrough({ top: 100, height: 300 }, 800)).toBe(1);
  expect(scrolledThrough({ top: 700, height: 300 }, 800)).toBe(0);
});
