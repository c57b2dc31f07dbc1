import { beforeAll, expect, test, vi } from 'vitest';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { pretendIdle } from '#server/testing/pretend-idle.ts';
import { roundTripsOf } from '#server/testing/round-trips.ts';
import { createCourse, createLesson, createSubject, enrollStudent } from '#server/testing/study.ts';
import { createExamWithSyllabus } from '#server/testing/syllabi.ts';
import { useTestApp } from '#server/testing/test-app.ts';

/**
 * How many statements a document sends, and in how many round trips. The clock of a busy machine says nothing; these
 * numbers do not depend on it. The bars may only be lowered.
 */
const testApp = useTestApp({ RATE_LIMIT: 'off' });
pretendIdle(testApp);
let student: Person;
let quizId: number;
let lessonId: number;

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
  await enrollStudent(db, student.id, await createCourse(db, { lessons: [lessonId] }));
  await testApp.request({ method: 'POST', url: `/api/exams/${exam.id}/follow`, as: student });
  const answers = asked.map(({ id, right, wrong }, index) => [id, index % 2 === 0 ? right : wrong] as const);
  await takeQuiz(testApp, student, quiz.id, new Map(answers));
  await testApp.deps.jobs.drain();
  // As outside of tests, no two readings of the clock are the same.
  const { now: read } = testApp.clock;
  let readings = 0;
  vi.spyOn(testApp.clock, 'now').mockImplementation(() => new Date(read().getTime() + (readings++ % 1000)));
});

const open = async (path: string) => {
  const { statements, trips } = await roundTripsOf(async () => {
    const document = await testApp.request({ url: path, as: student });
    expect(document.body).toContain('id="first-screen"');
  });
  return { statements: statements.length, trips, texts: statements.map(({ text, trip }) => `${trip}: ${text}`) };
};


test('look', async () => {
  const { writeFileSync } = await import('node:fs');
  let out = '';
  const courseId = (await testApp.deps.db.selectFrom('courses').select('id').executeTakeFirstOrThrow()).id;
  const look = async (name: string, path: string) => {
    const { statements, trips, texts } = await open(path);
    out += `\n##### ${name} ${path}: ${statements} in ${trips}\n`;
    for (const t of texts) out += `--- ${t.replaceAll(/\s+/g, ' ')}\n`;
  };
  const paths = { home: '/', review: '/review', practice: '/practice', lesson: `/articles/${lessonId}`, course: `/courses/${courseId}`, quiz: `/quizzes/${quizId}`, study: '/study', courses: '/courses' };
  for (const [n, p] of Object.entries(paths)) await open(p);
  for (const [n, p] of Object.entries(paths)) await look(n, p);
  testApp.clock.set(new Date(testApp.clock.now().getTime() + 86_400_000).toISOString());
  await look('first home', '/');
  await look('second home', '/');
  writeFileSync('/tmp/fast-look.txt', out);
});
