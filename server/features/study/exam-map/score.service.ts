import type { ExpectedScore } from '#contract/study/exam-map.ts';
import type { Deps } from '#server/deps.ts';
import { examOf, followedExamReads } from '#server/features/content/contests/contests.service.ts';
import { anythingReads, withheldAttemptsOf } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { guessingOf, type PaperScore, scoreOf } from '#server/features/study/mastery/paper.ts';
import { checkReads, tellableChecks } from '#server/features/study/mastery/score-checks.service.ts';
import { syncAndRead } from '#server/features/study/review/sync-and-read.service.ts';
import { runEach } from '#server/jobs/each.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { addDays, dayOf } from '#server/time/calendar.ts';
import { type Outlook, outlookOf, outlookReads } from './exam-map.service.ts';
import { deleteScoreDays, listUnscored, type ScoreDay, saveScoreDay, scoreDays } from './exam-map.store.ts';

const HISTORY_DAYS = 28;
const STORED_DAYS = 120;
const CHECKS_SHOWN = 5;

const nothing: ExpectedScore = {
  examId: null,
  examName: null,
  score: null,
  low: null,
  high: null,
  of: 0,
  passMark: null,
  enough: false,
  why: 'no_exam',
  missing: 0,
  missingTopics: 0,
  missingInTopics: 0,
  answers: 0,
  passChance: null,
  wrongPoints: null,
  guessing: null,
  minimums: [],
  history: [],
  checks: [],
};

export async function readScore(deps: Deps, userId: string): Promise<ExpectedScore> {
  const now = deps.clock.now();
  const today = dayOf(now);
  const look = await syncAndRead(deps, userId, {
    ...followedExamReads(userId, today),
    ...outlookReads(userId, now),
    ...checkReads(userId, CHECKS_SHOWN),
    ...anythingReads(userId),
    scoreDays: scoreDays(userId, addDays(today, -HISTORY_DAYS)),
  });
  const exam = examOf(look.rows.exam, today);
  if (!exam) return nothing;
  const about = { ...nothing, examId: exam.id, examName: exam.name };
  const outlook = await outlookOf(deps, look, exam.id);
  const { asked, expected, missing, missingTopics, missingInTopics, passMark } = outlook;
  if (asked.length === 0) return { ...about, why: 'no_syllabus' };
  const answers = asked.reduce((all, one) => all + one.answers, 0);
  const told = {
    ...about,
    of: expected.of,
    passMark,
    answers,
    wrongPoints: outlook.wrongPoints,
    guessing: guessingFor(outlook),
  };
  if (missing > 0) return { ...told, why: 'few_answers', missing, missingTopics, missingInTopics };
  if (outlook.isScoreWithdrawn) return { ...told, why: 'withdrawn' };
  const { passChance, minimums, ...interval } = scoreOf(outlook.standing.ability, outlook.paper, outlook.rules);
  const days = look.rows.scoreDays;
  const stored = days.find(({ day }) => day === today);
  // Saved for the first opening of a day, and when it has moved since.
  const isStored = stored?.score === interval.score && stored.of === interval.of;
  const [withheld] = await Promise.all([
    withheldAttemptsOf(deps.db, userId, now, look.rows),
    isStored ? undefined : saveScoreDay(deps.db, { userId, examId: exam.id, day: today, ...interval }),
  ]);
  const history = historyOf(days, { day: today, score: interval.score, of: interval.of });
  const checks = await tellableChecks(deps.db, userId, look.rows, [...withheld.keys()], CHECKS_SHOWN);
  return {
    ...told,
    ...interval,
    passChance,
    why: null,
    enough: true,
    minimums: namedMinimums(outlook, minimums),
    history,
    checks: checks.map(({ closedAt, ...check }) => ({ ...check, day: closedAt ? dayOf(closedAt) : today })),
  };
}

/** Only days with the same total of points: after a change of the syllabus the history starts over. */
const historyOf = (days: readonly ScoreDay[], today: ScoreDay): { day: string; score: number }[] =>
  [...days.filter(({ day }) => day < today.day), today]
    .filter(({ of }) => Math.abs(of - today.of) < 0.01)
    .map(({ day, score }) => ({ day, score }));

function namedMinimums({ subjects }: Outlook, minimums: PaperScore['minimums']): ExpectedScore['minimums'] {
  const names = new Map(subjects.map(({ subjectId, name }) => [subjectId, name]));
  return minimums.map((one) => ({ ...one, name: names.get(one.subjectId) ?? '' }));
}

/** Whether a guess pays under the exam's rules; null where they are unknown. By the line with the worst odds. */
function guessingFor({ paper, rules }: Outlook): ExpectedScore['guessing'] {
  if (rules.wrong === null || paper.length === 0) return null;
  return guessingOf(rules, Math.min(...paper.map(({ guess }) => guess)));
}

export const forgetOldScores = (deps: Deps, limit: number) =>
  deleteScoreDays(deps.db, addDays(dayOf(deps.clock.now()), -STORED_DAYS), limit);

const SCORE_JOB = 'save-scores';
const SCORED_AT_ONCE = 100;
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Saves the score of every active follower, so that the line over four weeks has a point for each day. */
export async function saveScores(deps: Deps): Promise<number> {
  const today = dayOf(deps.clock.now());
  let after = NIL_UUID;
  const { done } = await runEach(deps, {
    work: SCORE_JOB,
    limit: SCORED_AT_ONCE,
    untilEmpty: true,
    async list(pausing, limit) {
      const since = addDays(today, -HISTORY_DAYS);
      const users = await listUnscored(deps.db, { today, since, after, pausing, limit });
      after = users.at(-1) ?? after;
      return users;
    },
    idOf: (userId) => userId,
    // Reading a score saves it.
    run: async (userId) => {
      await readScore(deps, userId);
    },
  });
  return done;
}

export function defineScoreWork(deps: Deps): void {
  defineUpkeep(deps, {
    name: SCORE_JOB,
    every: '*/10 5-6 * * *',
    run: async () => ({ students: await saveScores(deps) }),
  });
}
