import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import type { AnkiImport } from '#contract/study/anki.ts';
import { ANKI_UNDO_MS } from '#contract/study/anki-limits.ts';
import { CARD_PICTURES_MAX } from '#contract/study/card-limits.ts';
import { DAY_MS, MINUTE_MS } from '#contract/time.ts';
import { FilesUnavailable } from '#server/files/unavailable.ts';
import { ankiDeck } from '#server/testing/anki-decks.ts';
import { ankiImports, basicNote as basic, everything } from '#server/testing/anki-imports.ts';
import { pngOf } from '#server/testing/cards.ts';
import type { Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { IDLE_MS, RESENDS_MAX, RESUME_JOB } from './import-upkeep.service.ts';
import { IMPORT_JOB } from './imports.service.ts';
import { DeckTooSlow, deckReader } from './reading/read-anki-in-worker.ts';

const test = useTestApp();
const { call, send, preview, bring, student, cardsOf } = ankiImports(test);

const sqlOf = (statement: string) => sql.raw(statement).execute(test.deps.db);
const start = (as: Person, id: number) => call<AnkiImport>(as, 'POST', `/api/cards/imports/${id}/start`, everything);
const found = async (as: Person, id: number) => (await call<AnkiImport>(as, 'GET', `/api/cards/imports/${id}`)).body;
const upkeep = async () => {
  await test.deps.jobs.send(test.deps.db, RESUME_JOB, {});
  await test.deps.jobs.drain();
};
/** Ends every retry of the jobs of a test: as after an outage that was longer than these. */
const loseJobs = async () => {
  await test.deps.jobs.drain();
  await sqlOf(`DELETE FROM pgboss.job WHERE name IN ('${IMPORT_JOB}', 'undo-anki-import')`);
};
const run = (id: number) => test.deps.jobs.send(test.deps.db, IMPORT_JOB, { id });

it('an import whose job is lost after an outage of the file store is resumed', async () => {
  const owner = await student();
  const { id } = await preview(owner, { notes: [basic('a')] });
  const down = vi.spyOn(test.deps.files, 'read').mockRejectedValue(new FilesUnavailable(new Error('down')));
  await start(owner, id);
  await loseJobs();
  down.mockRestore();
  await upkeep();
  expect(await found(owner, id)).toMatchObject({ state: 'running', added: 0 });
  test.clock.advance(IDLE_MS + 1);
  await upkeep();
  expect(await found(owner, id)).toMatchObject({ state: 'done', added: 1, isBrokenOff: false });
});

it('an import that never ends is given up as broken off, and another can begin', async () => {
  const owner = await student();
  const { id } = await preview(owner, { notes: [basic('a')] });
  const down = vi.spyOn(test.deps.files, 'read').mockRejectedValue(new FilesUnavailable(new Error('down')));
  await start(owner, id);
  await loseJobs();
  await sqlOf(`UPDATE card_imports SET resends = ${RESENDS_MAX - 1} WHERE id = ${id}`);
  test.clock.advance(IDLE_MS + 1);
  await upkeep();
  expect(await found(owner, id)).toMatchObject({ state: 'running' });
  await loseJobs();
  test.clock.advance(IDLE_MS + 1);
  await upkeep();
  down.mockRestore();
  expect(await found(owner, id)).toMatchObject({ state: 'done', added: 0, isBrokenOff: true, notUndoable: null });
  expect((await call<object[]>(owner, 'GET', '/api/cards/imports')).body).toMatchObject([{ id, isBrokenOff: true }]);
  expect(await bring(owner, { notes: [basic('a')] })).toMatchObject({ state: 'done', added: 1, isBrokenOff: false });
});

it('an undo whose job is lost is resumed', async () => {
  const owner = await student();
  const { id } = await bring(owner, { notes: [basic('a')] });
  await call(owner, 'POST', `/api/cards/imports/${id}/undo`);
  await sqlOf(`DELETE FROM pgboss.job WHERE name = 'undo-anki-import'`);
  await upkeep();
  expect(await found(owner, id)).toMatchObject({ state: 'undoing' });
  test.clock.advance(IDLE_MS + 1);
  await upkeep();
  expect(await found(owner, id)).toMatchObject({ state: 'undone' });
  expect(await cardsOf(owner)).toEqual([]);
});

it('an undo that never ends is given up, and can be asked for again', async () => {
  const owner = await student();
  const { id } = await bring(owner, { notes: [basic('a')] });
  const undo = () => call<AnkiImport>(owner, 'POST', `/api/cards/imports/${id}/undo`);
  await undo();
  await sqlOf(`DELETE FROM pgboss.job WHERE name = 'undo-anki-import'`);
  await sqlOf(`UPDATE card_imports SET resends = ${RESENDS_MAX} WHERE id = ${id}`);
  test.clock.advance(IDLE_MS + 1);
  await upkeep();
  expect(await found(owner, id)).toMatchObject({ state: 'done', notUndoable: null });
  await undo();
  await test.deps.jobs.drain();
  expect(await found(owner, id)).toMatchObject({ state: 'undone' });
});

it('an import that the version before started is resumed without its moment', async () => {
  const owner = await student();
  const { id } = await preview(owner, { notes: [basic('a')] });
  await start(owner, id);
  await sqlOf(`DELETE FROM pgboss.job WHERE name = '${IMPORT_JOB}'`);
  await sqlOf(`UPDATE card_imports SET started_at = NULL, active_at = NULL, free_pictures = NULL WHERE id = ${id}`);
  await upkeep();
  expect(await found(owner, id)).toMatchObject({ state: 'done', added: 1 });
});

it('a deck with values that the tables cannot store is imported without them', async () => {
  const owner = await student();
  const notes = [{ ...basic('a'), cards: [{ type: 2, due: 10, ivl: 4, factor: 2500 }] }];
  const alsoRun = `UPDATE notes SET guid = 'a' || char(0); UPDATE col SET crt = 1700000000000`;
  expect(await bring(owner, { notes, alsoRun })).toMatchObject({ state: 'done', added: 1, scheduled: 1 });
});

it('a retry brings the pictures that the first run would have brought', async () => {
  const owner = await student();
  const names = ['a', 'b'];
  const notes = names.map((name) => ({
    guid: name,
    notetype: 'Basic' as const,
    fields: [`<img src="${name}.png">`, name],
  }));
  const media = { 'a.png': await pngOf('red'), 'b.png': await pngOf('blue') };
  await sqlOf(`INSERT INTO card_pictures (user_id, sha256, file_key, mime_type, bytes, width, height, created_at)
    SELECT '${owner.id}', sha256(n::text::bytea), 'cards/none/' || n, 'image/webp', 1, 1, 1, now()
    FROM generate_series(1, ${CARD_PICTURES_MAX - 2}) AS n`);
  const { id, cards } = await preview(owner, { notes, media });
  expect(cards).toBe(2);
  await start(owner, id);
  // The first run stores its pictures and fails before its cards.
  await sqlOf(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON cards FOR EACH ROW EXECUTE FUNCTION refuse()`);
  await test.deps.jobs.drain();
  await sqlOf('DROP FUNCTION refuse CASCADE');
  expect(await found(owner, id)).toMatchObject({ state: 'running', added: 0 });
  await run(id);
  await test.deps.jobs.drain();
  expect(await found(owner, id)).toMatchObject({ state: 'done', added: 2, brokenPictures: 0 });
  expect((await cardsOf(owner)).filter(({ picture }) => picture !== null)).toHaveLength(2);
});

it('a damaged picture is counted, and the other pictures and cards come', async () => {
  const owner = await student();
  const notes = ['a', 'b'].map((name) => ({
    guid: name,
    notetype: 'Basic' as const,
    fields: [`${name} <img src="${name}.png">`, 'x'],
  }));
  const media = { 'a.png': await pngOf('red'), 'b.png': await pngOf('blue') };
  const file = await ankiDeck('anki21b', { notes, media, alsoPacked: { 0: Buffer.from('no zstd') } });
  const { id } = (await send(owner, file)).body;
  await start(owner, id);
  await test.deps.jobs.drain();
  expect(await found(owner, id)).toMatchObject({ state: 'done', added: 2, brokenPictures: 1, isBrokenOff: false });
  const cards = await cardsOf(owner);
  expect(cards.map(({ front, picture }) => [front, picture !== null])).toEqual([
    ['b', true],
    ['a', false],
  ]);
});

it('a slow read is retried, and is given up as broken off after three', async () => {
  const owner = await student();
  const { id } = await preview(owner, { notes: [basic('a')] });
  const slow = vi.spyOn(deckReader, 'readCards').mockRejectedValue(new DeckTooSlow());
  await start(owner, id);
  await test.deps.jobs.drain();
  expect(await found(owner, id)).toMatchObject({ state: 'running' });
  await run(id);
  await test.deps.jobs.drain();
  expect(await found(owner, id)).toMatchObject({ state: 'running' });
  await run(id);
  await test.deps.jobs.drain();
  slow.mockRestore();
  expect(await found(owner, id)).toMatchObject({ state: 'done', added: 0, isBrokenOff: true });
});

it('a slow read that succeeds later brings its cards', async () => {
  const owner = await student();
  const { id } = await preview(owner, { notes: [basic('a')] });
  const slow = vi.spyOn(deckReader, 'readCards').mockRejectedValue(new DeckTooSlow());
  await start(owner, id);
  await test.deps.jobs.drain();
  slow.mockRestore();
  await run(id);
  await test.deps.jobs.drain();
  expect(await found(owner, id)).toMatchObject({ state: 'done', added: 1, isBrokenOff: false });
});

it('the week for an undo begins with the import', async () => {
  const owner = await student();
  const { id } = await preview(owner, { notes: [basic('a')] });
  test.clock.advance(ANKI_UNDO_MS - DAY_MS);
  await start(owner, id);
  await test.deps.jobs.drain();
  const until = new Date(test.clock.now().getTime() + ANKI_UNDO_MS).toISOString();
  expect(await found(owner, id)).toMatchObject({ state: 'done', undoUntil: until });
  test.clock.advance(ANKI_UNDO_MS - 1);
  expect(await found(owner, id)).toMatchObject({ notUndoable: null });
  test.clock.advance(1);
  expect(await found(owner, id)).toMatchObject({ notUndoable: 'too_late' });
});

it('an expired preview does not start, and the same file makes another', async () => {
  const owner = await student();
  const file = await ankiDeck('anki2', { notes: [basic('a')] });
  const { id } = (await send(owner, file)).body;
  test.clock.advance(ANKI_UNDO_MS);
  expect(await start(owner, id)).toMatchObject({ status: 409, body: { code: 'state_conflict', status: 'expired' } });
  const again = await send(owner, file);
  expect(again.status).toBe(201);
  expect(again.body.id).not.toBe(id);
  expect((await start(owner, again.body.id)).status).toBe(200);
});

it.each([
  ['that end at the limit', Number.POSITIVE_INFINITY, 400],
  ['that take half a minute', 30_000, 201],
])('reads %s are refused after five a day, and fast ones are not counted', async (_what, ms, status) => {
  const owner = await student();
  const upload = async (name: string) => {
    // The general limit counts by minute.
    test.clock.advance(MINUTE_MS);
    return (await send(owner, await ankiDeck('anki2', { notes: [basic(name)] }))).status;
  };
  for (let fast = 0; fast < 6; fast += 1) expect(await upload(`fast${fast}`)).toBe(201);
  const { summarise } = deckReader;
  const slow = vi.spyOn(deckReader, 'summarise').mockImplementation(async (...given) => {
    if (!Number.isFinite(ms)) throw new DeckTooSlow();
    return { ...(await summarise(...given)), ms };
  });
  for (let at = 0; at < 5; at += 1) expect(await upload(`slow${at}`)).toBe(status);
  slow.mockRestore();
  expect(await upload('other')).toBe(429);
  test.clock.advance(DAY_MS + 1);
  expect(await upload('other')).toBe(201);
});
