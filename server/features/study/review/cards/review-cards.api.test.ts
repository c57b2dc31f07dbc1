import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ReviewDay } from '#contract/study/review.ts';
import type { CardGrade } from '#contract/study/review-cards.ts';
import type { StudyPlan } from '#contract/study/study-plan.ts';
import { createBankQuestion } from '#server/testing/bank.ts';
import { makeTestCard } from '#server/testing/cards.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createTestLaw } from '#server/testing/laws.ts';
import { createSubject } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { replayEverything } from '../memory.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const YESTERDAY = '2026-11-14T12:00:00.000Z';
const TODAY = '2026-11-15T12:00:00.000Z';
const TOMORROW = '2026-11-16T12:00:00.000Z';

beforeAll(async () => {
  const teacher = await createPerson(test.deps.db, { role: 'teacher' });
  const subjectId = await createSubject(test.deps.db, 'Português');
  for (let at = 0; at < 4; at += 1) await createBankQuestion(test, teacher, { subjectId, topic: 'Crase' });
});

const call = (as: Person, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const day = async (as: Person): Promise<ReviewDay> => (await call(as, 'GET', '/api/review/today')).json();
const idsOf = ({ cards }: ReviewDay) => cards.map(({ card }) => card.id);
const give = async (as: Person, cardId: number, grade: CardGrade, key: string = randomUUID()) => {
  const response = await call(as, 'POST', '/api/review/card-answers', { key, cardId, grade });
  expect(response.statusCode, response.body).toBe(200);
  return key;
};
const statesOf = (as: Person) =>
  test.deps.db.selectFrom('card_states').selectAll().where('user_id', '=', as.id).orderBy('card_id').execute();

/** A student who made cards yesterday. */
async function studentWith(count: number): Promise<{ as: Person; ids: number[] }> {
  test.clock.set(YESTERDAY);
  const as = await createPerson(test.deps.db, { now: test.clock.now() });
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) {
    test.clock.advance(1000);
    ids.push((await makeTestCard(test, as, { front: `Pergunta ${at}` })).id);
  }
  test.clock.set(TODAY);
  return { as, ids };
}

describe("cards in today's review", () => {
  it('come by turns with new questions, and a card that was made today waits until tomorrow', async () => {
    const { as, ids } = await studentWith(3);
    await makeTestCard(test, as, { front: 'De hoje' });
    const today = await day(as);
    expect(idsOf(today)).toEqual(ids);
    expect(today.cards.map(({ position }) => position)).toEqual([1, 2, 4]);
    expect(today.items).toHaveLength(4);
    expect(today.minutes).toBe(Math.ceil((4 + 3 / 4) * 1.25));
    expect(today.cards[0]).toMatchObject({ reason: 'cartão novo', isNew: true, answers: 0, lastGrade: null });
    expect(today.cards[0]?.days).toHaveLength(4);
    // The list of the day stays as it was made.
    expect(idsOf(await day(as))).toEqual(ids);
    test.clock.set(TOMORROW);
    expect(idsOf(await day(as))).toHaveLength(4);
  });

  it('leave the list once answered; De novo brings a card back at the end of the same day', async () => {
    const { as, ids } = await studentWith(3);
    await day(as);
    await give(as, ids[0] ?? 0, 3);
    await give(as, ids[1] ?? 0, 1);
    const today = await day(as);
    expect(idsOf(today)).toEqual([ids[2], ids[1]]);
    expect(today.cards.at(-1)).toMatchObject({ reason: 'você marcou “De novo” hoje', answers: 1, lastGrade: 1 });
    expect(today.answeredCards).toBe(2);
    await give(as, ids[1] ?? 0, 3);
    expect(idsOf(await day(as))).toEqual([ids[2]]);
    // The second answer of the day is logged and leaves the memory alone.
    expect((await statesOf(as))[1]).toMatchObject({ answers: 2, lapses: 1, last_grade: 3 });
  });

  it('are answered once per key, also when the retries arrive at once', async () => {
    const { as, ids } = await studentWith(1);
    const key = randomUUID();
    await Promise.all([1, 2, 3].map(() => give(as, ids[0] ?? 0, 4, key)));
    expect(await statesOf(as)).toMatchObject([{ answers: 1, last_grade: 4 }]);
  });

  it('are as before after an undo, and a late retry of the undone answer changes nothing', async () => {
    const { as, ids } = await studentWith(2);
    const before = await day(as);
    const key = await give(as, ids[0] ?? 0, 2);
    expect((await call(as, 'DELETE', `/api/review/card-answers/${key}`)).statusCode).toBe(200);
    expect((await call(as, 'DELETE', `/api/review/card-answers/${key}`)).statusCode).toBe(200);
    await give(as, ids[0] ?? 0, 2, key);
    expect(await statesOf(as)).toEqual([]);
    expect(await day(as)).toEqual(before);
  });

  it('are gone from the list when suspended or deleted, and an edited one shows its new text', async () => {
    const { as, ids } = await studentWith(3);
    await day(as);
    await call(as, 'PATCH', `/api/cards/${ids[0]}`, { isSuspended: true });
    await call(as, 'DELETE', `/api/cards/${ids[1]}`);
    await sql`UPDATE cards SET back = 'Novo verso' WHERE id = ${ids[2]}`.execute(test.deps.db);
    const today = await day(as);
    expect(today.cards.map(({ card }) => [card.id, card.back])).toEqual([[ids[2], 'Novo verso']]);
    await call(as, 'PATCH', `/api/cards/${ids[0]}`, { isSuspended: false });
    expect(idsOf(await day(as))).toEqual([ids[0], ids[2]]);
  });

  it('stop when the text of their law has changed, until the student has checked them', async () => {
    const teacher = await createPerson(test.deps.db, { role: 'teacher', now: test.clock.now() });
    const lawId = await createTestLaw(test, teacher);
    test.clock.set(YESTERDAY);
    const as = await createPerson(test.deps.db, { now: test.clock.now() });
    const { id } = await makeTestCard(test, as, { source: { kind: 'law', lawId, lexId: 'art1' } });
    test.clock.set(TODAY);
    expect(idsOf(await day(as))).toEqual([id]);
    const { device } = await test.deps.db
      .selectFrom('cards')
      .select('law_device_id as device')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await sql`UPDATE law_versions SET is_current = false WHERE device_id = ${device}`.execute(test.deps.db);
    await sql`INSERT INTO law_versions (device_id, number, body, is_current) VALUES (${device}, 99, 'Nova', true)`.execute(
      test.deps.db,
    );
    expect(idsOf(await day(as))).toEqual([]);
    await call(as, 'PATCH', `/api/cards/${id}`, { isSourceChecked: true });
    expect(idsOf(await day(as))).toEqual([id]);
  });

  it('that belong to another student cannot be answered', async () => {
    const { ids } = await studentWith(1);
    const other = await createPerson(test.deps.db, { now: test.clock.now() });
    const reply = await call(other, 'POST', '/api/review/card-answers', {
      key: randomUUID(),
      cardId: ids[0],
      grade: 3,
    });
    expect(reply.statusCode).toBe(404);
  });

  it('end the day together with the questions, and tomorrow counts them apart', async () => {
    const { as, ids } = await studentWith(2);
    for (const id of ids) await give(as, id, 3);
    for (const { questionId, options } of (await day(as)).items) {
      const body = { key: randomUUID(), questionId, optionId: options[0]?.id };
      await call(as, 'POST', '/api/review/answers', body);
    }
    const done = await day(as);
    expect(done).toMatchObject({ items: [], cards: [], answered: 4, answeredCards: 2 });
    expect(done.coming.length).toBeGreaterThan(0);
  });

  it('are named in the plan of the day, also for a student who has answered no question', async () => {
    const { as } = await studentWith(2);
    const plan: StudyPlan = (await call(as, 'GET', '/api/study-plan')).json();
    expect(JSON.stringify(plan)).toContain('Revisão: 4 questões, 2 cartões');
  });

  it('are remembered by the weights of the student, which a night may change', async () => {
    const { as, ids } = await studentWith(1);
    await give(as, ids[0] ?? 0, 3);
    const [before] = await statesOf(as);
    await sql`UPDATE card_states SET stability = 99 WHERE user_id = ${as.id}`.execute(test.deps.db);
    await test.deps.db.transaction().execute((tx) => replayEverything(tx, as.id));
    expect((await statesOf(as))[0]).toEqual(before);
  });
});

it('answers given offline count once each, dated by the device, and can be undone offline', async () => {
  const { as, ids } = await studentWith(2);
  const [key, undone] = [randomUUID(), randomUUID()];
  const deeds = [
    { kind: 'card-answer', key, at: YESTERDAY, cardId: ids[0], grade: 3 },
    { kind: 'card-answer', key: undone, at: YESTERDAY, cardId: ids[1], grade: 1 },
    { kind: 'card-undo', key: randomUUID(), at: TODAY, answerKey: undone },
  ];
  for (let time = 0; time < 2; time += 1) {
    const { results } = (await call(as, 'POST', '/api/offline/deeds', { deeds })).json();
    expect(results.map(({ state }: { state: string }) => state)).toEqual(['done', 'done', 'done']);
  }
  expect(await statesOf(as)).toMatchObject([{ card_id: ids[0], answers: 1 }]);
  const { rows } = await sql<{ day: string }>`
    SELECT study_day::text AS day FROM card_answers WHERE card_id = ${ids[0]}`.execute(test.deps.db);
  expect(rows).toEqual([{ day: '2026-11-14' }]);
});

it('a day stored by the version before, which knows no cards, is made again with them', async () => {
  const { as, ids } = await studentWith(1);
  await day(as);
  await sql`UPDATE review_days SET cards_day = NULL, card_ids = '{}', card_positions = '{}' WHERE user_id = ${as.id}`.execute(
    test.deps.db,
  );
  expect(idsOf(await day(as))).toEqual(ids);
});
