import { openShared } from '#server/db/shared.ts';
import type { Deps } from '#server/deps.ts';
import { followedExam } from '#server/features/content/contests/contests.service.ts';
import { readWeeklyGoal } from '#server/features/content/study-time/study-time.service.ts';
import { readActiveQuestions } from '#server/features/questions/questions/active-questions.service.ts';
import { readModel } from '#server/features/study/mastery/mastery.service.ts';
import { runEach } from '#server/jobs/each.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { addDays, dayNumber, dayOf } from '#server/time/calendar.ts';
import { createWorkerPool } from '#server/work/worker-pool.ts';
import { readWorth } from '../exam-worth.service.ts';
import { bringUpToDate } from '../memory.service.ts';
import { prepareReviewDay } from '../review-day.service.ts';
import { findMemory } from '../student-memories.store.ts';
import { dailyQuestions, MINUTES_EACH } from '../today.ts';
import { carriersOf, groupsOf } from '../topic-groups.ts';
import type { ChoiceInput, ChoiceOutput } from './choice-work.ts';
import { type BankTopic, freshGroups, inGroups, worthOfQuestion } from './exam-worth.ts';
import * as store from './night.store.ts';
import { answersByQuestion } from './traces.ts';

const CHOICE_JOB = 'choose-policies';
/** Students without a visit for this number of days are skipped: they would not open the list. */
const ACTIVE_DAYS = 14;
/** One run of the minute: the next one goes on where it stopped. */
const STUDENTS_AT_ONCE = 200;
const RUN_MS = 40_000;

const workerPool = createWorkerPool<ChoiceInput, ChoiceOutput>(new URL('./choice.worker.ts', import.meta.url), {
  capacity: { total: 1, perKey: 1, waiting: 2, waitingPerKey: 2 },
  longestMs: 30_000,
  tooLong: () => new Error('Choosing a policy took too long.'),
  tooMany: () => new Error('Policies are being chosen already.'),
});

/** Simulates every policy from today to the exam in a worker; the best one selects the daily list. */
export async function chooseFor(deps: Deps, userId: string, bank: readonly BankTopic[]): Promise<void> {
  const today = dayOf(deps.clock.now());
  await bringUpToDate(deps, userId);
  const exam = await followedExam(deps.db, userId, today);
  // Without an exam there is no day to get ready for: nine of ten, without an end.
  if (!exam || exam.date <= today) {
    await store.saveChoice(deps.db, userId, { policy: null, form: null, expected: null, cpuMs: 0 }, today);
    await prepareReviewDay(deps, userId);
    return;
  }
  const shared = await openShared(deps.db);
  const [rows, kept, weeklyHours, worth, { guess }, { byTopic }] = await Promise.all([
    store.listMemoryLog(deps.db, userId, store.LOG_MAX),
    findMemory(deps.db, userId),
    readWeeklyGoal(deps.db, userId),
    readWorth(deps.db, exam.id),
    readModel(deps.db),
    readActiveQuestions(deps.db, shared),
  ]);
  const topicOf = new Map(rows.map(({ questionId, topicId }) => [questionId, topicId]));
  const most = dailyQuestions(weeklyHours);
  // As the list does: a topic is repeated in groups of its questions.
  const groups = inGroups(bank);
  const carriers = carriersOf(
    groupsOf(byTopic),
    [...answersByQuestion(rows)].map(([questionId, answers]) => ({
      questionId,
      answers,
      topicId: topicOf.get(questionId) ?? null,
      lastDay: answers.at(-1)?.[0] ?? 0,
    })),
  );
  const reachable = exam.daysLeft * most;
  const output = await workerPool(
    {
      weights: kept?.weights ?? null,
      guess,
      current: kept?.policy ?? null,
      today: dayNumber(today),
      examDay: dayNumber(exam.date),
      minutes: most * MINUTES_EACH,
      seen: carriers.map(({ answers, topicId }) => ({ answers, worth: worthOfQuestion(worth, groups, topicId) })),
      fresh: freshGroups(
        worth,
        groups,
        carriers.map(({ topicId }) => topicId),
        reachable,
      ),
      seed: (dayNumber(today) ^ Number.parseInt(userId.slice(-8), 16)) >>> 0,
    },
    'night',
  );
  const { policy, form, expected, cpuMs, isWhole } = output;
  if (!isWhole) deps.log.warn({ userId, cpuMs }, 'no time to choose a policy: the one before stays');
  await store.saveChoice(
    deps.db,
    userId,
    isWhole ? { policy, form, expected, cpuMs } : { policy: null, form: null, expected: null, cpuMs },
    today,
  );
  await prepareReviewDay(deps, userId);
}

/** Processes one batch of students. Those not reached keep the current policy and come first the next night. */
export async function choosePolicies(deps: Deps) {
  const today = dayOf(deps.clock.now());
  const about = { today, since: addDays(today, -ACTIVE_DAYS) };
  let bank: readonly BankTopic[] = [];
  await runEach(deps, {
    work: CHOICE_JOB,
    limit: STUDENTS_AT_ONCE,
    budgetMs: RUN_MS,
    list: async (pausing, limit) => {
      const waiting = await store.listWaiting(deps.db, { ...about, pausing, limit });
      if (waiting.length > 0) bank = await store.countBank(deps.db);
      return waiting;
    },
    idOf: (userId) => userId,
    run: (userId) => chooseFor(deps, userId, bank),
  });
  return store.readNight(deps.db, about);
}

export function defineChoiceWork(deps: Deps): void {
  defineUpkeep(deps, { name: CHOICE_JOB, every: '* 1-4 * * *', run: () => choosePolicies(deps) });
}
