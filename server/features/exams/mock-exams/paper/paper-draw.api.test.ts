import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { QUIZ_TITLE_MAX } from '#contract/limits.ts';
import { auditOf } from '#server/testing/audit.ts';
import { createBankQuestion, publishComposed } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createSubject } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let ana: Person;
beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, as: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const paperOf = (id: number) => `/api/teacher/quizzes/${id}/paper`;
const draw = (id: number, as = ana, creationKey = randomUUID()) => call('POST', paperOf(id), as, { creationKey });
type Paper = { id: number; title: string; code: string; isPublished: boolean; questions: { id: number }[] };
const printed = async (id: number): Promise<Paper> => (await call('GET', paperOf(id), ana)).json();
const idsOf = ({ questions }: Paper) => questions.map(({ id }) => id);

/** A quiz with one fixed question that draws `count` of the `size` questions of a new subject. */
async function drawing({ size, count, title = 'Sorteado' }: { size: number; count: number; title?: string }) {
  // Late in the evening of the 16th in São Paulo.
  test.clock.set('2026-11-17T01:00:00.000Z');
  const subjectId = await createSubject(test.deps.db, randomUUID());
  const pool: number[] = [];
  for (let place = 0; place < size; place += 1) pool.push((await createBankQuestion(test, ana, { subjectId })).id);
  const fixed = (await createBankQuestion(test, ana)).id;
  const composition = { questionIds: [fixed], draws: [{ count, subjectId }] };
  return { ...(await publishComposed(test, ana, composition, { title })), subjectId, pool, fixed };
}

it('a simulado gets questions selected at random once, in a printable draft that students do not see', async () => {
  const { id, pool, fixed } = await drawing({ size: 6, count: 4 });
  expect((await call('GET', paperOf(id), ana)).json()).toMatchObject({
    code: 'quiz_incomplete',
    fields: { draws: expect.stringContaining('Sorteie') },
  });
  const made = await draw(id);
  expect(made.statusCode).toBe(201);
  const copy = made.json().id;
  const paper = await printed(copy);
  expect(paper).toMatchObject({ title: 'Sorteado (em papel, 16/11/2026)', isPublished: false, timeLimit: 60 });
  const [first, ...drawn] = idsOf(paper);
  expect(first).toBe(fixed);
  expect(new Set(drawn).size).toBe(4);
  expect(pool).toEqual(expect.arrayContaining(drawn));
  expect(idsOf(await printed(copy))).toEqual(idsOf(paper));
  expect((await auditOf(test.deps.db, `quiz:${copy}`)).map(({ action }) => action)).toEqual(['quiz.paper_drawn']);
  const student = await createPerson(test.deps.db);
  expect((await call('GET', `/api/quizzes/${copy}`, student)).statusCode).toBe(404);
  expect((await call('POST', `/api/quizzes/${copy}/start`, student)).statusCode).toBe(404);
  // The simulado itself draws as before.
  expect((await call('GET', `/api/teacher/quizzes/${id}/composition`, ana)).json().draws).toMatchObject([{ count: 4 }]);
});

it('answers from paper count, also after the draft was changed and published', async () => {
  const { id } = await drawing({ size: 3, count: 2 });
  const copy = (await draw(id)).json().id;
  const paper = await printed(copy);
  const [rui, eva] = [await createPerson(test.deps.db), await createPerson(test.deps.db)];
  const type = (student: Person) =>
    call('POST', `/api/teacher/papers/${paper.code}/attempts`, ana, {
      login: student.email,
      answers: [1, 1, 0],
      minutes: 30,
      creationKey: randomUUID(),
    });
  expect((await type(rui)).json()).toMatchObject({ correctAnswers: 2, totalQuestions: 3 });
  expect((await call('GET', `/api/quiz-attempts/${copy}`, rui)).json()).toMatchObject([{ correctAnswers: 2 }]);
  // The next save begins another version: the code stays with the questions on the paper.
  const composition = (await call('GET', `/api/teacher/quizzes/${copy}/composition`, ana)).json();
  const questionIds = idsOf(paper).slice(0, 1);
  const saved = await call('PUT', `/api/teacher/quizzes/${copy}/composition`, ana, { ...composition, questionIds });
  expect(saved.statusCode).toBe(200);
  expect((await call('GET', paperOf(copy), ana)).json().message).toContain('Publique');
  await call('POST', `/api/teacher/quizzes/${copy}/publish`, ana, { revision: saved.json().revision });
  expect(await printed(copy)).toMatchObject({ isPublished: true, questions: [{ id: questionIds[0] }] });
  expect((await type(eva)).json()).toMatchObject({ correctAnswers: 2, totalQuestions: 3 });
});

it('published as it is, it keeps the code on the paper', async () => {
  const { id } = await drawing({ size: 1, count: 1 });
  const copy = (await draw(id)).json().id;
  const before = await printed(copy);
  const { revision } = (await call('GET', `/api/teacher/quizzes/${copy}`, ana)).json();
  expect((await call('POST', `/api/teacher/quizzes/${copy}/publish`, ana, { revision })).statusCode).toBe(200);
  expect(await printed(copy)).toEqual({ ...before, isPublished: true });
});

it('the same press is one draw, also twice at once; another press is another', async () => {
  const { id } = await drawing({ size: 2, count: 1 });
  const key = randomUUID();
  const both = await Promise.all([draw(id, ana, key), draw(id, ana, key)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 201]);
  const [one, other] = both.map((reply) => reply.json().id);
  expect(other).toBe(one);
  // Also when the simulado offers no draw any more: the answer to the first press was lost.
  await call('POST', `/api/teacher/quizzes/${id}/unpublish`, ana);
  expect((await draw(id, ana, key)).json().id).toBe(one);
  expect(await auditOf(test.deps.db, `quiz:${one}`)).toHaveLength(1);
  expect((await draw(id)).json().id).not.toBe(one);
});

it('only a person who may edit the simulado makes a draw, and the key of another person is refused', async () => {
  const { id } = await drawing({ size: 2, count: 1 });
  const [other, student, owner] = [
    await createPerson(test.deps.db, { role: 'teacher' }),
    await createPerson(test.deps.db),
    await createPerson(test.deps.db, { role: 'admin' }),
  ];
  const key = randomUUID();
  expect((await draw(id, ana, key)).statusCode).toBe(201);
  expect((await draw(id, other, key)).statusCode).toBe(404);
  expect((await draw(id, student)).statusCode).toBe(403);
  expect((await draw(id, owner, key)).json()).toMatchObject({ code: 'conflict' });
  expect((await draw(id, owner)).statusCode).toBe(201);
});

it('says what stands in the way, and leaves nothing behind', async () => {
  const { id, pool } = await drawing({ size: 3, count: 3 });
  const retire = await call('PATCH', `/api/teacher/questions/${pool[0]}/status`, ana, {
    status: 'outdated',
    reason: 'Lei mudou.',
  });
  expect(retire.statusCode).toBe(200);
  const key = randomUUID();
  const refused = await draw(id, ana, key);
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'quiz_incomplete']);
  expect(refused.json().message).toContain('falta 1.');
  expect(refused.json().fields).not.toHaveProperty('draws');
  // The same press works once the bank has enough.
  await call('PATCH', `/api/teacher/questions/${pool[0]}/status`, ana, { status: 'active' });
  expect((await draw(id, ana, key)).statusCode).toBe(201);
  const plain = await publishComposed(test, ana, { questionIds: [pool[1] ?? 0] });
  expect((await draw(plain.id)).json()).toMatchObject({ code: 'conflict' });
  const draft = (await call('POST', '/api/teacher/quizzes', ana, { title: 'Rascunho' })).json();
  expect((await draw(draft.id)).json().message).toContain('Publique');
});

it('draws no question of a window that is still to come', async () => {
  const { id, pool } = await drawing({ size: 4, count: 2 });
  const secret = pool.slice(0, 2);
  const exam = await publishComposed(test, ana, { questionIds: secret });
  const window = { opensAt: '2026-11-21T12:00:00.000Z', closesAt: '2026-11-21T21:00:00.000Z', lateStart: 'shortens' };
  expect((await call('PUT', `/api/teacher/quizzes/${exam.id}/window`, ana, { version: 0, window })).statusCode).toBe(
    200,
  );
  for (let press = 0; press < 4; press += 1) {
    const [, ...drawn] = idsOf(await printed((await draw(id)).json().id));
    expect(drawn.sort()).toEqual(pool.slice(2).sort());
  }
  const another = await publishComposed(test, ana, { questionIds: pool.slice(2, 3) });
  await call('PUT', `/api/teacher/quizzes/${another.id}/window`, ana, { version: 0, window });
  const refused = await draw(id);
  expect(refused.json().message).toContain('falta 1.');
});

it('keeps the day where the title is as long as it may be', async () => {
  const { id } = await drawing({ size: 1, count: 1, title: 'x'.repeat(QUIZ_TITLE_MAX) });
  const { title } = await printed((await draw(id)).json().id);
  expect(title).toHaveLength(QUIZ_TITLE_MAX);
  expect(title).toMatch(/x \(em papel, 16\/11\/2026\)$/);
});
