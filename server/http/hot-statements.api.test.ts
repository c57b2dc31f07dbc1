import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createBankQuestion, publishComposed } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { explainAccess } from '#server/testing/plan-access.ts';
import { pretendIdle } from '#server/testing/pretend-idle.ts';
import { queriesOf } from '#server/testing/queries.ts';
import { createCourse, createLesson, createSubject, enrollStudent } from '#server/testing/study.ts';
import { createExamWithSyllabus } from '#server/testing/syllabi.ts';
import { useTestApp } from '#server/testing/test-app.ts';

/**
 * The statements of what students do most, as they are sent, with the tables that each of them reads by an index. The
 * file is part of the review of a change: `npx vitest run --project api server/http/hot-statements -u` writes it.
 */
const testApp = useTestApp({ RATE_LIMIT: 'off' });
pretendIdle(testApp);
let student: Person;
let courseId: number;
let lessonId: number;
let questionId: number;
let optionId: number;
let attemptId: number;
let askedId: number;
let askedOption: number;

beforeAll(async () => {
  const { db } = testApp.deps;
  const now = testApp.clock.now();
  const admin = await createPerson(db, { role: 'admin', now });
  const subjectId = await createSubject(db, 'Português');
  lessonId = await createLesson(db, 'Crase', subjectId);
  const topics = [{ topicId: null, name: 'Crase', amount: 10 }];
  const exam = await createExamWithSyllabus(testApp, admin, [{ subjectId, name: 'Português', topics }]);
  await db.updateTable('lessons').set({ topic_id: exam.topicId }).where('id', '=', lessonId).execute();
  const questions = [];
  for (let one = 0; one < 6; one += 1)
    questions.push(await createBankQuestion(testApp, admin, { subjectId, topic: 'Crase' }));
  const [practised, asked] = questions;
  if (!practised || !asked) throw new Error('No questions were made.');
  ({ id: questionId, right: optionId } = practised);
  ({ id: askedId, right: askedOption } = asked);
  const quiz = await publishComposed(testApp, admin, { questionIds: [asked.id] });
  student = await createPerson(db, { now });
  courseId = await createCourse(db, { lessons: [lessonId] });
  await enrollStudent(db, student.id, courseId);
  await testApp.request({ method: 'POST', url: `/api/exams/${exam.id}/follow`, as: student });
  const started = await testApp.request({ method: 'POST', url: `/api/quizzes/${quiz.id}/start`, as: student });
  attemptId = started.json().id;
  await testApp.deps.jobs.drain();
});

const get = (url: string) => () => testApp.request({ url, as: student });
const post = (url: string, payload: object) => () => testApp.request({ method: 'POST', url, payload, as: student });
let seq = 0;

/** What is done, and the request. */
const requests: [name: string, send: () => Promise<{ statusCode: number; body: string }>][] = [
  ['the document of the home', () => get('/')()],
  ['the document of a lesson', () => get(`/articles/${lessonId}`)()],
  ['the document of a course', () => get(`/courses/${courseId}`)()],
  ['the session', () => get('/api/auth/user')()],
  ['a lesson', () => get(`/api/articles/${lessonId}`)()],
  [
    'an answer of a mock exam',
    () => {
      seq += 1;
      const answers = [{ questionId: askedId, optionId: askedOption, flagged: false, seq }];
      return testApp.request({
        method: 'POST',
        url: `/api/attempts/${attemptId}/answers`,
        payload: { answers },
        as: student,
      });
    },
  ],
  ['an answer of the review', () => post('/api/review/answers', { key: randomUUID(), questionId, optionId })()],
];

const trimLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
const isExplained = (text: string) => /^(\/\*.*?\*\/\s*)?(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(text);

test('the statements of what students do most, and how each reaches its tables, are those of the file', async () => {
  const usedBy = new Map<string, string[]>();
  for (const [name, send] of requests) {
    await send();
    const sent = await queriesOf(async () => {
      const answer = await send();
      expect(answer.statusCode, `${name}: ${answer.body.slice(0, 300)}`).toBeLessThan(300);
    });
    // Calls of one document run beside each other: their order varies.
    for (const text of [...new Set(sent.map(trimLines).filter(isExplained))].sort()) {
      usedBy.set(text, [...(usedBy.get(text) ?? []), name]);
    }
  }
  const entries: string[] = [];
  for (const [text, names] of usedBy) {
    const access = await explainAccess(testApp.deps.db, text);
    const tables = access.map(([table, by]) => `${table} ${by === 'index' ? 'by index' : 'WHOLE'}`);
    entries.push(`-- ${names.join('; ')}\n-- reads ${tables.join(', ') || 'no table'}\n${text};\n`);
  }
  await expect(`${entries.join('\n')}`).toMatchFileSnapshot('./hot-statements.sql');
});
