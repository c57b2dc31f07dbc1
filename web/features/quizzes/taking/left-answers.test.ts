import { expect, it, vi } from 'vitest';
import type { AnswerChange } from '../../../../contract/quiz-attempts.ts';
import { sendLeftAnswers } from './left-answers.ts';

const change: AnswerChange = { questionId: 1, optionId: 2, flagged: false, seq: 3 };
const scene = (kept: AnswerChange[], send: () => Promise<unknown>, end: boolean) => {
  const remove = vi.fn(async () => undefined);
  const outbox = { load: async () => kept, put: async () => true, remove };
  return {
    remove,
    run: () => sendLeftAnswers({ outbox, send, explain: () => (end ? { end: 'expired' } : { retryIn: null }) }),
  };
};
const fails = () => Promise.reject(new Error('409'));

it('forgets what was sent', async () => {
  const { run, remove } = scene([change], async () => ({}), false);
  await run();
  expect(remove).toHaveBeenCalledWith([change]);
});

it('keeps what may be taken later, and forgets what never will', async () => {
  const later = scene([change], fails, false);
  await later.run();
  expect(later.remove).not.toHaveBeenCalled();
  const never = scene([change], fails, true);
  await never.run();
  expect(never.remove).toHaveBeenCalledWith([change]);
});

it('asks nothing of the server when nothing is left', async () => {
  const send = vi.fn();
  await scene([], send, false).run();
  expect(send).not.toHaveBeenCalled();
});
