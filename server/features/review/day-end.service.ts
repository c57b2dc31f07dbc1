import type { Deps } from '../../deps.ts';
import { dayNumber, numberedDay } from '../../time/calendar.ts';
import { gripOf } from './coming-days.ts';
import { readWorth } from './exam-worth.service.ts';
import { ANSWERS_NEEDED, STATES_MAX } from './forecast/forecast.service.ts';
import { modelOf, replay } from './memory-replay.ts';
import { listLog } from './memory-states.store.ts';
import { worthOfQuestion } from './night/exam-worth.ts';
import { countBank } from './night/night.store.ts';
import { listExamStates } from './review.store.ts';
import { lookAhead, type readReviewDay } from './review-day.service.ts';
import { findMemory } from './student-memories.store.ts';
import { thinkingOf } from './today.ts';

type Today = Awaited<ReturnType<typeof readReviewDay>>;

/** What a finished day has won, how firmly its questions are held, and what the next days bring. */
export async function readDayEnd(deps: Deps, today: Today, isTold: boolean) {
  const [next, won] = await Promise.all([lookAhead(deps, today), isTold ? readWon(deps, today) : null]);
  const answered = new Set(today.reviewed.map(({ questionId }) => questionId));
  return {
    tomorrow: next.tomorrow,
    coming: next.coming.map(({ day, ...counts }) => ({ day: numberedDay(day), ...counts })),
    won,
    grip: isTold ? gripOf(next.seen.filter(({ questionId }) => answered.has(questionId))) : null,
  };
}

/**
 * The share of what was answered so far that would be known on the day of the exam, each question by its worth in it:
 * with today's review, and as it would be without it. What was asked for the first time today was not known before.
 */
async function readWon(deps: Deps, { who, exam, day, reviewed }: Today) {
  if (!exam || exam.date <= day) return null;
  const moved = new Set(reviewed.flatMap(({ questionId, standsFor }) => [questionId, standsFor ?? questionId]));
  const [states, kept, worth, bank, log] = await Promise.all([
    listExamStates(deps.db, who, STATES_MAX),
    findMemory(deps.db, who.userId),
    readWorth(deps.db, exam.id),
    countBank(deps.db),
    listLog(deps.db, who.userId, [...moved]),
  ]);
  if (states.reduce((sum, { answers }) => sum + answers, 0) < ANSWERS_NEEDED) return null;
  const { memory } = thinkingOf(kept);
  const model = modelOf(kept?.weights ?? null);
  const rowsOf = Map.groupBy(
    log.filter((row) => row.day < day),
    ({ questionId }) => questionId,
  );
  const onExamDay = (state: { stability: number; lastDay: string } | null) =>
    state === null ? 0 : memory.recall(state.stability, Math.max(0, dayNumber(exam.date) - dayNumber(state.lastDay)));
  const weights = states.map(({ topicId }) => worthOfQuestion(worth, bank, topicId));
  // Nothing of it is asked by the exam: then all count alike.
  const isAsked = weights.some((weight) => weight > 0);
  let [whole, before, after] = [0, 0, 0];
  for (const [at, state] of states.entries()) {
    const weight = isAsked ? (weights[at] ?? 0) : 1;
    const now = onExamDay(state);
    whole += weight;
    after += weight * now;
    before +=
      weight * (moved.has(state.questionId) ? onExamDay(replay(rowsOf.get(state.questionId) ?? [], model)) : now);
  }
  const percent = (sum: number) => Math.round((100 * sum) / whole);
  return whole > 0 ? { before: percent(before), after: percent(after) } : null;
}
