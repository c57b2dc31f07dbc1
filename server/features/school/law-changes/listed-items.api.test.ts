import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { LawChange } from '#contract/school/law-changes.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { searchUnread } from '#server/features/content/laws/citing/citations.service.ts';
import { searchUnreadItems } from '#server/features/content/laws/citing/items.service.ts';
import { createBankQuestion } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { lawChangeCalls } from '#server/testing/law-changes.ts';
import { modelOf, sourceOf, words } from '#server/testing/law-models.ts';
import { createTestLaw } from '#server/testing/laws.ts';
import { createLesson, createSubject } from '#server/testing/lessons.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { reconcileRecent } from './law-changes.service.ts';
import { countMarkers } from './listed-items.store.ts';

const test = useTestApp();
let admin: Person;
let subjectId: number;
beforeAll(async () => {
  admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
  subjectId = (await createSubject(test.deps.db)).id;
});
beforeEach(() => test.clock.advance(MINUTE_MS));

const { post, get, applied, itemsOf, decide } = lawChangeCalls(test, () => admin);

/** An amendment that lessons and questions cite. */
async function amended(lessonCount: number, questionCount: number) {
  const { db } = test.deps;
  const name = `Lei das Listas ${randomUUID().replace(/[^a-z]/g, '')}`;
  const model = modelOf(2);
  const lawId = await createTestLaw(test, admin, { source: sourceOf(model), name });
  const questions: number[] = [];
  for (let at = 0; at < questionCount; at += 1) {
    const { id } = await createBankQuestion(test, admin, { questionText: `Pelo ${words('art1', name)}, assinale.` });
    questions.push(id);
  }
  const lessons: number[] = [];
  for (let at = 0; at < lessonCount; at += 1) {
    const content = `<p>O ${words('art1_cpt', name)}.</p>`;
    lessons.push((await createLesson(db, { content, subjectId, authorId: admin.id, createdAt: test.clock.now() })).id);
  }
  await searchUnread(test.deps);
  await searchUnreadItems(test.deps);
  test.clock.advance(MINUTE_MS);
  const source = sourceOf(new Map([...model, ['art1_cpt', 'Caput novo.']]));
  return { change: await applied(lawId, source), name, lessons, questions };
}

const countsOf = async (id: number) => ((await get(`/api/admin/law-changes/${id}`)) as LawChange).counts;
const idsOf = async (id: number, kind?: string) => (await itemsOf(id, kind)).map((item) => item.id);

it('an item keeps its id and its place in the list through a decision, its undo and a later search', async () => {
  const { change } = await amended(2, 3);
  const before = await idsOf(change.id);
  expect(before).toHaveLength(5);
  expect(before).toEqual(before.toSorted((a, b) => a - b));
  const chosen = [before[1] ?? 0, before[3] ?? 0];
  const made: LawChange = (await decide(change.id, { decision: 'valid', items: chosen })).json();
  expect(made.counts).toEqual([
    { kind: 'lesson', count: 2, open: 1 },
    { kind: 'question', count: 3, open: 2 },
  ]);
  const decisions = async () => (await itemsOf(change.id)).map(({ id, decision }) => [id, decision]);
  expect(await decisions()).toEqual(before.map((id) => [id, chosen.includes(id) ? 'valid' : 'open']));
  const openIds = async () =>
    ((await get(`/api/admin/law-changes/${change.id}/items?open=true`)) as { id: number }[]).map(({ id }) => id);
  expect(await openIds()).toEqual(before.filter((id) => !chosen.includes(id)));
  const openOnly = { method: 'GET', url: `/api/admin/law-changes/${change.id}/items?open=true`, as: admin } as const;
  expect((await test.request(openOnly)).headers['x-total-count']).toBe('3');
  await reconcileRecent(test.deps);
  expect(await idsOf(change.id)).toEqual(before);
  await post(`/api/admin/law-decisions/${made.decisions[0]?.id}/undo`, {});
  expect(await decisions()).toEqual(before.map((id) => [id, 'open']));
  expect(await openIds()).toEqual(before);
  expect(await idsOf(change.id, 'question')).toEqual(before.slice(2));
});

it('an item stays in the list when its text stops citing the law, and a new citation in it adds none', async () => {
  const { db } = test.deps;
  const { change, name, questions } = await amended(0, 2);
  const before = await itemsOf(change.id);
  await db
    .updateTable('question_versions')
    .set({ statement: 'Sem citação.' })
    .where('question_id', '=', questions[0] ?? 0)
    .execute();
  await db
    .updateTable('question_versions')
    .set({ statement: `Pelo ${words('art1', name)}, e pelo ${words('art1_cpt', name)}.` })
    .where('question_id', '=', questions[1] ?? 0)
    .execute();
  await db.updateTable('law_items').set({ names_key: 'old' }).where('question_id', 'in', questions).execute();
  await searchUnreadItems(test.deps);
  await reconcileRecent(test.deps);
  const shown = ({ id, lexIds }: { id: number; lexIds: string[] }) => [id, lexIds];
  expect((await itemsOf(change.id)).map(shown)).toEqual(before.map(shown));
});

it('a deleted text is neither listed nor counted nor decided about, before and after a decision', async () => {
  const { db } = test.deps;
  const { change, lessons, questions } = await amended(2, 3);
  const all = await itemsOf(change.id);
  const ofQuestion = (at: number) =>
    all.find(({ targetId, kind }) => kind === 'question' && targetId === questions[at]);
  const ofLesson = all.find(({ kind, targetId }) => kind === 'lesson' && targetId === lessons[0]);
  await decide(change.id, { decision: 'valid', items: [ofQuestion(0)?.id] });
  const now = test.clock.now();
  await db
    .updateTable('lessons')
    .set({ deleted_at: now })
    .where('id', '=', lessons[0] ?? 0)
    .execute();
  await db.deleteFrom('law_items').where('question_id', 'in', questions.slice(0, 2)).execute();
  expect(await countsOf(change.id)).toEqual([
    { kind: 'lesson', count: 1, open: 1 },
    { kind: 'question', count: 1, open: 1 },
  ]);
  expect((await itemsOf(change.id)).map(({ targetId }) => targetId).sort()).toEqual([lessons[1], questions[2]].sort());
  const late = await decide(change.id, { decision: 'valid', items: [ofQuestion(1)?.id, ofLesson?.id] });
  expect([late.statusCode, late.json().code]).toEqual([404, 'not_found']);
  const rows = await db.selectFrom('law_change_items').select('id').where('change_id', '=', change.id).execute();
  expect(rows).toEqual([]);
});

it('rows that the version before wrote for the same amendment are listed once, with what is in pages', async () => {
  const { db } = test.deps;
  const { change } = await amended(1, 4);
  const before = await itemsOf(change.id);
  const texts = await sql<{ kind: string; textId: number }>`
    SELECT page.kind, listed.id AS "textId" FROM law_change_pages page
    CROSS JOIN LATERAL unnest(page.text_ids) AS listed (id) WHERE page.change_id = ${change.id}
    ORDER BY page.kind, listed.id`.execute(db);
  for (const { kind, textId } of texts.rows.slice(0, 3)) {
    const text = kind === 'lesson' ? { lesson_id: textId } : { item_id: textId };
    await db
      .insertInto('law_change_items')
      .values({ change_id: change.id, kind, lex_ids: ['art1'], ...text })
      .execute();
  }
  expect((await itemsOf(change.id)).map(({ targetId }) => targetId).sort()).toEqual(
    before.map(({ targetId }) => targetId).sort(),
  );
  expect(await countsOf(change.id)).toEqual(change.counts);
  const ids = await idsOf(change.id);
  expect((await decide(change.id, { decision: 'valid', items: ids })).statusCode).toBe(200);
  expect((await countsOf(change.id)).map(({ open }) => open)).toEqual([0, 0]);
});

it('a decision about one amendment leaves the same text open in the list of another', async () => {
  const { change, questions } = await amended(0, 1);
  const { lawId } = change;
  test.clock.advance(MINUTE_MS);
  const source = sourceOf(new Map([...modelOf(2), ['art1_cpt', 'Outro caput.']]));
  const next = await applied(lawId, source);
  await decide(change.id, { decision: 'valid', items: await idsOf(change.id) });
  expect((await itemsOf(next.id)).map(({ targetId, decision }) => [targetId, decision])).toEqual([
    [questions[0], 'open'],
  ]);
  expect(await idsOf(next.id)).not.toEqual(await idsOf(change.id));
});

it('the students who marked what an amendment changed are counted up to a limit, each once', async () => {
  const { change } = await amended(0, 1);
  const people = [await createPerson(test.deps.db), await createPerson(test.deps.db)];
  for (const person of people) {
    for (const quote of ['Texto', 'de']) {
      await test.deps.db
        .insertInto('annotations')
        .values({
          ...{ user_id: person.id, quote, prefix: '', suffix: '', position: 0, note: '', creation_key: randomUUID() },
          ...{ lesson_title: '', search_key: '' },
          ...{ law_id: change.lawId, law_article: 'art1', law_device: 'art1_cpt' },
          created_at: new Date(change.createdAt),
          updated_at: new Date(change.createdAt),
        })
        .execute();
    }
  }
  expect(await countMarkers(test.deps.db, change.id, 10)).toBe(2);
  expect(await countMarkers(test.deps.db, change.id, 1)).toBe(1);
});
