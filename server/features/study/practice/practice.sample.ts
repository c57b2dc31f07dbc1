import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { readRightOptions } from '#server/features/questions/questions/questions.service.ts';
import { logSamplePractice } from '#server/features/study/review/review.sample.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { silentDepsAt } from '#server/silent-deps.ts';
import { beginPractice } from './practice.service.ts';
import { answerSamplePractice } from './practice-sample.store.ts';

export type SamplePractice = { at: Date; misses: number } & (
  | { kind: 'mistakes'; quizId: number }
  | { kind: 'free'; count: number }
);

const QUESTION_MS = 50_000;

/** One evening's practice, answered to its end; the last `misses` questions are answered wrongly. */
export async function samplePractice(deps: Deps, user: SessionUser, { at, misses, ...wish }: SamplePractice) {
  const { made: practice } = await beginPractice(silentDepsAt(deps, at), user, { count: 10, ...wish });
  const rights = await readRightOptions(
    deps.db,
    practice.questions.map(({ id }) => id),
  );
  const answers = practice.questions.flatMap(({ id, options }, place) => {
    const isMissed = place >= practice.questions.length - misses;
    const chosen = options.find((option) => rights.has(option.id) !== isMissed);
    const answeredAt = new Date(at.getTime() + (place + 1) * QUESTION_MS);
    return chosen ? [{ questionId: id, optionId: chosen.id, isCorrect: !isMissed, answeredAt }] : [];
  });
  await transact(deps, async (tx) => {
    await answerSamplePractice(tx, practice.id, answers);
    await logSamplePractice(tx, practice.id);
  });
}
