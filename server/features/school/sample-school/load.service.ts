import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { sampleExams } from '#server/features/content/contests/contests.sample.ts';
import { readSampleCourses, sampleCourses, sampleStays } from '#server/features/content/courses/courses.sample.ts';
import { sampleLaws } from '#server/features/content/laws/sample/laws.sample.ts';
import { sampleLessons, sampleReadings } from '#server/features/content/lessons/lessons.sample.ts';
import { sampleStudies } from '#server/features/content/study-time/study-time.sample.ts';
import { changeGoal } from '#server/features/content/study-time/study-time.service.ts';
import { sampleSyllabus } from '#server/features/content/syllabus/syllabus.sample.ts';
import { sampleEssays } from '#server/features/exams/essays/sample/essays.sample.ts';
import {
  hasUnmarkedSample,
  readSampleAnswerKeys,
  sampleAttempts,
  sampleQuizzes,
} from '#server/features/exams/mock-exams/sample/quizzes.sample.ts';
import {
  type SampleSeries,
  sampleSaturday,
  sampleSeries,
} from '#server/features/exams/mock-exams/sample/weekly.sample.ts';
import { samplePayments } from '#server/features/money/payments/payments.sample.ts';
import { readOffice, type SamplePeople, samplePeople } from '#server/features/people/accounts/accounts.sample.ts';
import type { Login } from '#server/features/people/accounts/first-admin.service.ts';
import { sampleBank } from '#server/features/questions/question-bank/question-bank.sample.ts';
import { markQuestions } from '#server/features/questions/questions/questions.sample.ts';
import { sampleVisits } from '#server/features/school/admin-home/admin-home.sample.ts';
import { sampleTrial } from '#server/features/school/trial/trial.sample.ts';
import { samplePractice } from '#server/features/study/practice/practice.sample.ts';
import { sampleComments } from '#server/features/study/question-comments/question-comments.sample.ts';
import { sampleQuestionLists } from '#server/features/study/question-lists/question-lists.sample.ts';
import { sampleCards } from '#server/features/study/review/cards/cards.sample.ts';
import { logSampleAttempts, takeInSampleAttempt } from '#server/features/study/review/review.sample.ts';
import { createSessions } from '#server/http/sessions.ts';
import { lifeOf } from './class-history.ts';
import { daysBefore, eveningOf } from './evenings.ts';
import { removeInterrupted } from './removal.service.ts';
import { SAMPLE_TOPIC } from './sample-flag.ts';
import { findSampleSchool, noteBegun, noteLoaded, withSampleLock } from './sample-school.store.ts';
import { isAttempt, practiceOf, readingsOf, steps, studySpans } from './student-history.ts';

/** Whether a crash interrupted the load. Its passwords were never shown; the next start loads again from scratch. */
export async function isInterrupted(deps: Deps): Promise<boolean> {
  const state = await findSampleSchool(deps.db);
  return state !== undefined && state.loadedAt === null && state.removedAt === null;
}

/**
 * Loads a sample school in its third month. Each feature adds its own content, with the services that real users call.
 * Runs once per database: a removed sample is not loaded again.
 */
export async function loadSample(deps: Deps, newPassword: () => string): Promise<Login[]> {
  // When several processes start together, one loads; the others continue without waiting.
  const loaded = await withSampleLock(deps.db, async () => {
    const state = await findSampleSchool(deps.db);
    if (state?.loadedAt || state?.removedAt || (!state && (await hasUnmarkedSample(deps)))) return [];
    const sessions = createSessions(deps);
    if (state) await removeInterrupted(deps, sessions);
    await noteBegun(deps.db, deps.clock.now());
    const admin = await readOffice(deps.db);
    const { people, logins } = await samplePeople(deps, newPassword, { withOffice: admin !== undefined });
    // In parallel: the two are independent, and each mostly waits for the database.
    const { buyers: admitted, payers } = people;
    const [series] = await Promise.all([
      loadContent(deps, people),
      admin ? samplePayments(deps, { sessions, admin }, { admitted, payers }) : undefined,
    ]);
    await loadHistory(deps, people, series);
    await noteLoaded(deps.db, deps.clock.now());
    await deps.bus.publish(deps.db, SAMPLE_TOPIC, 'loaded');
    return logins;
  });
  return loaded ?? [];
}

async function loadContent(deps: Deps, { teacher }: SamplePeople): Promise<SampleSeries> {
  await sampleLessons(deps, teacher.id);
  await sampleQuizzes(deps, teacher);
  const { weekly } = await sampleBank(deps, teacher.id);
  await markQuestions(deps.db, teacher.id);
  await sampleTrial(deps, teacher.id);
  await sampleCourses(deps, teacher);
  // After the courses, which include every existing quiz.
  return sampleSeries(deps, teacher, weekly);
}

async function loadHistory(deps: Deps, people: SamplePeople, series: SampleSeries): Promise<void> {
  const now = deps.clock.now();
  const courses = await readSampleCourses(deps);
  const sheets = await readSampleAnswerKeys(deps);
  const bySheet = new Map(Object.values(sheets).map((sheet) => [sheet.quizId, sheet]));
  const quizzes = [...bySheet.values()].map(({ quizId, publishedAt }) => ({ id: quizId, publishedAt }));
  const lives = people.classmates.map((mate, place) => lifeOf(place, mate, { courses, quizzes, now }));
  const own = readingsOf(courses, now).map((reading) => ({ ...reading, userId: people.student.id }));

  await sampleStays(deps, [...lives.flatMap(({ stays }) => stays), ...staysOf(people.student.id, courses, now)]);
  await transact(deps, async (tx) => {
    const readings = [...lives.flatMap((life) => life.readings), ...own];
    await sampleReadings(tx, readings);
    const spans = { [people.student.id]: studySpans(now) };
    await sampleStudies(tx, studiesOf(readings, spans));
  });
  await transact(deps, async (tx) => {
    const attempts = lives.flatMap((life) => life.attempts);
    const known = attempts.flatMap(({ quizId, ...attempt }) => {
      const sheet = bySheet.get(quizId);
      return sheet ? [{ ...attempt, sheet }] : [];
    });
    await logSampleAttempts(tx, await sampleAttempts(deps, tx, known));
  });
  await logSampleAttempts(deps.db, await sampleSaturday(deps, series, people));
  await sampleExams(deps, [people.student.id, ...people.classmates.slice(0, 25).map(({ id }) => id)]);
  await sampleSyllabus(deps, people.teacher.id);
  await sampleLaws(deps, people.teacher.id);
  await sampleCards(deps, people.student.id);
  await changeGoal(deps, people.student.id, 10);
  await sampleEssays(deps, people);
  await sampleVisits(deps);
  for (const step of steps) {
    const at = eveningOf(daysBefore(now, step.days), now, step.days + 500);
    if (isAttempt(step)) {
      const attempt = { sheet: sheets[step.takes], userId: people.student.id, at, hits: step.hits };
      const ids = await transact(deps, (tx) => sampleAttempts(deps, tx, [attempt]));
      if (step !== steps.at(-1)) await logSampleAttempts(deps.db, ids);
      else for (const id of ids) await takeInSampleAttempt(deps, id);
    } else {
      const quizId = 'of' in step ? sheets[step.of].quizId : 0;
      await samplePractice(deps, people.student, practiceOf(step, at, quizId));
    }
  }
  const at = eveningOf(daysBefore(now, 2), now, 900);
  const [course] = courses;
  if (course) {
    await sampleQuestionLists(deps, { student: people.student, teacher: people.teacher, courseId: course.id, at });
  }
  const mateIds = people.classmates.map(({ id }) => id);
  await sampleComments(deps, { studentId: people.student.id, mateIds, teacherId: people.teacher.id, at });
}

type Courses = Awaited<ReturnType<typeof readSampleCourses>>;

/** The main student, with sixty days of history, follows the first three courses and has rated one of them. */
const staysOf = (userId: string, courses: Courses, now: Date) =>
  courses.slice(0, 3).map(({ id: courseId }, place) => ({
    userId,
    courseId,
    at: daysBefore(now, 60 - place * 4),
    ...(place === 1 ? { stars: { given: 5, at: daysBefore(now, 18) } } : {}),
  }));

const READ_MS = 25 * 60_000;
/** Only the last evenings of the other students: they show who still studies. */
const EVENINGS = 3;

/** Study times of each student: the spans given in `told`, else the evenings of the last lessons read. */
function studiesOf(
  readings: readonly { userId: string; at: Date }[],
  told: Record<string, { from: Date; until: Date }[]>,
) {
  return [...Map.groupBy(readings, ({ userId }) => userId)].map(([userId, own]) => ({
    userId,
    spans: told[userId] ?? lastOf(own).map(({ at }) => ({ from: new Date(at.getTime() - READ_MS), until: at })),
  }));
}

const lastOf = <R extends { at: Date }>(readings: readonly R[]): R[] =>
  readings.toSorted((a, b) => a.at.getTime() - b.at.getTime()).slice(-EVENINGS);
