import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
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

const test = useTestApp();
let admin: Person;
beforeAll(async () => {
  admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
});
beforeEach(() => test.clock.advance(MINUTE_MS));

const { get, applied, itemsOf, previewOf } = lawChangeCalls(test, () => admin);
const name = 'Lei das Leituras';
const model = modelOf(3);
const amended = sourceOf(new Map([...model, ['art1_cpt', 'Caput novo.']]));

const readAll = async () => {
  await searchUnread(test.deps);
  await searchUnreadItems(test.deps);
};

it('an amendment says how many texts the search has yet to read, and no newer ones', async () => {
  const lawId = await createTestLaw(test, admin, { source: sourceOf(model), name });
  const { id: subjectId } = await createSubject(test.deps.db);
  const lesson = () =>
    createLesson(test.deps.db, {
      content: `<p>O ${words('art1_cpt', name)}.</p>`,
      subjectId,
      authorId: admin.id,
      createdAt: test.clock.now(),
    });
  await lesson();
  await createBankQuestion(test, admin, { questionText: `Pelo ${words('art1', name)}, assinale.` });
  expect(await previewOf(lawId, amended)).toMatchObject({ itemCount: 0, unread: 2 });
  const change = await applied(lawId, amended);
  expect(change).toMatchObject({ counts: [], unread: 2 });
  test.clock.advance(MINUTE_MS);
  await lesson();
  const read = () => get(`/api/admin/law-changes/${change.id}`);
  expect((await read()).unread).toBe(2);
  await searchUnread(test.deps);
  expect((await read()).unread).toBe(1);
  await readAll();
  expect((await read()).unread).toBe(0);
  await createTestLaw(test, admin, { source: sourceOf(model), name: 'Outra lei', nicknames: ['Lei das outras'] });
  expect((await read()).unread).toBe(2);
  await readAll();
  await test.request({ method: 'POST', url: `/api/admin/law-changes/${change.id}/undo`, payload: {}, as: admin });
  await createTestLaw(test, admin, { source: sourceOf(model), name: 'Mais uma lei', nicknames: ['Lei terceira'] });
  expect((await read()).unread).toBe(0);
});

it('the list shows the first words of a text of two hundred thousand openings of tags', async () => {
  const lawName = `${name} ${randomUUID().replace(/[^a-z]/g, '')}`;
  const lawId = await createTestLaw(test, admin, { source: sourceOf(model), name: lawName });
  const question = await createBankQuestion(test, admin, { questionText: `Pelo ${words('art1', lawName)}, assinale.` });
  await readAll();
  await test.deps.db
    .updateTable('question_versions')
    .set({ statement: `<p>Assinale</p> ${'<'.repeat(200_000)}` })
    .where('question_id', '=', question.id)
    .execute();
  const change = await applied(lawId, amended);
  const [item] = await itemsOf(change.id);
  expect(item?.targetId).toBe(question.id);
  expect(item?.excerpt.trim()).toMatch(/^Assinale\s+<+$/);
});
