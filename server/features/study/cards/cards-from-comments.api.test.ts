import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Card } from '#contract/study/cards.ts';
import { createBankQuestion, publishComposed } from '#server/testing/bank.ts';
import { makeTestCard, newCard } from '#server/testing/cards.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
type Question = Awaited<ReturnType<typeof createBankQuestion>>;
let teacher: Person;
let ana: Person;
let bruno: Person;
let question: Question;

const call = (as: Person, method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const ok = async (...about: Parameters<typeof call>) => {
  const reply = await call(...about);
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  return reply.json();
};
const answer = (as: Person, optionId = question.right) =>
  ok(as, 'POST', '/api/review/answers', { key: randomUUID(), questionId: question.id, optionId });
const comment = async (as: Person, body: string): Promise<number> =>
  (await ok(as, 'POST', `/api/answered-questions/${question.id}/comments`, { body, creationKey: randomUUID() })).id;
const fromComment = (commentId: number) => ({ kind: 'comment', commentId }) as const;
const make = (as: Person, commentId: number) =>
  call(as, 'POST', '/api/cards', newCard({ source: fromComment(commentId) }));
const read = (as: Person, id: number): Promise<Card> => ok(as, 'GET', `/api/cards/${id}`);

beforeAll(async () => {
  teacher = await createPerson(test.deps.db, { role: 'admin' });
});
beforeEach(async () => {
  [ana, bruno] = [await createPerson(test.deps.db), await createPerson(test.deps.db)];
  question = await createBankQuestion(test, teacher);
});

it('a card of a comment names the question below which it was written, and follows edits of the comment', async () => {
  await answer(ana);
  await answer(bruno);
  const commentId = await comment(ana, 'A crase é a fusão de dois sons.');
  const { id, source } = await makeTestCard(test, bruno, { source: fromComment(commentId) });
  expect(source).toEqual({ kind: 'comment', id: question.id, article: null, device: null, isChanged: false });
  test.clock.advance(60_000);
  await ok(ana, 'PATCH', `/api/question-comments/${commentId}`, { body: 'A crase funde dois sons iguais.' });
  expect((await read(bruno, id)).source?.isChanged).toBe(true);
  expect((await ok(bruno, 'PATCH', `/api/cards/${id}`, { isSourceChecked: true })).source.isChanged).toBe(false);
});

it('a student who has not answered the question gets no card of its comments, whether the comment exists or not', async () => {
  await answer(ana);
  const commentId = await comment(ana, 'O gabarito é a letra A.');
  const [refused, missing] = [await make(bruno, commentId), await make(bruno, 2_000_000)];
  expect([refused.statusCode, missing.statusCode]).toEqual([404, 404]);
  expect({ ...refused.json(), requestId: '' }).toEqual({ ...missing.json(), requestId: '' });
  await answer(bruno);
  expect((await make(bruno, commentId)).statusCode).toBe(201);
});

it('a comment that a reader does not get to see makes no card for them', async () => {
  await answer(ana);
  await answer(bruno);
  const commentId = await comment(ana, 'Comentário que um professor escondeu.');
  await sql`UPDATE question_comments SET state = 'hidden' WHERE id = ${commentId}`.execute(test.deps.db);
  expect((await make(bruno, commentId)).statusCode).toBe(404);
  await ok(ana, 'DELETE', `/api/question-comments/${commentId}`);
  expect((await make(ana, commentId)).statusCode).toBe(404);
});

it('while its question is in an open attempt a card of a comment shows nothing, is not found by words and not made', async () => {
  await answer(ana);
  await answer(bruno);
  const commentId = await comment(ana, 'Porque o verbo pede preposição.');
  const words = { front: 'Segredo da crase', back: 'Segredo', sourceLabel: 'Segredo', source: fromComment(commentId) };
  const { id } = await makeTestCard(test, bruno, words);
  const quiz = await publishComposed(test, teacher, { questionIds: [question.id] }, { title: 'Prova aberta' });
  await ok(bruno, 'POST', `/api/quizzes/${quiz.id}/start`);
  const closed = await read(bruno, id);
  expect(closed).toMatchObject({ isClosed: true, front: '', back: '', sourceLabel: '', source: { id: question.id } });
  for (const url of ['/api/cards?search=segredo', '/api/cards', '/api/review/today', '/api/privacy/export'])
    expect((await call(bruno, 'GET', url)).body).not.toContain('Segredo');
  const refused = await make(bruno, commentId);
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'attempt_open']);
});

it('where the comment is gone the card stays, and leads to the question', async () => {
  await answer(ana);
  await answer(bruno);
  const commentId = await comment(ana, 'Some depois.');
  const { id } = await makeTestCard(test, bruno, { source: fromComment(commentId) });
  await sql`DELETE FROM question_comments WHERE id = ${commentId}`.execute(test.deps.db);
  expect((await read(bruno, id)).source).toMatchObject({ kind: 'question', id: question.id });
});
