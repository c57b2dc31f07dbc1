import type { SampleRemoval } from '#contract/platform/admin-system.ts';
import { HOUR_MS } from '#contract/time.ts';
import { publishChange } from '#server/db/bus.ts';
import type { Tx } from '#server/db/handle.ts';
import { type After, transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { forgetSampleCertificates } from '#server/features/content/certificates/certificates.sample.ts';
import { markExams, removeSampleExams } from '#server/features/content/contests/contests.sample.ts';
import {
  forgetSampleRatings,
  markCourses,
  removeSampleCourses,
} from '#server/features/content/courses/courses.sample.ts';
import { removeSampleLaws } from '#server/features/content/laws/sample/laws.sample.ts';
import { markLessons, removeSampleLessons } from '#server/features/content/lessons/lessons.sample.ts';
import { markEssayThemes, removeSampleThemes } from '#server/features/exams/essays/sample/essays.sample.ts';
import {
  forgetSampleAttempts,
  markQuizzes,
  readUnmarkedSample,
  removeSampleQuizzes,
} from '#server/features/exams/mock-exams/sample/quizzes.sample.ts';
import { readSamplePayments, removeSamplePayments } from '#server/features/money/payments/payments.sample.ts';
import {
  markFirstUsers,
  readSampleTeacher,
  readSampleUsers,
  removeSampleUsers,
} from '#server/features/people/accounts/accounts.sample.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { markQuestions, removeSampleQuestions } from '#server/features/questions/questions/questions.sample.ts';
import { forgetSampleVisits } from '#server/features/school/admin-home/admin-home.sample.ts';
import { forgetSampleTrial } from '#server/features/school/trial/trial.service.ts';
import type { createSessions } from '#server/http/sessions.ts';
import { SAMPLE_TOPIC } from './sample-flag.ts';
import { countSample, findSampleSchool, noteRemoved, waitForSampleLock } from './sample-school.store.ts';

type Sessions = ReturnType<typeof createSessions>;

const nothing = { removed: 0, kept: 0 };
/** Longer than the first release took to load its sample. */
const LOAD_MS = HOUR_MS;

/** The sample school as the system page shows it; null when it is not loaded. */
export async function readSampleSchool(deps: Deps) {
  const state = await findSampleSchool(deps.db);
  return state?.loadedAt && !state.removedAt ? { loadedAt: state.loadedAt, ...(await countSample(deps.db)) } : null;
}

/**
 * Removes the sample school in one transaction. Content that real people have used or changed since stays, no longer
 * marked as sample. Idempotent.
 */
export async function removeSample(deps: Deps, sessions: Sessions, actorId: string | null): Promise<SampleRemoval> {
  return transact(deps, async (tx, after) => {
    await waitForSampleLock(tx);
    const state = await findSampleSchool(tx);
    const none = { people: nothing, courses: nothing, lessons: nothing, quizzes: nothing, questions: nothing };
    const at = deps.clock.now();
    const loadedAt = state ? (state.loadedAt ?? at) : await markFirstSample(tx);
    if (!loadedAt || state?.removedAt) return { ...none, exams: nothing, subjects: nothing };
    const result = await takeAway(deps, sessions, { tx, after }, loadedAt);
    await noteRemoved(tx, at);
    await publishChange(deps.bus, tx, after, SAMPLE_TOPIC, 'removed');
    const details = Object.fromEntries(
      Object.entries(result).flatMap(([kind, { removed, kept }]) => [
        [`${kind}Removed`, removed],
        [`${kind}Kept`, kept],
      ]),
    );
    await recordAudit(tx, { at, actorId, action: 'sample.removed', subject: 'sample', details });
    return result;
  });
}

/**
 * The first release loaded a smaller sample without marks or a record. Marks it and returns when its load was over;
 * what its teacher's account wrote later is real work and stays. Undefined: there is none.
 */
async function markFirstSample(tx: Tx): Promise<Date | undefined> {
  const first = await readUnmarkedSample(tx);
  if (!first) return undefined;
  await markFirstUsers(tx, first.teacherId);
  for (const mark of [markLessons, markQuizzes, markQuestions, markCourses]) await mark(tx, first.teacherId);
  await markExams(tx);
  return new Date(first.at.getTime() + LOAD_MS);
}

/** Removes an interrupted load before the next one. The content of its teacher was not marked as sample yet. */
export async function removeInterrupted(deps: Deps, sessions: Sessions): Promise<void> {
  await transact(deps, async (tx, after) => {
    const teacherId = await readSampleTeacher(tx);
    if (teacherId) {
      for (const mark of [markLessons, markQuizzes, markQuestions, markCourses, markEssayThemes])
        await mark(tx, teacherId);
    }
    await markExams(tx);
    await takeAway(deps, sessions, { tx, after }, deps.clock.now());
  });
}

async function takeAway(
  deps: Deps,
  sessions: Sessions,
  { tx, after }: { tx: Tx; after: After },
  loadedAt: Date,
): Promise<SampleRemoval> {
  const userIds = await readSampleUsers(tx);
  await forgetSampleAttempts(tx, userIds);
  await forgetSampleRatings(tx, userIds);
  await forgetSampleCertificates(tx, userIds);
  const paymentIds = await readSamplePayments(tx, userIds);
  const people = await removeSampleUsers(sessions, tx, after);
  await removeSamplePayments(deps, tx, paymentIds);
  // From here on every remaining use of sample content comes from real users.
  await forgetSampleTrial(deps, tx, after);
  await forgetSampleVisits(tx);
  await removeSampleThemes(tx);
  await removeSampleLaws(tx);
  const courses = await removeSampleCourses(tx, loadedAt);
  const quizzes = await removeSampleQuizzes(tx, loadedAt);
  const questions = await removeSampleQuestions(tx, loadedAt);
  const exams = await removeSampleExams(tx, loadedAt);
  const { lessons, subjects } = await removeSampleLessons(deps, tx, after, loadedAt);
  return { people, courses, quizzes, questions, exams, lessons, subjects };
}
