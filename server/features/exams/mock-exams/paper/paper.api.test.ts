import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { createBankQuestion, publishComposed } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { closeOverdue } from '../grading/closing.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let ana: Person;
beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
});

const call = (method: 'GET' | 'POST' | 'PUT', url: string, as: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });

async function printed(count = 3) {
  test.clock.set('2026-11-16T12:00:00.000Z');
  const ids: number[] = [];
  for (let place = 0; place < count; place += 1) ids.push((await createBankQuestion(test, ana)).id);
  const { id } = await publishComposed(test, ana, { questionIds: ids });
  const paper = (await call('GET', `/api/teacher/quizzes/${id}/paper`, ana)).json();
  return { id, paper, papers: `/api/teacher/papers/${paper.code}` };
}
/** The second option of each question is the right one. */
const form = (student: Person, answers: (number | null)[], wish: object = {}) => ({
  login: student.email,
  answers,
  minutes: 90,
  creationKey: randomUUID(),
  ...wish,
});

it('the paper has the questions without their key, and its code is read back', async () => {
  const { id, paper, papers } = await printed();
  expect(paper).toMatchObject({ id, timeLimit: 60, questions: [{ options: [{}, {}, {}, {}] }, {}, {}] });
  expect(JSON.stringify(paper)).not.toContain('isCorrect');
  expect((await call('GET', papers.toLowerCase(), ana)).json()).toMatchObject({
    quizId: id,
    items: Array.from({ length: 3 }, () => ({ kind: 'choice', options: 4 })),
  });
  const other = await createPerson(test.deps.db, { role: 'teacher' });
  expect((await call('GET', papers, other)).statusCode).toBe(404);
  expect((await call('GET', '/api/teacher/papers/ZZZZZZZZ', ana)).statusCode).toBe(404);
});

it('answers from paper are an attempt of the student, once', async () => {
  const { id, papers } = await printed();
  const student = await createPerson(test.deps.db, { firstName: 'Rui', lastName: 'Sá' });
  const found = await call('GET', `${papers}/student?login=${encodeURIComponent(student.username)}`, ana);
  expect(found.json()).toEqual({ name: 'Rui Sá' });
  const body = form(student, [1, null, 0]);
  const [first, again] = [
    await call('POST', `${papers}/attempts`, ana, body),
    await call('POST', `${papers}/attempts`, ana, body),
  ];
  expect([first.statusCode, again.statusCode]).toEqual([201, 200]);
  expect(first.json()).toMatchObject({ studentName: 'Rui Sá', correctAnswers: 1, totalQuestions: 3, resultsAt: null });
  expect(again.json()).toEqual(first.json());
  const listed = (await call('GET', `/api/quiz-attempts/${id}`, student)).json();
  expect(listed).toMatchObject([{ correctAnswers: 1, timeSpent: 3600 }]);
  const review = (await call('GET', `/api/attempts/${listed[0].id}/review`, student)).json();
  expect(review.questions.map(({ isCorrect }: { isCorrect: boolean }) => isCorrect)).toEqual([true, false, false]);
});

it('answers from paper that do not fit the printed exam or the student are refused with the reason', async () => {
  const { id, papers } = await printed();
  const student = await createPerson(test.deps.db);
  const send = (body: object) => call('POST', `${papers}/attempts`, ana, body);
  expect((await send(form(student, [1, 1]))).json().fields).toHaveProperty('answers');
  expect((await send(form(student, [1, 1, 5]))).json().message).toContain('item 3');
  expect((await send(form(student, [1, 1, 1], { login: ana.email }))).statusCode).toBe(404);
  await call('POST', `/api/quizzes/${id}/start`, student);
  expect((await send(form(student, [1, 1, 1]))).json().code).toBe('conflict');
  const drawn = await publishComposed(test, ana, { draws: [{ count: 1, subjectId: null }] });
  expect((await call('GET', `/api/teacher/quizzes/${drawn.id}/paper`, ana)).json().code).toBe('quiz_incomplete');
});

it('inside a window an attempt on paper shows no result before the window does, and enters no ranking', async () => {
  const { id, papers } = await printed();
  const student = await createPerson(test.deps.db);
  const window = { opensAt: '2026-11-17T12:00:00.000Z', closesAt: '2026-11-17T20:00:00.000Z', lateStart: 'shortens' };
  expect((await call('PUT', `/api/teacher/quizzes/${id}/window`, ana, { version: 0, window })).statusCode).toBe(200);
  expect((await call('POST', `${papers}/attempts`, ana, form(student, [1, 1, 1]))).json().code).toBe('conflict');
  test.clock.set('2026-11-17T15:00:00.000Z');
  const typed = (await call('POST', `${papers}/attempts`, ana, form(student, [1, 1, 1]))).json();
  expect(typed).toMatchObject({ correctAnswers: null, resultsAt: window.closesAt });
  expect((await call('GET', `/api/quiz-attempts/${id}`, student)).json()).toEqual([]);
  test.clock.set('2026-11-17T20:00:06.000Z');
  await closeOverdue(test.deps);
  expect((await call('GET', `/api/quiz-attempts/${id}`, student)).json()).toMatchObject([{ correctAnswers: 3 }]);
});

it('minutes on paper are never more than everybody had, so that they show no extra time', async () => {
  const { id, papers } = await printed();
  const timeOf = async (minutes: number) => {
    const student = await createPerson(test.deps.db);
    await call('POST', `${papers}/attempts`, ana, form(student, [1, null, 0], { minutes }));
    return (await call('GET', `/api/quiz-attempts/${id}`, student)).json()[0].timeSpent;
  };
  expect([await timeOf(75), await timeOf(50)]).toEqual([3600, 3000]);
});
