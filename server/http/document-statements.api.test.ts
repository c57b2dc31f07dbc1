import { beforeAll, expect, test, vi } from 'vitest';
import { DAY_MS } from '#contract/time.ts';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { pretendIdle } from '#server/testing/pretend-idle.ts';
import { roundTripsOf } from '#server/testing/round-trips.ts';
import { createCourse, createLesson, createSubject, enrollStudent } from '#server/testing/study.ts';
import { createExamWithSyllabus } from '#server/testing/syllabi.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { dayOf } from '#server/time/calendar.ts';

/**
 * How many statements a document sends, and in how many round trips. The clock of a busy machine says nothing; these
 * numbers do not depend on it. The bars may only be lowered.
 */
const testApp = useTestApp({ RATE_LIMIT: 'off' });
pretendIdle(testApp);
let student: Person;
let quizId: number;
let lessonId: number;
let courseId: number;

/** A student who follows an exam with a syllabus and a course, and has answered some questions. */
beforeAll(async () => {
  const { db } = testApp.deps;
  const now = testApp.clock.now();
  const admin = await createPerson(db, { role: 'admin', now });
  const subjectId = await createSubject(db, 'Português');
  lessonId = await createLesson(db, 'Crase', subjectId);
  const topics = [{ topicId: null, name: 'Crase', amount: 10 }];
  const exam = await createExamWithSyllabus(testApp, admin, [{ subjectId, name: 'Português', topics }]);
  await db.updateTable('lessons').set({ topic_id: exam.topicId }).where('id', '=', lessonId).execute();
  const questions: Awaited<ReturnType<typeof createBankQuestion>>[] = [];
  for (let one = 0; one < 40; one += 1)
    questions.push(await createBankQuestion(testApp, admin, { subjectId, topic: 'Crase' }));
  const asked = questions.slice(0, 6);
  const quiz = await publishComposed(testApp, admin, { questionIds: asked.map(({ id }) => id) });
  quizId = quiz.id;
  student = await createPerson(db, { now });
  courseId = await createCourse(db, { lessons: [lessonId] });
  await enrollStudent(db, student.id, courseId);
  await testApp.request({ method: 'POST', url: `/api/exams/${exam.id}/follow`, as: student });
  const answers = asked.map(({ id, right, wrong }, index) => [id, index % 2 === 0 ? right : wrong] as const);
  await takeQuiz(testApp, student, quiz.id, new Map(answers));
  await testApp.deps.jobs.drain();
  // As outside of tests, no two readings of the clock are the same.
  const { now: read } = testApp.clock;
  let readings = 0;
  vi.spyOn(testApp.clock, 'now').mockImplementation(() => new Date(read().getTime() + (readings++ % 1000)));
});

const openOnce = async (path: string) => {
  const { statements, trips } = await roundTripsOf(async () => {
    const document = await testApp.request({ url: path, as: student });
    expect(document.body).toContain('id="first-screen"');
  });
  return { statements: statements.length, trips, texts: statements.map(({ text, trip }) => `${trip}: ${text}`) };
};

/**
 * The opening with the fewest statements. On a busy machine a message about a change that was made before drops a cache
 * in the middle of an opening, which then reads it again.
 */
async function fewest(
  open: () => Promise<Awaited<ReturnType<typeof openOnce>>>,
  enough: { statements: number; trips?: number },
) {
  const { statements: most, trips: mostTrips = Number.POSITIVE_INFINITY } = enough;
  let best = await open();
  for (let tries = 1; tries < 5 && (best.statements > most || best.trips > mostTrips); tries += 1) {
    const next = await open();
    if (next.statements < best.statements || (next.statements === best.statements && next.trips < best.trips)) {
      best = next;
    }
  }
  return best;
}

test.each([
  { path: '/', statements: 3, trips: 1 },
  { path: '/review', statements: 6, trips: 3 },
  { path: '/practice', statements: 8, trips: 3 },
])(
  'the document $path of a day that has begun takes at most $statements statements in $trips round trips',
  async (bar) => {
    // The first opening of a day stores its review and its plan, and loads what is the same for everyone.
    await openOnce(bar.path);
    await openOnce('/');
    // A read shares a statement once it was sent alone.
    await openOnce(bar.path);
    const { statements, trips, texts } = await fewest(() => openOnce(bar.path), bar);
    expect(statements, texts.join('\n')).toBeLessThanOrEqual(bar.statements);
    expect(trips, texts.join('\n')).toBeLessThanOrEqual(bar.trips);
  },
);

// The calls of a mock exam read the same quiz, attempts and rights: each of these is read once.
test.each([
  { name: 'a mock exam that was taken', path: () => `/quizzes/${quizId}`, most: 12 },
  { name: 'a lesson', path: () => `/articles/${lessonId}`, most: 6 },
  { name: 'a course', path: () => `/courses/${courseId}`, most: 6 },
])('the document of $name takes at most $most statements', async ({ path, most }) => {
  // A read shares a statement once it was sent alone.
  await openOnce(path());
  await openOnce(path());
  const { statements, texts } = await fewest(() => openOnce(path()), { statements: most });
  expect(statements, texts.join('\n')).toBeLessThanOrEqual(most);
});

// Two of them are those of the session; one stores the plan with the list of its review.
test('the first home of a day takes at most 5 statements in 3 round trips', async () => {
  // A read shares a statement once it was sent alone.
  await openOnce('/');
  await openOnce('/');
  const openNextDay = () => {
    testApp.clock.set(new Date(testApp.clock.now().getTime() + DAY_MS).toISOString());
    return openOnce('/');
  };
  const { statements, trips, texts } = await fewest(openNextDay, { statements: 5, trips: 3 });
  expect(statements, texts.join('\n')).toBeLessThanOrEqual(5);
  expect(trips, texts.join('\n')).toBeLessThanOrEqual(3);
  const today = new Date(dayOf(testApp.clock.now()));
  expect(await testApp.deps.db.selectFrom('review_days').select('day').execute()).toEqual([{ day: today }]);
});
