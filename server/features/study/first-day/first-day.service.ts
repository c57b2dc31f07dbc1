import { type FirstDay, START_TEST_MAX, START_TEST_MIN } from '#contract/study/first-day.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { followedExam } from '#server/features/content/contests/contests.service.ts';
import { readUnderWay } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { readOutlook } from '#server/features/study/exam-map/exam-map.service.ts';
import { readModel } from '#server/features/study/mastery/mastery.service.ts';
import { guessing } from '#server/features/study/mastery/mastery-model.ts';
import { addStartTest } from '#server/features/study/practice/start-test.service.ts';
import { boughtCourses } from '#server/http/bought.ts';
import { AppError } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { dayOf } from '#server/time/calendar.ts';
import * as store from './first-day.store.ts';
import { type Candidate, chooseStartTest, type Weights } from './start-test.ts';

/** The most candidates that are read per topic. */
const OF_EACH_LINE = 20;
const OF_EACH_SUBJECT = 60;
const SUBJECTS_MAX = 50;
const OF_A_SUBJECT = 2;

/** The query for isFirstDay(), to be batched with other reads. */
export const firstDayReads = (userId: string) => ({ firstDay: store.firstDayOf(userId) });

/**
 * Whether home still asks: the student has studied nothing yet, or has started the start test and not finished it. A
 * student who dismissed it, or went on to courses and simulados without it, is not asked again.
 */
export function isFirstDay(
  rows: readonly store.FirstDayRow[],
  { isUntouched, hasMovedOn }: { isUntouched: boolean; hasMovedOn: boolean },
): boolean {
  const [row] = rows;
  return row ? !row.isOver && !hasMovedOn : isUntouched;
}

export async function readFirstDay(deps: Deps, user: SessionUser): Promise<FirstDay> {
  const [begun, syllabus] = await Promise.all([store.findTest(deps.db, user.id), readSyllabus(deps, user)]);
  const syllabusMinutes = syllabus ? syllabus.reduce((sum, { minutes }) => sum + minutes, 0) : null;
  if (begun) return { test: begun, syllabusMinutes };
  const questions = (await choose(deps, user, syllabus)).length;
  return { test: questions > 0 ? { practiceId: null, questions, answered: 0 } : null, syllabusMinutes };
}

/** What the followed exam asks; null without an exam, or where it has no syllabus. */
async function readSyllabus(deps: Deps, user: SessionUser) {
  const exam = await followedExam(deps.db, user.id, dayOf(deps.clock.now()));
  const asked = exam ? (await readOutlook(deps, user.id, exam.id)).asked : [];
  return asked.length > 0 ? asked : null;
}

/** Selects questions by the syllabus if it has enough of them, else evenly by subject; none if the bank has too few. */
async function choose(
  deps: Deps,
  user: SessionUser,
  syllabus: Awaited<ReturnType<typeof readSyllabus>>,
): Promise<Candidate[]> {
  const now = deps.clock.now();
  const who = {
    underWay: [...(await readUnderWay(deps.db, user.id, now)).keys()],
    bought: boughtCourses(user, now),
  };
  const model = await readModel(deps.db);
  const present = ({ options, difficulty, answers, ...row }: store.CandidateRow): Candidate => ({
    ...row,
    difficulty: difficulty ?? model.newQuestion,
    answers: answers ?? 0,
    guess: guessing(options),
  });
  if (syllabus) {
    const lines = syllabus.flatMap(({ topicId, subjectId, covered }) =>
      covered.map((id) => ({ line: topicId, subject: subjectId, id })),
    );
    const rows = await store.listCandidates(deps.db, who, lines, { by: 'topic_id', each: OF_EACH_LINE });
    const weights: Weights = new Map(syllabus.map(({ topicId, of }) => [topicId, of]));
    const chosen = chooseStartTest(rows.map(present), weights, sizeOf(rows));
    if (chosen.length >= START_TEST_MIN) return chosen;
  }
  const subjects = await store.listAskedSubjects(deps.db, SUBJECTS_MAX);
  const groups = subjects.map((id) => ({ line: id, subject: id, id }));
  const rows = await store.listCandidates(deps.db, who, groups, { by: 'subject_id', each: OF_EACH_SUBJECT });
  const chosen = chooseStartTest(rows.map(present), new Map(subjects.map((id) => [id, 1])), sizeOf(rows));
  return chosen.length >= START_TEST_MIN ? chosen : [];
}

/** Two questions per subject, within the limits of the start test. */
function sizeOf(rows: readonly { subject: number }[]): number {
  const subjects = new Set(rows.map(({ subject }) => subject)).size;
  return Math.min(START_TEST_MAX, Math.max(START_TEST_MIN, OF_A_SUBJECT * subjects));
}

/** Idempotent: a student has one start test, and a second call returns the same one. */
export async function beginTest(deps: Deps, user: SessionUser): Promise<{ practiceId: number }> {
  const begun = await store.findTest(deps.db, user.id);
  if (begun) return { practiceId: begun.practiceId };
  const questions = await choose(deps, user, await readSyllabus(deps, user));
  if (questions.length === 0) {
    throw new AppError('nothing_to_practise', 'A escola ainda não tem questões para o teste de partida.');
  }
  return transact(deps, async (tx) => {
    await store.lockFirstDay(tx, user.id);
    const theirs = await store.findTest(tx, user.id);
    if (theirs) return { practiceId: theirs.practiceId };
    const practiceId = await addStartTest(tx, user.id, questions, deps.clock.now());
    await store.saveTest(tx, user.id, practiceId);
    return { practiceId };
  });
}

export const endFirstDay = (deps: Deps, userId: string): Promise<void> =>
  store.endDay(deps.db, userId, deps.clock.now());
