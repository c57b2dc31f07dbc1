import { expect, it, onTestFinished, vi } from 'vitest';
import type { AnswerChange } from '#contract/exams/quiz-attempts.ts';
import { siblingTabs } from './sibling-tabs.ts';

const answer: AnswerChange = { questionId: 1, optionId: 11, flagged: true, doubted: false, leftBlank: false, seq: 5 };

function join(userId: string, attemptId: number) {
  const heard = vi.fn();
  const tabs = siblingTabs(userId, attemptId);
  const leave = tabs.join(heard);
  onTestFinished(leave);
  return { ...tabs, heard, leave };
}

it('an answer is sent to the other tabs of the same person and attempt only', async () => {
  const [here, there] = [join('ana', 7), join('ana', 7)];
  const strangers = [join('bia', 7), join('ana', 8)];
  here.tell(answer);
  await vi.waitFor(() => expect(there.heard).toHaveBeenCalledWith(answer));
  for (const { heard } of [here, ...strangers]) expect(heard).not.toHaveBeenCalled();
});

it('messages that are no answer are ignored', async () => {
  const [here, there] = [join('ana', 7), join('ana', 7)];
  const raw = new BroadcastChannel('alvorada:ana:attempt:7');
  onTestFinished(() => raw.close());
  for (const odd of [null, 'x', {}, { ...answer, seq: '5' }, { ...answer, optionId: 1.5 }]) raw.postMessage(odd);
  raw.postMessage({ ...answer, optionId: null });
  await vi.waitFor(() => expect(there.heard).toHaveBeenCalled());
  expect(there.heard.mock.calls).toEqual([[{ ...answer, optionId: null }]]);
  expect(here.heard).toHaveBeenCalledOnce();
});

it('a closed tab sends nothing', async () => {
  const [here, there] = [join('ana', 7), join('ana', 7)];
  here.leave();
  here.tell(answer);
  const third = join('ana', 7);
  third.tell({ ...answer, seq: 6 });
  await vi.waitFor(() => expect(there.heard).toHaveBeenCalled());
  expect(there.heard.mock.calls).toEqual([[{ ...answer, seq: 6 }]]);
});
