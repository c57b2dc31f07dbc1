import { describe, expect, it, vi } from 'vitest';
import { createWorkerPool } from './worker-pool.ts';

const script = new URL('./testing/echo.worker.ts', import.meta.url);
/** Only the test of the deadline waits for it, with a thread that never answers. */
const LONG = 60_000;

function aside({
  room = {},
  longestMs = LONG,
  idleMs = LONG,
  memoryMb,
}: {
  room?: object;
  memoryMb?: number;
  longestMs?: number;
  idleMs?: number;
} = {}) {
  return createWorkerPool<string, string>(script, {
    capacity: { total: 1, perKey: 1, waiting: 24, waitingPerKey: 2, ...room },
    longestMs,
    idleMs,
    ...(memoryMb === undefined ? {} : { memoryMb }),
    tooLong: () => new Error('too long'),
    tooMany: () => new Error('too many'),
  });
}

const threadOf = (answer: string) => answer.split(' by ')[1];

describe('work beside the server', () => {
  it('keeps its thread for the next piece, and never has more than it may', async () => {
    const work = aside();
    const answers = await Promise.all(['a', 'b', 'c'].map((wish) => work(wish, wish)));
    expect(answers.map((answer) => answer.split(' ')[0])).toEqual(['a', 'b', 'c']);
    expect(new Set(answers.map(threadOf)).size).toBe(1);
    const two = aside({ room: { total: 2 } });
    const many = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((wish) => two(wish, wish)));
    expect(new Set(many.map(threadOf)).size).toBe(2);
  });

  it.each(['fill the heap', 'fill buffers'])(
    'refuses work that would %s beyond the bound, ends its thread and goes on',
    async (wish) => {
      const work = aside({ memoryMb: 64 });
      await expect(work(wish, 'ana')).rejects.toThrow('too long');
      expect(await work('a', 'ana')).toMatch(/^a by /);
    },
  );

  it('goes round by person, and refuses who waits too often', async () => {
    const work = aside();
    const done: string[] = [];
    const ask = (person: string, wish: string) => work(wish, person).then(() => done.push(wish));
    const asked = [ask('ana', 'a1'), ask('ana', 'a2'), ask('ana', 'a3'), ask('bia', 'b1')];
    await expect(work('a4', 'ana')).rejects.toThrow('too many');
    await Promise.all(asked);
    expect(done).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it.each([
    ['throw', 'thrown in the thread'],
    ['end', 'A thread ended with 3 before it answered.'],
  ])('lost by %s is rejected with the reason, and the next job gets another thread', async (wish, message) => {
    const work = aside();
    const before = threadOf(await work('a', 'ana'));
    const [lost, next] = await Promise.allSettled([work(wish, 'ana'), work('b', 'ana')]);
    expect(lost).toMatchObject({ status: 'rejected', reason: { message } });
    expect(next).toMatchObject({ status: 'fulfilled', value: expect.stringMatching(/^b by/) });
    expect(next.status === 'fulfilled' && threadOf(next.value)).not.toBe(before);
  });

  it('ends at its deadline, which is counted from its own beginning', async () => {
    const work = aside({ longestMs: 300 });
    const outcomes = await Promise.allSettled([work('hang', 'ana'), work('hang', 'bia'), work('hang', 'rui')]);
    expect(outcomes.map((one) => one.status === 'rejected' && one.reason.message)).toEqual(Array(3).fill('too long'));
  });

  it('ends an idle thread', async () => {
    const work = aside({ idleMs: 1 });
    const first = threadOf(await work('a', 'ana'));
    await vi.waitFor(async () => expect(threadOf(await work('b', 'ana'))).not.toBe(first), { timeout: 10_000 });
  });
});
