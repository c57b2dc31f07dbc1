import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LawChange } from '#contract/school/law-changes.ts';
import { DAY_MS, MINUTE_MS } from '#contract/time.ts';
import { searchUnread } from '#server/features/content/laws/citing/citations.service.ts';
import { searchUnreadItems } from '#server/features/content/laws/citing/items.service.ts';
import { createBankQuestion } from '#server/testing/bank.ts';
import { makeTestCard } from '#server/testing/cards.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { lawChangeCalls } from '#server/testing/law-changes.ts';
import { modelOf, sourceOf, words } from '#server/testing/law-models.ts';
import { createTestLaw } from '#server/testing/laws.ts';
import { createLesson, createSubject } from '#server/testing/lessons.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { reconcileRecent } from './law-changes.service.ts';

const test = useTestApp();
let admin: Person;
let student: Person;
let subjectId: number;
beforeAll(async () => {
  const now = test.clock.now();
  admin = await createPerson(test.deps.db, { role: 'admin', now });
  student = await createPerson(test.deps.db, { role: 'student', now });
  subjectId = (await createSubject(test.deps.db)).id;
});
beforeEach(() => test.clock.advance(MINUTE_MS));

const { post, get, applied, itemsOf, decide } = lawChangeCalls(test, () => admin);

describe('what an amendment touches', () => {
  const norm = 'Lei dos Itens';
  const touched = async () => {
    const name = `${norm} ${'ABCDEFGHIJ'.charAt(Math.floor(Math.random() * 10))}${randomUUID().replace(/[^a-z]/g, '')}`;
    const model = modelOf(3);
    const lawId = await createTestLaw(test, admin, { source: sourceOf(model), name });
    const question = await createBankQuestion(test, admin, { questionText: `Pelo ${words('art1', name)}, assinale.` });
    const { id: lessonId } = await createLesson(test.deps.db, {
      content: `<p>O ${words('art1_cpt', name)}.</p>`,
      subjectId,
      authorId: admin.id,
      createdAt: test.clock.now(),
    });
    await searchUnread(test.deps);
    await searchUnreadItems(test.deps);
    test.clock.advance(MINUTE_MS);
    const source = sourceOf(new Map([...model, ['art1_cpt', 'Caput novo.']]));
    return { lawId, name, question, lessonId, source };
  };
  const statusOf = async (id: number) =>
    await test.deps.db
      .selectFrom('questions')
      .select(['status', 'status_reason'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const noticesOf = (userId: string) =>
    test.deps.db
      .selectFrom('notifications')
      .select(['kind', 'title'])
      .where('user_id', '=', userId)
      .where('kind', '=', 'law_changed')
      .execute();

  it('is decided one by one or together; outdated questions leave the bank’s active ones, and an undo brings them back', async () => {
    const { lawId, question, lessonId, source } = await touched();
    const change = await applied(lawId, source);
    expect(change.counts).toEqual([
      { kind: 'lesson', count: 1, open: 1 },
      { kind: 'question', count: 1, open: 1 },
    ]);
    const items = await itemsOf(change.id);
    expect(items.map(({ kind, targetId }) => [kind, targetId]).sort()).toEqual([
      ['lesson', lessonId],
      ['question', question.id],
    ]);
    const [ofQuestion] = await itemsOf(change.id, 'question');
    const ofLesson = items.find(({ kind }) => kind === 'lesson');
    await answer(question);
    const refused = await decide(change.id, { decision: 'outdated', items: [ofLesson?.id] });
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['items']]);
    const key = randomUUID();
    const outdated = { decision: 'outdated', items: [ofQuestion?.id], creationKey: key };
    expect((await decide(change.id, outdated)).statusCode).toBe(200);
    const repeated: LawChange = (await decide(change.id, outdated)).json();
    expect(repeated.decisions).toHaveLength(1);
    expect(await statusOf(question.id)).toMatchObject({
      status: 'outdated',
      status_reason: expect.stringContaining('Lei nº 15.000'),
    });
    await decide(change.id, { decision: 'valid', items: [ofLesson?.id] });
    expect((await itemsOf(change.id)).map(({ decision }) => decision).sort()).toEqual(['outdated', 'valid']);
    expect(await noticesOf(student.id)).toHaveLength(1);
    const undo = () => post(`/api/admin/law-decisions/${repeated.decisions[0]?.id}/undo`, {});
    expect((await undo()).statusCode).toBe(200);
    expect((await undo()).statusCode).toBe(200);
    expect((await statusOf(question.id)).status).toBe('active');
    expect((await itemsOf(change.id, 'question'))[0]?.decision).toBe('open');
  });

  const answer = async (question: { id: number; right: number }) => {
    const now = test.clock.now();
    await test.deps.db
      .insertInto('answer_log')
      .values({
        user_id: student.id,
        question_id: question.id,
        option_id: question.right,
        is_right: true,
        source: 'practice',
        source_key: randomUUID(),
        answered_at: now,
        study_day: now,
      })
      .execute();
  };

  const idOfQuestion = async (changeId: number) => (await itemsOf(changeId, 'question'))[0]?.id ?? 0;
  const undoDecision = async (id: number | undefined, as: Person = admin) => {
    const response = await post(`/api/admin/law-decisions/${id}/undo`, {}, as);
    expect(response.statusCode, response.body).toBe(200);
    return response.json() as LawChange;
  };
  const decided = async (changeId: number, decision: string, item: number) => {
    const response = await decide(changeId, { decision, items: [item] });
    expect(response.statusCode, response.body).toBe(200);
    return (response.json() as LawChange).decisions[0];
  };
  const stateOf = async (changeId: number, questionId: number) => [
    (await itemsOf(changeId, 'question'))[0]?.decision,
    (await statusOf(questionId)).status,
  ];

  it('gives a question its status back when it is valid after all, and through any order of undos', async () => {
    const { lawId, question, source } = await touched();
    const { id } = await applied(lawId, source);
    const item = await idOfQuestion(id);
    const outdated = await decided(id, 'outdated', item);
    const valid = await decided(id, 'valid', item);
    expect(await stateOf(id, question.id)).toEqual(['valid', 'active']);
    const again = await decided(id, 'outdated', item);
    expect(await stateOf(id, question.id)).toEqual(['outdated', 'outdated']);
    await undoDecision(again?.id);
    expect(await stateOf(id, question.id)).toEqual(['valid', 'active']);
    await undoDecision(valid?.id);
    expect(await stateOf(id, question.id)).toEqual(['outdated', 'outdated']);
    const colleague = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
    await undoDecision(outdated?.id, colleague);
    expect(await stateOf(id, question.id)).toEqual(['open', 'active']);

    const first = await decided(id, 'outdated', item);
    const second = await decided(id, 'valid', item);
    await undoDecision(first?.id);
    expect(await stateOf(id, question.id)).toEqual(['valid', 'active']);
    await undoDecision(second?.id);
    expect(await stateOf(id, question.id)).toEqual(['open', 'active']);
  });

  it('keeps a question outdated until the last of two equal decisions is undone', async () => {
    const { lawId, question, source } = await touched();
    const { id } = await applied(lawId, source);
    const item = await idOfQuestion(id);
    const first = await decided(id, 'outdated', item);
    const second = await decided(id, 'outdated', item);
    await undoDecision(second?.id);
    expect(await stateOf(id, question.id)).toEqual(['outdated', 'outdated']);
    await undoDecision(first?.id);
    expect(await stateOf(id, question.id)).toEqual(['open', 'active']);
  });

  it('leaves a question whose status was changed by hand, names it, and keeps its item', async () => {
    const { lawId, question, source } = await touched();
    const { id } = await applied(lawId, source);
    const item = await idOfQuestion(id);
    const outdated = await decided(id, 'outdated', item);
    const own = await post('/api/teacher/question-changes', {
      ids: [question.id],
      change: { status: 'outdated', reason: 'Gabarito contestado' },
    });
    expect(own.statusCode, own.body).toBe(200);
    const { decisions } = await undoDecision(outdated?.id);
    expect(decisions[0]).toMatchObject({ leftCount: 1, left: [{ id: question.id, reason: 'changed' }] });
    expect(await statusOf(question.id)).toMatchObject({ status: 'outdated', status_reason: 'Gabarito contestado' });
    expect((await itemsOf(id, 'question'))[0]?.decision).toBe('outdated');
    const valid = await decided(id, 'valid', item);
    expect(valid).toMatchObject({ leftCount: 1, left: [{ id: question.id, reason: 'changed' }] });
  });

  it('takes no decisions once it is undone, and its notices are gone', async () => {
    const { lawId, question, source } = await touched();
    const change = await applied(lawId, source);
    const item = await idOfQuestion(change.id);
    await answer(question);
    const before = (await noticesOf(student.id)).length;
    await decided(change.id, 'outdated', item);
    expect(await noticesOf(student.id)).toHaveLength(before + 1);
    expect((await post(`/api/admin/law-changes/${change.id}/undo`, {})).statusCode).toBe(200);
    expect(await noticesOf(student.id)).toHaveLength(before);
    const late = await decide(change.id, { decision: 'valid', items: [item] });
    expect([late.statusCode, late.json().code]).toEqual([409, 'state_conflict']);
    await reconcileRecent(test.deps);
    expect(await noticesOf(student.id)).toHaveLength(before);
  });

  it('follows what authors decided: a refused quote is not listed, a corrected one and an attached article are', async () => {
    const { lawId, name, source } = await touched();
    const ask = (questionText: string) => createBankQuestion(test, admin, { questionText });
    const first = words('art1', name);
    const other = words('art2', name);
    const [refused, corrected, away, attached] = [
      await ask(`Recusada: ${first}.`),
      await ask(`Corrigida: ${other}.`),
      await ask(`Para outro: ${first}.`),
      await ask('Sem citação.'),
    ];
    const put = async (id: number, path: string, payload: object) => {
      const url = `/api/teacher/questions/${id}/${path}`;
      const reply = await test.request({ method: 'PUT', url, payload, as: admin });
      expect(reply.statusCode, reply.body).toBe(200);
    };
    await put(refused.id, 'law-citations', { decision: 'refused', quote: first });
    const device = (lexId: string) => ({ decision: 'corrected', device: { lawId, lexId } });
    await put(corrected.id, 'law-citations', { ...device('art1'), quote: other });
    await put(away.id, 'law-citations', { ...device('art3'), quote: first });
    await put(attached.id, 'law-articles', { lawId, lexId: 'art1', isTaken: true });
    test.clock.advance(MINUTE_MS);
    const change = await applied(lawId, source);
    const listed = (await itemsOf(change.id, 'question')).map(({ targetId }) => targetId);
    expect([refused, corrected, away, attached].map(({ id }) => listed.includes(id))).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it('does not list a lesson whose author refused the quote', async () => {
    const { lawId, name, lessonId, source } = await touched();
    const url = `/api/articles/${lessonId}/law-citations`;
    const payload = { decision: 'refused', quote: words('art1_cpt', name) };
    const refused = await test.request({ method: 'PUT', url, payload, as: admin });
    expect(refused.statusCode, refused.body).toBe(200);
    const { id } = await applied(lawId, source);
    expect(await itemsOf(id, 'lesson')).toEqual([]);
  });

  it('gets texts that the background search reads later, and not those that were written after it', async () => {
    const { lawId, name, source } = await touched();
    const late = await createBankQuestion(test, admin, { questionText: `Ainda não lida: ${words('art1', name)}.` });
    test.clock.advance(MINUTE_MS);
    const change = await applied(lawId, source);
    test.clock.advance(MINUTE_MS);
    const newer = await createBankQuestion(test, admin, { questionText: `Já com o novo: ${words('art1', name)}.` });
    await searchUnreadItems(test.deps);
    await reconcileRecent(test.deps);
    const targets = (await itemsOf(change.id, 'question')).map(({ targetId }) => targetId);
    expect(targets).toContain(late.id);
    expect(targets).not.toContain(newer.id);
  });

  it('leaves out lessons that were deleted since', async () => {
    const { lawId, lessonId, source } = await touched();
    const change = await applied(lawId, source);
    await test.deps.db
      .updateTable('lessons')
      .set({ deleted_at: test.clock.now() })
      .where('id', '=', lessonId)
      .execute();
    expect((await get(`/api/admin/law-changes/${change.id}`)).counts).toEqual([
      { kind: 'question', count: 1, open: 1 },
    ]);
    expect((await itemsOf(change.id)).map(({ kind }) => kind)).toEqual(['question']);
  });

  it('is open to administrators for seven days', async () => {
    const { lawId, source } = await touched();
    const change = await applied(lawId, source);
    test.clock.advance(8 * DAY_MS);
    const late = await post(`/api/admin/law-changes/${change.id}/undo`, {});
    expect([late.statusCode, late.json().code]).toEqual([409, 'state_conflict']);
    expect((await post(`/api/admin/law-changes/${change.id}/undo`, {}, student)).statusCode).toBe(403);
    expect((await get(`/api/admin/laws/${lawId}/changes`)).changes).toHaveLength(1);
  });

  it('notifies those who made a card of the old text, not of the new one', async () => {
    const { lawId, source } = await touched();
    const [before, after] = [
      await createPerson(test.deps.db, { role: 'student', now: test.clock.now() }),
      await createPerson(test.deps.db, { role: 'student', now: test.clock.now() }),
    ];
    await makeTestCard(test, before, { source: { kind: 'law', lawId, lexId: 'art1' } });
    const change = await applied(lawId, source);
    test.clock.advance(MINUTE_MS);
    await makeTestCard(test, after, { source: { kind: 'law', lawId, lexId: 'art1' } });
    await reconcileRecent(test.deps);
    expect([await noticesOf(before.id), await noticesOf(after.id)].map(({ length }) => length)).toEqual([1, 0]);
    expect((await get(`/api/admin/law-changes/${change.id}`)).markedBy).toBe(1);
  });

  it('notifies those who marked a changed device, not those who marked another', async () => {
    const { lawId, source } = await touched();
    const [one, other] = [await createPerson(test.deps.db), await createPerson(test.deps.db)];
    const mark = async (as: Person, article: string) => {
      const anchor = { quote: 'x', prefix: '', suffix: '', position: 0, note: '' };
      const payload = { ...anchor, lexId: `${article}_cpt`, creationKey: randomUUID() };
      const url = `/api/laws/${lawId}/articles/${article}/annotations`;
      expect((await test.request({ method: 'POST', url, as, payload })).statusCode).toBe(201);
    };
    await mark(one, 'art1');
    await mark(other, 'art2');
    const change = await applied(lawId, source);
    expect((await get(`/api/admin/law-changes/${change.id}`)).markedBy).toBe(1);
    await reconcileRecent(test.deps);
    expect([await noticesOf(one.id), await noticesOf(other.id)].map(({ length }) => length)).toEqual([1, 0]);
  });

  it('notifies a student with a card or note on it once', async () => {
    const { lawId, name, source } = await touched();
    const owner = await createPerson(test.deps.db, { role: 'student', now: test.clock.now() });
    const now = test.clock.now();
    await test.deps.db
      .insertInto('cards')
      .values({
        user_id: owner.id,
        kind: 'basic',
        front: `O que diz o ${words('art1', name)}?`,
        search_key: '',
        creation_key: randomUUID(),
        created_at: now,
        updated_at: now,
      })
      .execute();
    await searchUnreadItems(test.deps);
    const change = await applied(lawId, source);
    expect(change.markedBy).toBe(1);
    await reconcileRecent(test.deps);
    expect(await noticesOf(owner.id)).toHaveLength(1);
    expect((await itemsOf(change.id)).some(({ kind }) => (kind as string) === 'card')).toBe(false);
  });
});
