import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Mistakes, ReviewDay } from '#contract/study/review.ts';
import { createBankQuestion } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createSubject } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });

async function examOn(exam_date: string): Promise<number> {
  const now = test.clock.now();
  const exam = { name: 'Escrivão', organisation: '', exam_date, created_at: now, updated_at: now };
  return (await test.deps.db.insertInto('exams').values(exam).returning('id').executeTakeFirstOrThrow()).id;
}

async function questionsOf(subject: string, name: string, count: number) {
  const teacher = await createPerson(test.deps.db, { role: 'teacher' });
  const subjectId = await createSubject(test.deps.db, subject);
  const topic = { subject_id: subjectId, name, name_key: name.toLowerCase() };
  const { id: topicId } = await test.deps.db
    .insertInto('topics')
    .values(topic)
    .returning('id')
    .executeTakeFirstOrThrow();
  const some = [];
  for (let n = 0; n < count; n += 1) some.push(await createBankQuestion(test, teacher, { subjectId, topicId }));
  return some;
}

const today = async (as: Person) =>
  (await test.request({ method: 'GET', url: '/api/review/today', as })).json() as ReviewDay;
const mistakes = async (as: Person) =>
  (await test.request({ method: 'GET', url: '/api/mistakes', as })).json() as Mistakes;

it('with an exam a mistake returns as an unseen question of its topic, and as itself once all had their turn', async () => {
  test.clock.set('2026-11-02T12:00:00.000Z');
  const person = await createPerson(test.deps.db, { now: test.clock.now() });
  await test.request({ method: 'POST', url: `/api/exams/${await examOn('2027-01-31')}/follow`, as: person });
  const questions = await questionsOf('Química', 'Mols', 3);
  const [first, second, third] = questions.map(({ id }) => id);
  const turns: unknown[] = [];
  for (const day of ['2026-11-02', '2026-11-04', '2026-11-07', '2026-11-10']) {
    test.clock.set(`${day}T12:00:00.000Z`);
    const [item] = (await today(person)).items;
    turns.push([item?.questionId, item?.standsFor, item?.reason]);
    const asked = questions.find(({ id }) => id === item?.questionId);
    const payload = {
      ...{ key: randomUUID(), questionId: item?.questionId, optionId: asked?.wrong },
      ...(item?.standsFor ? { standsFor: item.standsFor } : {}),
    };
    const reply = await test.request({ method: 'POST', url: '/api/review/answers', as: person, payload });
    expect(reply.statusCode).toBe(200);
  }
  expect(turns).toEqual([
    [first, null, 'nova: Mols'],
    [second, first, 'Mols: você errou uma há 2 dias'],
    [third, first, 'Mols: você errou uma há 3 dias'],
    [first, null, 'você errou há 3 dias'],
  ]);
  // Each mistake is in the notebook under the question that was asked.
  const listed = (await mistakes(person)).items.map(({ questionId, wrongs }) => [questionId, wrongs]);
  expect(new Map(listed as [number, number][])).toEqual(
    new Map([
      [first, 2],
      [second, 1],
      [third, 1],
    ]),
  );
});

it('with an exam new questions begin other groups, and a short bank fills the day with the rest', async () => {
  test.clock.set('2026-11-02T12:00:00.000Z');
  const person = await createPerson(test.deps.db, { now: test.clock.now() });
  await test.request({ method: 'POST', url: `/api/exams/${await examOn('2027-02-28')}/follow`, as: person });
  const ids = (await questionsOf('Físico-química', 'Soluções', 7)).map(({ id }) => id);
  const asked = (await today(person)).items.filter(({ topic }) => topic === 'Soluções');
  const [begins, next, ...rest] = asked.map(({ questionId }) => questionId);
  // Five are a group, the sixth begins the next one.
  expect([begins, next]).toEqual([ids[0], ids[5]]);
  expect(rest).toEqual([ids[1], ids[2], ids[3], ids[4], ids[6]]);
});
