import type { ReviewForecast } from '#contract/study/review.ts';
import type { Deps } from '#server/deps.ts';
import { followedExam } from '#server/features/content/contests/contests.service.ts';
import { readWeeklyGoal } from '#server/features/content/study-time/study-time.service.ts';
import { closeDue } from '#server/features/exams/mock-exams/grading/closing.service.ts';
import { readUnderWay } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { readMasteryState } from '#server/features/study/mastery/mastery.service.ts';
import { tooBusy } from '#server/http/overload.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { dayNumber, dayOf } from '#server/time/calendar.ts';
import { createWorkerPool } from '#server/work/worker-pool.ts';
import { bringUpToDate } from '../memory.service.ts';
import { memoryWeights } from '../memory-replay.ts';
import { countBank } from '../night/night.store.ts';
import { listExamStates } from '../review.store.ts';
import { findMemory } from '../student-memories.store.ts';
import { dailyQuestions, MINUTES_EACH, policyFor, thinkingOf } from '../today.ts';
import type { ForecastInput, GroupForecast } from './forecast-work.ts';

/** With fewer answers a memory is not forecast. */
export const ANSWERS_NEEDED = 60;
/** More than anybody answers in a preparation. */
export const STATES_MAX = 20_000;

const busy = () => tooBusy('Há previsões demais sendo feitas agora. Tente de novo em instantes.');
const workerPool = createWorkerPool<ForecastInput, GroupForecast[]>(new URL('./forecast.worker.ts', import.meta.url), {
  capacity: { total: 1, perKey: 1, waiting: 20, waitingPerKey: 2 },
  longestMs: 10_000,
  tooLong: busy,
  tooMany: busy,
});

/** How much is known today and will be on the day of the exam, by what was answered so far. */
export async function readForecast(deps: Deps, user: SessionUser): Promise<ReviewForecast> {
  await closeDue(deps, user.id);
  await bringUpToDate(deps, user.id);
  const now = deps.clock.now();
  const day = dayOf(now);
  const [exam, standing, underWay] = await Promise.all([
    followedExam(deps.db, user.id, day),
    readMasteryState(deps.db, user.id),
    readUnderWay(deps.db, user.id, now),
  ]);
  const { answers } = standing.ability;
  const about = {
    answers,
    missing: Math.max(0, ANSWERS_NEEDED - answers),
    exam: exam && { id: exam.id, name: exam.name, date: exam.date, daysLeft: exam.daysLeft },
  };
  const nothing = { ...about, enough: false, all: null, subjects: [] };
  if (answers < ANSWERS_NEEDED) return nothing;
  const [states, kept, weeklyHours, bank] = await Promise.all([
    listExamStates(deps.db, { userId: user.id, underWay: [...underWay.keys()], bought: null }, STATES_MAX),
    findMemory(deps.db, user.id),
    readWeeklyGoal(deps.db, user.id),
    countBank(deps.db),
  ]);
  if (states.length === 0) return nothing;
  const { memory, policy } = thinkingOf(kept);
  const examDay = exam && exam.date > day ? dayNumber(exam.date) : null;
  const most = dailyQuestions(weeklyHours);
  const groups = [...new Set(states.map(({ subjectId }) => subjectId))];
  const inBank = bank.reduce((sum, { count }) => sum + count, 0);
  const told = await workerPool(
    {
      weights: kept?.weights ?? memoryWeights,
      form: memory.form,
      guess: standing.model.guess,
      policy: policyFor(examDay, policy),
      today: dayNumber(day),
      examDay,
      minutes: most * MINUTES_EACH,
      seen: states.map(({ subjectId, stability, difficulty, lastDay, lastRight }) => ({
        group: groups.indexOf(subjectId),
        stability,
        difficulty,
        lastDay: dayNumber(lastDay),
        lastRight,
      })),
      fresh: Math.min(Math.max(0, inBank - states.length), most * Math.max(0, exam?.daysLeft ?? 0)),
      seed: dayNumber(day),
    },
    user.id,
  );
  const outlooks = new Map(told.map(({ group, ...outlook }) => [group, outlook]));
  const nameOf = new Map(states.map(({ subjectId, subject }) => [subjectId, subject]));
  return {
    ...about,
    enough: true,
    all: outlooks.get(-1) ?? null,
    subjects: groups.flatMap((subjectId, group) => {
      const outlook = outlooks.get(group);
      return outlook ? [{ subjectId, name: nameOf.get(subjectId) ?? null, ...outlook }] : [];
    }),
  };
}
