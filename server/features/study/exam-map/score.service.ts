import type { ExpectedScore } from '#contract/study/exam-map.ts';
import type { Deps } from '#server/deps.ts';
import { followedExam } from '#server/features/content/contests/contests.service.ts';
import { readWithheldAttempts } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { expectedPoints } from '#server/features/study/mastery/expected-score.ts';
import { readChecks } from '#server/features/study/mastery/score-checks.service.ts';
import { addDays, dayOf } from '#server/time/calendar.ts';
import { type Outlook, readOutlook } from './exam-map.service.ts';
import { deleteScoreDays, listScoreDays, saveScoreDay } from './exam-map.store.ts';

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
  minimums: [],
  history: [],
  checks: [],
};

export async function readScore(deps: Deps, userId: string): Promise<ExpectedScore> {
  const now = deps.clock.now();
  const today = dayOf(now);
  const exam = await followedExam(deps.db, userId, today);
  if (!exam) return nothing;
  const about = { ...nothing, examId: exam.id, examName: exam.name };
  const outlook = await readOutlook(deps, userId, exam.id);
  const { asked, expected, missing, missingTopics, missingInTopics, passMark } = outlook;
  if (asked.length === 0) return { ...about, why: 'no_syllabus' };
  const answers = asked.reduce((all, one) => all + one.different, 0);
  const told = { ...about, of: expected.of, passMark, answers };
  if (missing > 0) return { ...told, why: 'few_answers', missing, missingTopics, missingInTopics };
  await saveScoreDay(deps.db, { userId, examId: exam.id, day: today, ...expected });
  const withheld = await readWithheldAttempts(deps.db, userId, now);
  const [history, checks] = await Promise.all([
    listScoreDays(deps.db, userId, exam.id, addDays(today, -HISTORY_DAYS), expected.of),
    readChecks(deps.db, userId, [...withheld.keys()], CHECKS_SHOWN),
  ]);
  return {
    ...told,
    ...expected,
    why: null,
    enough: true,
    minimums: minimumsOf(outlook),
    history,
    checks: checks.map(({ closedAt, ...check }) => ({ ...check, day: closedAt ? dayOf(closedAt) : today })),
  };
}

/** Right answers that are expected of each subject that has a minimum. */
function minimumsOf({ subjects, asked, standing }: Outlook): ExpectedScore['minimums'] {
  return subjects.flatMap(({ subjectId, name, minimum }) => {
    if (minimum === null) return [];
    const lines = asked.filter((one) => one.subjectId === subjectId).map(({ about }) => ({ ...about, points: 1 }));
    const { score, low, high } = expectedPoints(standing.ability, lines);
    return [{ subjectId, name, minimum, expected: score, low, high }];
  });
}

export const forgetOldScores = (deps: Deps, limit: number) =>
  deleteScoreDays(deps.db, addDays(dayOf(deps.clock.now()), -STORED_DAYS), limit);
