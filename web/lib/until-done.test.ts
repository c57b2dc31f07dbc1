import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { untilDone } from './until-done.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('work is tried at once, then after growing pauses, and not again once it is done', async () => {
  const isDone = vi.fn<() => Promise<boolean>>().mockResolvedValue(false);
  untilDone(isDone).now();
  await vi.advanceTimersByTimeAsync(1999);
  expect(isDone).toHaveBeenCalledTimes(1);
  isDone.mockRejectedValueOnce(new Error('503'));
  await vi.advanceTimersByTimeAsync(1);
  expect(isDone).toHaveBeenCalledTimes(2);
  isDone.mockResolvedValue(true);
  await vi.advanceTimersByTimeAsync(3999);
  expect(isDone).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(isDone).toHaveBeenCalledTimes(3);
});

it('the pause between two tries is at most a minute', async () => {
  const isDone = vi.fn(async () => false);
  untilDone(isDone).now();
  await vi.advanceTimersByTimeAsync(600_000);
  const before = isDone.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isDone).toHaveBeenCalledTimes(before + 1);
});

it('a call of now() does not wait for the pause, and work never runs twice at a time', async () => {
  let end: (done: boolean) => void = () => {};
  const isDone = vi.fn(() => new Promise<boolean>((resolve) => (end = resolve)));
  const work = untilDone(isDone);
  work.now();
  work.now();
  expect(isDone).toHaveBeenCalledTimes(1);
  end(false);
  await vi.advanceTimersByTimeAsync(0);
  work.now();
  expect(isDone).toHaveBeenCalledTimes(2);
});

it('work ends when it is stopped, also during a try', async () => {
  const isDone = vi.fn(async () => false);
  const work = untilDone(isDone);
  work.now();
  work.stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(isDone).toHaveBeenCalledTimes(1);
});
