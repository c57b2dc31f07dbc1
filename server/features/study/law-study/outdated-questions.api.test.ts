import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Mistakes, ReviewDay } from '#contract/study/review.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createTestLaw } from '#server/testing/laws.ts';
import { createTestList } from '#server/testing/question-lists.ts';
import { createCourse, enrollStudent } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let teacher: Person;
let lawId: number;
beforeAll(async () => {
  teacher = await createPerson(test.deps.db, { role: 'teacher', now: test.clock.now() });
  lawId = await createTestLaw(test, teacher, { urn: 'urn:lex:br:federal:constituicao:1988-10-05;1988' });
});
beforeEach(() => test.clock.advance(MINUTE_MS));

const call = async (as: Person, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => {
  const reply = await test.request({ method, url, as, ...(payload ? { payload } : {}) });
  if (reply.statusCode >= 300) throw new Error(`${method} ${url}: ${reply.body}`);
  return reply.json();
};
type Item = { questionId: number; state: string; excerpt: string | null; outdated: { reason: string } | null };

const reason = 'A Lei nº 15.000 mudou o artigo.';
async function ask(article: number) {
  const questionText = `Conforme o art. ${article}º, I, da CF, assinale a ${randomUUID()}.`;
  const question = await createBankQuestion(test, teacher, { questionText, options: 2 });
  await call(teacher, 'GET', `/api/teacher/questions/${question.id}/law-citations`);
  return question;
}
const outdate = (id: number) =>
  call(teacher, 'PATCH', `/api/teacher/questions/${id}/status`, { status: 'outdated', reason });
const ofArticle = async (as: Person, article: string) =>
  (await call(as, 'GET', `/api/laws/${lawId}/articles/${article}/questions`)) as {
    questions: { id: number; isAnswered: boolean; outdated: { reason: string } | null }[];
    practisable: number;
  };
const itemOf = async (as: Person, listId: number): Promise<Item> =>
  (await call(as, 'GET', `/api/question-lists/${listId}`)).items[0];

it('a question that a student answered says that it is outdated and why: in review, on its page, in lists, at the article', async () => {
  const student = await createPerson(test.deps.db);
  const question = await ask(5);
  const quiz = await publishComposed(test, teacher, { questionIds: [question.id] });
  const attempt = await takeQuiz(test, student, quiz.id, new Map([[question.id, question.right]]));
  await test.deps.jobs.drain();
  const { id: listId } = await createTestList(test, { userId: student.id, questionId: question.id, isCorrect: true });
  const review = async (query = '') =>
    (await call(student, 'GET', `/api/attempts/${attempt.id}/review${query}`)).questions[0];
  const own = async () => (await call(student, 'GET', `/api/answered-questions/${question.id}`)).answer;
  expect([(await review()).outdated, (await own()).outdated]).toEqual([null, null]);
  expect((await itemOf(student, listId)).outdated).toBeNull();
  await outdate(question.id);
  expect((await review()).outdated).toEqual({ reason });
  expect((await own()).outdated).toEqual({ reason });
  expect(await itemOf(student, listId)).toMatchObject({
    state: 'right',
    excerpt: expect.stringContaining('Conforme o art. 5º'),
    outdated: { reason },
  });
  const listed = await ofArticle(student, 'art5');
  expect(listed).toMatchObject({ questions: [{ id: question.id, isAnswered: true, outdated: { reason } }] });
  expect(listed.practisable).toBe(0);
});

it('a question that was never answered is gone from the article, and its list names no reason and no words', async () => {
  const student = await createPerson(test.deps.db);
  const question = await ask(6);
  const { id: listId } = await createTestList(test, { userId: student.id, questionId: question.id, isCorrect: null });
  expect((await ofArticle(student, 'art6')).questions).toMatchObject([{ id: question.id, outdated: null }]);
  await outdate(question.id);
  expect((await ofArticle(student, 'art6')).questions).toEqual([]);
  expect(await itemOf(student, listId)).toMatchObject({ state: 'closed', excerpt: null, outdated: { reason: '' } });
});

it('during an open attempt neither list, page nor article says anything of its question', async () => {
  const student = await createPerson(test.deps.db);
  const question = await ask(7);
  const quiz = await publishComposed(test, teacher, { questionIds: [question.id] });
  await takeQuiz(test, student, quiz.id, new Map([[question.id, question.right]]));
  await test.deps.jobs.drain();
  const { id: listId } = await createTestList(test, { userId: student.id, questionId: question.id, isCorrect: true });
  await call(student, 'POST', `/api/quizzes/${quiz.id}/start`);
  await outdate(question.id);
  expect(await itemOf(student, listId)).toMatchObject({ state: 'closed', excerpt: null, outdated: null });
  expect((await ofArticle(student, 'art7')).questions).toEqual([]);
  const page = await test.request({ method: 'GET', url: `/api/answered-questions/${question.id}`, as: student });
  expect([page.statusCode, page.json().code]).toEqual([409, 'attempt_open']);
});

it('a review whose key is not open says that a question is outdated, and not why', async () => {
  const student = await createPerson(test.deps.db);
  const [question, other, third] = [await ask(8), await ask(8), await ask(8)];
  const quiz = await publishComposed(test, teacher, { questionIds: [question.id, other.id, third.id] });
  // Less than half was answered, and it is the first attempt.
  const attempt = await takeQuiz(test, student, quiz.id, new Map([[question.id, question.right]]));
  await outdate(question.id);
  const { questions, key } = await call(student, 'GET', `/api/attempts/${attempt.id}/review`);
  expect(key).toBe('few_answers');
  expect(questions[0]).toMatchObject({ isWithheld: true, outdated: { reason: '' } });
});

it('an outdated mistake stays in the notebook with its reason, is counted apart, and no training asks it', async () => {
  const student = await createPerson(test.deps.db);
  const [question, other] = [await ask(9), await ask(9)];
  for (const { id, wrong } of [question, other]) {
    await call(student, 'POST', '/api/review/answers', { key: randomUUID(), questionId: id, optionId: wrong });
  }
  const notebook = async (): Promise<Mistakes> => call(student, 'GET', '/api/mistakes');
  const before = await notebook();
  expect(before).toMatchObject({ open: 2, outdated: 0, total: 2, subjects: [{ count: 2 }], reasons: [{ count: 2 }] });
  await outdate(question.id);
  const after = await notebook();
  expect(after).toMatchObject({ open: 1, outdated: 1, total: 2, subjects: [{ count: 1 }], reasons: [{ count: 1 }] });
  const why = new Map(after.items.map(({ questionId, outdated }) => [questionId, outdated]));
  expect(why).toEqual(
    new Map([
      [question.id, { reason }],
      [other.id, null],
    ]),
  );
  expect(await call(student, 'GET', `/api/mistakes/${question.id}/key`)).toMatchObject({
    rightOptionId: question.right,
    outdated: { reason },
  });
  const asked = async (query: string): Promise<ReviewDay> => call(student, 'GET', `/api/review/today${query}`);
  expect((await asked('?of=mistakes')).items.map(({ questionId }) => questionId)).toEqual([other.id]);
  expect((await asked(`?of=mistakes&questionId=${question.id}`)).items).toEqual([]);
  expect((await asked('')).items.map(({ questionId }) => questionId)).not.toContain(question.id);
  const offer = await call(student, 'GET', '/api/timed-practice');
  expect(offer).toMatchObject({ available: 1, withheld: 0 });
  const postponed = { method: 'PUT', url: `/api/review/postponed/${question.id}` } as const;
  expect((await test.request({ ...postponed, as: student })).statusCode).toBe(404);
  await call(student, 'PATCH', `/api/mistakes/${question.id}`, { note: 'A lei mudou.' });
  expect((await notebook()).noted).toBe(0);
});

it('the notebook says no reason where the key of the question delays a certificate; the opened row does', async () => {
  const student = await createPerson(test.deps.db);
  const question = await ask(9);
  const quiz = await publishComposed(test, teacher, { questionIds: [question.id] });
  await enrollStudent(test.deps.db, student.id, await createCourse(test.deps.db, { quizzes: [quiz.id] }));
  await takeQuiz(test, student, quiz.id, new Map([[question.id, question.wrong]]));
  await test.deps.jobs.drain();
  await outdate(question.id);
  expect((await call(student, 'GET', '/api/mistakes')).items).toMatchObject([
    { postponesTo: expect.any(String), outdated: { reason: '' } },
  ]);
  expect(await call(student, 'GET', `/api/mistakes/${question.id}/key`)).toMatchObject({ outdated: { reason } });
});
