import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { searchUnread } from '#server/features/content/laws/citing/citations.service.ts';
import { searchUnreadItems } from '#server/features/content/laws/citing/items.service.ts';
import { createBankQuestion } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { lawChangeCalls } from '#server/testing/law-changes.ts';
import { modelOf, sourceOf, words } from '#server/testing/law-models.ts';
import { createTestLaw } from '#server/testing/laws.ts';
import { createLesson, createSubject } from '#server/testing/lessons.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { countCiting, listCiting } from './citing-texts.store.ts';

const test = useTestApp();
let admin: Person;
beforeAll(async () => {
  admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
});
const { applied } = lawChangeCalls(test, () => admin);
const NORM = 'Lei das Páginas';

it('texts that cite a changed device are counted and listed page by page, each once, and a second run adds none', async () => {
  const { db } = test.deps;
  const model = modelOf(2);
  const lawId = await createTestLaw(test, admin, { source: sourceOf(model), name: NORM });
  const questions: number[] = [];
  // Every second question cites the article that stays as it is.
  for (let at = 0; at < 8; at += 1) {
    const article = at % 2 === 0 ? 'art1' : 'art2';
    const questionText = `Pelo ${words(article, NORM)}, e pelo ${words(`${article}_cpt`, NORM)}, assinale.`;
    const { id } = await createBankQuestion(test, admin, { questionText });
    if (article === 'art1') questions.push(id);
  }
  const lessons: number[] = [];
  const subjectId = (await createSubject(db)).id;
  for (const article of ['art2', 'art1', 'art1']) {
    const content = `<p>O ${words(article, NORM)}.</p>`;
    const { id } = await createLesson(db, { content, subjectId, authorId: admin.id, createdAt: test.clock.now() });
    if (article === 'art1') lessons.push(id);
  }
  await searchUnread(test.deps);
  await searchUnreadItems(test.deps);
  const change = await applied(lawId, sourceOf(new Map([...model, ['art1_cpt', 'Caput novo.']])));
  const { normKey } = await db
    .selectFrom('laws')
    .select('norm_key as normKey')
    .where('id', '=', lawId)
    .executeTakeFirstOrThrow();
  const lexIds = ['art1_cpt', 'art1'];
  const listed = async () => {
    const { rows } = await sql`
      SELECT CASE WHEN page.kind = 'lesson' THEN listed.text_id END AS "lessonId", law_items.question_id AS "questionId",
             string_to_array(listed.lex_ids, ' ') AS "lexIds"
      FROM law_change_pages page
      CROSS JOIN LATERAL unnest(page.text_ids, page.lex_ids) AS listed (text_id, lex_ids)
      LEFT JOIN law_items ON law_items.id = listed.text_id AND page.kind <> 'lesson'
      WHERE page.change_id = ${change.id}`.execute(db);
    return rows;
  };
  const expected = [
    ...lessons.map((lessonId) => ({ lessonId, questionId: null, lexIds: ['art1'] })),
    ...questions.map((questionId) => ({ lessonId: null, questionId, lexIds: ['art1', 'art1_cpt'] })),
  ];
  expect(await listed()).toEqual(expect.arrayContaining(expected));
  for (const page of [1, 2, 3, 100]) {
    await db.deleteFrom('law_change_pages').where('change_id', '=', change.id).execute();
    expect(await countCiting(db, { normKey, lexIds }, page)).toBe(6);
    const head = { id: change.id, normKey, createdAt: test.clock.now() };
    expect(await listCiting(db, head, lexIds, page)).toBe(6);
    expect(await listed()).toHaveLength(6);
    expect(await listed()).toEqual(expect.arrayContaining(expected));
    expect(await listCiting(db, head, lexIds, page)).toBe(0);
  }
});
