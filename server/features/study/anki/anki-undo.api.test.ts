import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { AnkiImport } from '#contract/study/anki.ts';
import { ANKI_UNDO_MS } from '#contract/study/anki-limits.ts';
import { CARDS_MAX } from '#contract/study/card-limits.ts';
import { DAY_MS } from '#contract/time.ts';
import { ankiImports, basicNote as basic, everything } from '#server/testing/anki-imports.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { deleteOldPreviews } from './imports.store.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { call, preview, bring, student, cardsOf } = ankiImports(test);

it('an undo deletes the cards that were neither answered nor changed', async () => {
  const owner = await student();
  const { id } = await bring(owner, { notes: [basic('a'), basic('b'), basic('c')] });
  const [answered] = await cardsOf(owner);
  const key = '6c0c0a3e-52a2-4c27-9e7e-0d7c2d1c4a11';
  await call(owner, 'POST', '/api/review/card-answers', { key, cardId: answered?.id, grade: 3 });
  expect((await call(owner, 'POST', `/api/cards/imports/${id}/undo`)).body).toMatchObject({ state: 'undoing' });
  await test.deps.jobs.drain();
  // A repeated undo changes nothing.
  expect((await call(owner, 'POST', `/api/cards/imports/${id}/undo`)).body).toMatchObject({
    state: 'undone',
    stayed: 1,
  });
  expect((await cardsOf(owner)).map((card) => card.id)).toEqual([answered?.id]);
  // The deck can be brought again.
  expect(await bring(owner, { notes: [basic('a'), basic('b'), basic('c')] })).toMatchObject({ known: 1, added: 2 });
});

it('an undo is refused before the import is done, and after a week', async () => {
  const owner = await student();
  const { id } = await preview(owner, { notes: [basic('a')] });
  const undo = async () => (await call(owner, 'POST', `/api/cards/imports/${id}/undo`)).body;
  expect(await undo()).toMatchObject({ code: 'state_conflict', status: 'preview' });
  await call(owner, 'POST', `/api/cards/imports/${id}/start`, everything);
  expect(await undo()).toMatchObject({ code: 'state_conflict', status: 'running' });
  await test.deps.jobs.drain();
  await test.deps.db
    .updateTable('card_imports')
    .set({ started_at: new Date(test.clock.now().getTime() - ANKI_UNDO_MS) })
    .where('id', '=', id)
    .execute();
  expect(await undo()).toMatchObject({ code: 'state_conflict', status: 'too_late' });
});

it('more cards than a person may have are refused before the beginning, in words', async () => {
  const owner = await student();
  await sql`INSERT INTO cards (user_id, kind, front, back, search_key, creation_key, created_at, updated_at)
    SELECT ${owner.id}, 'basic', 'f', 'v', 'f', gen_random_uuid(), ${test.clock.now()}, ${test.clock.now()}
    FROM generate_series(1, ${CARDS_MAX - 1}::int)`.execute(test.deps.db);
  const { id, free } = await preview(owner, { notes: [basic('a', 'Um'), basic('b', 'Dois')] });
  expect(free).toBe(1);
  const start = (decks: object[]) =>
    call<{ message: string }>(owner, 'POST', `/api/cards/imports/${id}/start`, { decks, keepsSchedule: true });
  expect(await start([])).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: 'Cabem mais 1 cartões, e você escolheu 2. Deixe algum baralho de fora.' },
  });
  expect((await start([{ name: 'Um', topicId: null, isSkipped: true }])).status).toBe(200);
  await test.deps.jobs.drain();
  expect((await call<AnkiImport>(owner, 'GET', `/api/cards/imports/${id}`)).body).toMatchObject({ added: 1, free: 0 });
});

it('an erased account takes its imports and review logs along, and releases the file of a preview', async () => {
  const owner = await student();
  const reviews = [{ at: test.clock.now().getTime() - DAY_MS, ease: 3 }];
  await bring(owner, { notes: [{ ...basic('a'), cards: [{ type: 2, ivl: 3, due: 1, factor: 2500, reviews }] }] });
  await preview(owner, { notes: [basic('b')] });
  const rows = async () => ({
    imports: (await test.deps.db.selectFrom('card_imports').select('id').where('user_id', '=', owner.id).execute())
      .length,
    logs: (
      await test.deps.db.selectFrom('card_past_reviews').select('card_id').where('user_id', '=', owner.id).execute()
    ).length,
  });
  expect(await rows()).toEqual({ imports: 2, logs: 1 });
  const { file_key: key } = await test.deps.db
    .selectFrom('card_imports')
    .select('file_key')
    .where('user_id', '=', owner.id)
    .where('state', '=', 'preview')
    .executeTakeFirstOrThrow();
  await test.deps.db.deleteFrom('users').where('id', '=', owner.id).execute();
  expect(await rows()).toEqual({ imports: 0, logs: 0 });
  const released = test.deps.db
    .selectFrom('unclaimed_files')
    .select('key')
    .where('key', '=', key ?? '');
  expect(await released.execute()).toHaveLength(1);
});

it('a preview that was not confirmed is deleted after a week', async () => {
  const owner = await student();
  const { id } = await preview(owner, { notes: [basic('a')] });
  const at = (ms: number) => new Date(test.clock.now().getTime() + ms);
  await deleteOldPreviews(test.deps.db, at(0), 1000);
  expect((await call(owner, 'GET', `/api/cards/imports/${id}`)).status).toBe(200);
  await deleteOldPreviews(test.deps.db, at(1), 1000);
  expect((await call(owner, 'GET', `/api/cards/imports/${id}`)).status).toBe(404);
});

it('an import whose file is gone ends, so that another can begin', async () => {
  const owner = await student();
  const { id } = await preview(owner, { notes: [basic('a')] });
  await call(owner, 'POST', `/api/cards/imports/${id}/start`, everything);
  await test.deps.db.updateTable('card_imports').set({ file_key: 'anki/gone' }).where('id', '=', id).execute();
  await test.deps.jobs.drain();
  expect((await call<AnkiImport>(owner, 'GET', `/api/cards/imports/${id}`)).body).toMatchObject({
    state: 'done',
    added: 0,
    isBrokenOff: true,
  });
  expect(await bring(owner, { notes: [basic('a')] })).toMatchObject({ state: 'done', added: 1 });
});
