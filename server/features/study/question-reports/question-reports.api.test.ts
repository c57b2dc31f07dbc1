import { beforeAll, expect, it } from 'vitest';
import { createBankQuestion, publishComposed } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let ana: Person;
let rui: Person;
let admin: Person;

const call = (method: 'GET' | 'POST' | 'PUT', url: string, as: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
  rui = await createPerson(test.deps.db, { role: 'teacher' });
  admin = await createPerson(test.deps.db, { role: 'admin' });
});

type Question = Awaited<ReturnType<typeof createBankQuestion>>;

/** The only one of its topic, answered in a practice. */
async function answered(student: Person, question: Question, topic: string) {
  const { id } = (await call('POST', '/api/practices', student, { kind: 'free', topic })).json();
  await call('POST', `/api/practices/${id}/answers`, student, { questionId: question.id, optionId: question.wrong });
}
const report = (student: Person, { id }: { id: number }, body: object = { reason: 'key', note: 'É a C.' }) =>
  call('POST', `/api/answered-questions/${id}/report`, student, body);
const queue = async (as: Person) => (await call('GET', '/api/teacher/question-reports', as)).json();

it('one report per version from a student who has answered is accepted, and the outcome is shown', async () => {
  const question = await createBankQuestion(test, ana, { topic: 'Relatada' });
  const [student, other, stranger] = [
    await createPerson(test.deps.db),
    await createPerson(test.deps.db),
    await createPerson(test.deps.db),
  ];
  for (const person of [student, other]) await answered(person, question, 'Relatada');

  expect((await report(stranger, question)).statusCode).toBe(404);
  expect((await call('GET', `/api/answered-questions/${question.id}`, stranger)).statusCode).toBe(404);
  expect((await report(student, question, { reason: 'nada' })).statusCode).toBe(400);
  const [first, second] = await Promise.all([report(student, question), report(student, question, { reason: 'text' })]);
  expect([first.statusCode, second.statusCode].toSorted()).toEqual([200, 201]);
  expect(first.json()).toEqual(second.json());
  test.clock.advance(60_000);
  await report(other, question, { reason: 'image' });

  expect(await queue(rui)).toEqual([]);
  expect(await queue(admin)).toHaveLength(1);
  const [waiting] = await queue(ana);
  expect(waiting).toMatchObject({ questionId: question.id, count: 2, topic: 'Relatada' });
  expect(waiting.reports).toMatchObject([{ isOutdated: false }, { reason: 'image', note: '', isOutdated: false }]);

  // What came after the page was read is not decided with it.
  const decision = { outcome: 'fixed', reply: 'Era a C mesmo.', through: waiting.reports[0].id };
  const url = `/api/teacher/questions/${question.id}/report-decision`;
  expect((await call('POST', url, rui, decision)).statusCode).toBe(404);
  expect((await call('POST', url, ana, decision)).json()).toEqual({ decided: 1 });
  expect((await call('POST', url, ana, { ...decision, outcome: 'dismissed' })).json()).toEqual({ decided: 0 });
  expect(await queue(ana)).toMatchObject([{ count: 1, reports: [{ reason: 'image' }] }]);

  const told = (await call('GET', '/api/notifications', student)).json();
  expect(told).toMatchObject([{ kind: 'report_decided', path: `/questions/${question.id}` }]);
  expect(told[0].text).not.toContain('Era a C');
  expect((await call('GET', '/api/notifications', other)).json()).toEqual([]);
  const shown = (await call('GET', `/api/answered-questions/${question.id}`, student)).json();
  expect(shown).toMatchObject({
    answer: { optionId: question.wrong, rightOptionId: question.right, isCorrect: false },
    report: { outcome: 'fixed', reply: 'Era a C mesmo.' },
  });
  const home = (await call('GET', '/api/admin/home', admin)).json();
  expect(home.waiting.reports).toEqual({ count: 1, oldestAt: expect.any(String) });
});

it('another report is accepted about a new version, once that was answered', async () => {
  const question = await createBankQuestion(test, ana, { topic: 'Mudada' });
  const student = await createPerson(test.deps.db);
  await answered(student, question, 'Mudada');
  expect((await report(student, question)).statusCode).toBe(201);
  const { revision, topicId: _, ...now } = (await call('GET', `/api/teacher/questions/${question.id}`, ana)).json();
  const saved = await call('PUT', `/api/teacher/questions/${question.id}`, ana, {
    ...now,
    questionText: 'Outro enunciado.',
    revision,
  });
  const [, right] = saved.json().options;
  // The version that was answered is still the reported one.
  expect((await report(student, question)).statusCode).toBe(200);
  expect((await queue(ana)).find(({ questionId }: { questionId: number }) => questionId === question.id)).toMatchObject(
    {
      reports: [{ isOutdated: true }],
    },
  );
  const { id } = (await call('POST', '/api/practices', student, { kind: 'free', topic: 'Mudada' })).json();
  await call('POST', `/api/practices/${id}/answers`, student, { questionId: question.id, optionId: right.id });
  expect((await report(student, question, { reason: 'text' })).statusCode).toBe(201);
});

it('neither shows nor takes anything while the question is in an open attempt', async () => {
  const question = await createBankQuestion(test, ana, { topic: 'Em prova' });
  const student = await createPerson(test.deps.db);
  await answered(student, question, 'Em prova');
  const quiz = await publishComposed(test, ana, { questionIds: [question.id] });
  await call('POST', `/api/quizzes/${quiz.id}/start`, student);
  for (const reply of [
    await report(student, question),
    await call('GET', `/api/answered-questions/${question.id}`, student),
  ]) {
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'attempt_open']);
  }
});
