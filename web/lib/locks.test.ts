import { describe, expect, test, vi } from 'vitest';
import { withFreeLock, withLock } from './locks.ts';

describe.each(['with locks of the browser', 'in a browser without locks'])('%s', (kind) => {
  const begin = () => {
    if (kind === 'in a browser without locks') vi.stubGlobal('navigator', {});
    return { steps: [] as string[], gate: Promise.withResolvers<void>() };
  };

  test('work under one name runs one after the other, other names do not wait', async () => {
    const { steps, gate } = begin();
    const step = async (name: string) => void steps.push(name);
    const first = withLock('a', async () => {
      await gate.promise;
      await step('first');
    });
    const second = withLock('a', () => step('second'));
    await withLock('b', () => step('other'));
    expect(steps).toEqual(['other']);
    gate.resolve();
    await Promise.all([first, second]);
    expect(steps).toEqual(['other', 'first', 'second']);
  });

  test('work that fails frees the lock, and its error is thrown', async () => {
    begin();
    await expect(withLock('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await withFreeLock('a', async () => 'free')).toBe('free');
  });

  test('a lock that is held is not free, and is free afterwards', async () => {
    const { gate } = begin();
    const held = withLock('a', () => gate.promise);
    expect(await withFreeLock('a', async () => 'free')).toBeNull();
    gate.resolve();
    await held;
    expect(await withFreeLock('a', async () => 'free')).toBe('free');
  });

  test('an abort signal ends the wait for a lock', async () => {
    const { steps, gate } = begin();
    const held = withLock('a', () => gate.promise);
    const controller = new AbortController();
    const waiting = withLock('a', async () => void steps.push('ran'), controller.signal);
    controller.abort();
    gate.resolve();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    await held;
    expect(steps).toEqual([]);
  });
});
