import { describe, expect, it, vi } from 'vitest';
import type { AnswerChange } from '#contract/exams/quiz-attempts.ts';
import type { SaveFailure } from './attempt-session.ts';
import { endLeftAttempt, sendLeftAnswers } from './left-answers.ts';
import { memoryOutbox, memoryPendingFinish } from './testing/attempt-parts.ts';

const change: AnswerChange = { questionId: 1, optionId: 2, flagged: false, doubted: false, leftBlank: false, seq: 3 };
const scene = (kept: AnswerChange[], send: () => Promise<unknown>, end: boolean) => {
  const remove = vi.fn(async () => undefined);
  const outbox = { load: async () => kept, put: async () => true, remove };
  return {
    remove,
    run: () => sendLeftAnswers({ outbox, send, explain: () => (end ? { end: 'expired' } : { retryIn: null }) }),
  };
};
const fails = () => Promise.reject(new Error('409'));

it('sent answers are deleted from the browser', async () => {
  const { run, remove } = scene([change], async () => ({}), false);
  await run();
  expect(remove).toHaveBeenCalledWith([change]);
});

it('answers that may be accepted later stay, and those that never will are deleted', async () => {
  const later = scene([change], fails, false);
  await later.run();
  expect(later.remove).not.toHaveBeenCalled();
  const never = scene([change], fails, true);
  await never.run();
  expect(never.remove).toHaveBeenCalledWith([change]);
});

it('no request is made when all answers were sent', async () => {
  const send = vi.fn();
  await scene([], send, false).run();
  expect(send).not.toHaveBeenCalled();
});

describe('an attempt that was finished on a closed page', () => {
  const standing = (seq: number) => [
    { questionId: 9, optionId: 1, flagged: false, doubted: false, leftBlank: false, seq },
  ];
  function scene({ wanted = true, seq = 3, failure }: { wanted?: boolean; seq?: number; failure?: SaveFailure } = {}) {
    const outbox = memoryOutbox([change]);
    const wish = memoryPendingFinish(wanted ? { seq: 3 } : undefined);
    const finish = vi.fn(async (_: AnswerChange[]) => (failure ? Promise.reject(new Error('no')) : 'result'));
    const run = () =>
      endLeftAttempt({
        outbox,
        wish,
        read: async () => standing(seq),
        finish,
        explain: () => failure ?? { retryIn: null },
      });
    return { outbox, wish, finish, run };
  }

  it('is finished with the unsent answers, and nothing stays in the browser', async () => {
    const { run, finish, outbox, wish } = scene();
    expect(await run()).toBe('result');
    expect(finish).toHaveBeenCalledExactlyOnceWith([change]);
    expect([outbox.all(), await wish.load()]).toEqual([[], undefined]);
  });

  it('stays open if its student has answered later on another device', async () => {
    const { run, finish, outbox, wish } = scene({ seq: 4 });
    expect(await run()).toBeNull();
    expect(finish).not.toHaveBeenCalled();
    expect([outbox.all(), await wish.load()]).toEqual([[change], undefined]);
  });

  it('is retried while the server is unreachable, and given up after a final refusal', async () => {
    const later = scene({ failure: { retryIn: null } });
    expect([await later.run(), await later.wish.load()]).toEqual([null, { seq: 3 }]);
    expect(later.outbox.all()).toEqual([change]);
    const never = scene({ failure: { end: 'closed' } });
    expect([await never.run(), await never.wish.load()]).toEqual([null, undefined]);
  });

  it('is left alone if it was not finished', async () => {
    const { run, finish } = scene({ wanted: false });
    expect(await run()).toBeNull();
    expect(finish).not.toHaveBeenCalled();
  });
});
