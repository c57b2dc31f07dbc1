import type { Deps } from '../../deps.ts';
import type { SessionUser } from '../../http/sessions.ts';
import { quietAt } from '../../quiet.ts';
import { readRightOptions } from '../questions/questions.service.ts';
import { answerInPractice, beginPractice } from './practice.service.ts';

export type SamplePractice = { at: Date; misses: number } & (
  | { kind: 'mistakes'; quizId: number }
  | { kind: 'free'; count: number }
);

const QUESTION_MS = 50_000;

/** One evening's practice, answered to its end; the last `misses` questions are answered wrongly. */
export async function samplePractice(deps: Deps, user: SessionUser, { at, misses, ...wish }: SamplePractice) {
  const { practice } = await beginPractice(quietAt(deps, at), user, { count: 10, ...wish });
  const rights = await readRightOptions(
    deps.db,
    practice.questions.map(({ id }) => id),
  );
  let moment = at.getTime();
  for (const [place, { id, options }] of practice.questions.entries()) {
    moment += QUESTION_MS;
    const isMissed = place >= practice.questions.length - misses;
    const chosen = options.find((option) => rights.has(option.id) !== isMissed);
    if (chosen) await answerInPractice(quietAt(deps, new Date(moment)), user, practice.id, id, chosen.id);
  }
}
