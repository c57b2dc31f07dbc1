import type { Deps } from '#server/deps.ts';
import { dayNumber, numberedDay } from '#server/time/calendar.ts';
import { gripOf } from './coming-days.ts';
import { readComingDays } from './day-pool.service.ts';
import { ANSWERS_NEEDED, STATES_MAX } from './forecast/forecast.service.ts';
import { modelOf, replay } from './memory-replay.ts';
import { listLog } from './memory-states.store.ts';
import { worthOfQuestion } from './night/exam-worth.ts';
import { readExamColumns } from './review.store.ts';
import type { prepareReviewDay } from './review-day.service.ts';
import { examSeenOf } from './seen-questions.ts';

type Today = Awaited<ReturnType<typeof prepareReviewDay>>;
type Ahead = Awaited<ReturnType<typeof readComingDays>>;

/** The gain of a finished day, the stability of its questions, and the forecast for the next days. */
export async function readDayEnd(deps: Deps, today: Today, isTold: boolean) {
  const next = await readComingDays(deps, today);
  const answered = new Set(today.reviewed.map(({ questionId }) => questionId));
  return {
    tomorrow: next.tomorrow.questions,
    tomorrowCards: next.tomorrow.cards,
    coming: next.coming.map(({ day, ...counts }) => ({ day: numberedDay(day), ...counts })),
    won: isTold ? await readWon(deps, today, next.pool) : null,
    grip: isTold ? gripOf(next.pool.seen.filter(({ questionId }) => answered.has(questionId))) : null,
  };
}

/**
 * The expected recall on the day of the exam over everything answered so far, weighted by each question's worth: with
 * today's review, and without it. Questions asked for the first time today count as unknown before.
 */
async function readWon(deps: Deps, today: Today, { thinking: { memory }, weights, choices }: Ahead['pool']) {
  const { who, exam, day, reviewed } = today;
  if (!exam || exam.date <= day) return null;
  const moved = new Set(reviewed.flatMap(({ questionId, standsFor }) => [questionId, standsFor ?? questionId]));
  const [columns, log] = await Promise.all([
    readExamColumns(deps.db, who, STATES_MAX),
    listLog(deps.db, who.userId, [...moved]),
  ]);
  if (columns.answers < ANSWERS_NEEDED) return null;
  const model = modelOf(weights);
  const rowsOf = Map.groupBy(
    log.filter((row) => row.day < day),
    ({ questionId }) => questionId,
  );
  const examDay = dayNumber(exam.date);
  const onExamDay = (stability: number, lastDay: number) => memory.recall(stability, Math.max(0, examDay - lastDay));
  const without = (questionId: number) => {
    const state = replay(rowsOf.get(questionId) ?? [], model);
    return state === null ? 0 : onExamDay(state.stability, dayNumber(state.lastDay));
  };
  const states = examSeenOf(columns);
  const bank = [...choices.byTopic].map(([topicId, { length }]) => ({ topicId, count: length }));
  const weightOf = new Map<number | null, number>();
  for (const { topicId } of states)
    if (!weightOf.has(topicId)) weightOf.set(topicId, worthOfQuestion(choices.worth, bank, topicId));
  // The exam asks none of these: then all count alike.
  const isAsked = [...weightOf.values()].some((weight) => weight > 0);
  let [whole, before, after] = [0, 0, 0];
  for (const { questionId, stability, lastDay, topicId } of states) {
    const weight = isAsked ? (weightOf.get(topicId) ?? 0) : 1;
    const now = onExamDay(stability, lastDay);
    whole += weight;
    after += weight * now;
    before += weight * (moved.has(questionId) ? without(questionId) : now);
  }
  const percent = (sum: number) => Math.round((100 * sum) / whole);
  return whole > 0 ? { before: percent(before), after: percent(after) } : null;
}
