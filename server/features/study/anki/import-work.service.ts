import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ErrorCode } from '#contract/errors.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { findTopicsById, lockTopicTreeForShare } from '#server/features/content/topics/topics.service.ts';
import {
  addImportedCards,
  countImportedCards,
  type ImportedCard,
  readFreePictures,
  removeUntouchedCards,
} from '#server/features/study/cards/imported-cards.service.ts';
import { storePicture } from '#server/features/study/cards/pictures.service.ts';
import { startFromSeeds } from '#server/features/study/review/cards/card-answers.service.ts';
import { releaseStored } from '#server/files/file-records.ts';
import { AppError, isOutage, notFound } from '#server/http/errors.ts';
import { dayOf } from '#server/time/calendar.ts';
import { creationKeyOf, IMPORT_JOB, UNDO_JOB } from './imports.service.ts';
import * as store from './imports.store.ts';
import type { DeckCard } from './reading/deck-card.ts';
import { DeckTooSlow, deckReader } from './reading/read-anki-in-worker.ts';

const UNDO_CHUNK = 500;
/** Bytes of pictures that are in memory at once. */
const PICTURES_BYTES = 16 * 1024 * 1024;
const LONGEST_SECONDS = 1800;
const HEARTBEAT_SECONDS = 60;

export function defineAnkiWork(deps: Deps): void {
  const limits = { retries: 10, longestSeconds: LONGEST_SECONDS, heartbeatSeconds: HEARTBEAT_SECONDS };
  deps.jobs.define<{ id: number }>({ name: IMPORT_JOB, ...limits, run: ({ id }) => runImport(deps, id) });
  deps.jobs.define<{ id: number }>({ name: UNDO_JOB, ...limits, run: ({ id }) => runUndo(deps, id) });
}

/** A file that no retry can read, or that is gone. */
const unreadable: readonly ErrorCode[] = ['not_found', 'unsupported_type', 'too_large'];
/** A read may be slow because the machine is busy. A file that is too slow this often is given up. */
const SLOW_RUNS_MAX = 3;

/**
 * Ends also where the file cannot be read: the import is stored as broken off, and a student can begin another one. What
 * was added stays and can be undone.
 */
async function runImport(deps: Deps, id: number): Promise<void> {
  const found = await store.findImport(deps.db, id);
  if (found?.state !== 'running' || found.fileKey === null) return;
  let isBrokenOff = false;
  try {
    await importFile(deps, found, found.fileKey);
  } catch (error) {
    if (!(await isFinal(deps, id, error))) throw error;
    deps.log.error({ err: error, import: id }, 'a deck could not be read again');
    isBrokenOff = true;
  }
  await transact(deps, (tx) => endImport(tx, id, isBrokenOff));
}

async function isFinal(deps: Deps, id: number, error: unknown): Promise<boolean> {
  if (error instanceof DeckTooSlow) return (await store.countSlowRun(deps.db, id)) >= SLOW_RUNS_MAX;
  return error instanceof AppError && unreadable.includes(error.code);
}

/** Ends an import and releases its file. */
export async function endImport(tx: Tx, id: number, isBrokenOff: boolean): Promise<void> {
  const fileKey = await store.finishImport(tx, id, isBrokenOff);
  if (fileKey !== null) await releaseStored(tx, [fileKey], new Date(0));
}

/**
 * Each chunk is one transaction that also saves the progress: a retry continues after the last one. Every run reads the
 * file with the same number of free pictures, so that its cards and chunks are the same.
 */
async function importFile(deps: Deps, found: store.ImportRow, fileKey: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'alvorada-anki-'));
  try {
    const now = deps.clock.now();
    const free = await readFreePictures(deps.db, found.userId);
    const freePictures = await store.recordRun(deps.db, found.id, { freePictures: free, now });
    const path = join(directory, 'file');
    const file = await deps.files.read(fileKey);
    if (!file) throw notFound('O arquivo desta importação não existe mais.');
    await pipeline(file.stream, createWriteStream(path, { mode: 0o600 }));
    const today = dayOf(now);
    const { chunks } = await deckReader.readCards({ path, directory, today, freePictures }, found.userId);
    const pictures = pictureReader(deps, found.userId, path);
    let from = 0;
    for (const chunk of chunks) {
      const cards = JSON.parse(Buffer.from(chunk).toString()) as DeckCard[];
      if (from >= found.processed) await importChunk(deps, found, { cards, from }, await pictures(cards));
      from += cards.length;
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Stores the pictures of cards; the ids by name, null for a picture that cannot be read. */
function pictureReader(deps: Deps, userId: string, path: string) {
  const stored = new Map<string, number | null>();
  return async (cards: readonly DeckCard[]): Promise<ReadonlyMap<string, number | null>> => {
    let names = [...new Set(cards.flatMap(({ picture }) => picture ?? []))].filter((name) => !stored.has(name));
    while (names.length > 0) {
      const { pictures } = await deckReader.readPictures({ path, names, maxBytes: PICTURES_BYTES }, userId);
      for (const [name, content] of pictures) stored.set(name, await storeOne(deps, userId, content));
      names = names.slice(pictures.length);
    }
    return stored;
  };
}

/** A picture that cannot be decoded, or is one too many, stays out; its card comes. */
async function storeOne(deps: Deps, userId: string, content: Uint8Array | null): Promise<number | null> {
  if (content === null || content.length === 0) return null;
  try {
    return (await storePicture(deps, userId, Buffer.from(content))).made.id;
  } catch (error) {
    if (isOutage(error) || !(error instanceof AppError) || error.code === 'unavailable') throw error;
    return null;
  }
}

async function importChunk(
  deps: Deps,
  { id, userId, choices, keepsSchedule }: store.ImportRow,
  { cards, from }: { cards: DeckCard[]; from: number },
  pictures: ReadonlyMap<string, number | null>,
): Promise<void> {
  const choiceOf = new Map(choices.map((choice) => [choice.name, choice]));
  const coming = cards.filter(({ deck }) => !choiceOf.get(deck)?.isSkipped);
  await transact(deps, async (tx) => {
    await lockTopicTreeForShare(tx);
    const current = await store.lockImport(tx, id);
    if (current?.state !== 'running' || current.processed !== from) return;
    // A topic that was deleted since the choice leaves its cards under their own heading.
    const wanted = [...new Set(choices.flatMap(({ topicId }) => topicId ?? []))];
    const topics = new Set((await findTopicsById(tx, wanted)).map((topic) => topic.id));
    const byKey = new Map(coming.map((card) => [creationKeyOf(card), card]));
    const rows = [...byKey].map(([creationKey, card]): ImportedCard => {
      const topicId = choiceOf.get(card.deck)?.topicId ?? null;
      const { guid, ord, picture, reviews: _, ...content } = card;
      return {
        ...content,
        creationKey,
        pictureId: picture === null ? null : (pictures.get(picture) ?? null),
        topicId: topicId !== null && topics.has(topicId) ? topicId : null,
        seed: keepsSchedule ? card.seed : null,
        ankiGuid: guid,
        ankiOrd: ord,
      };
    });
    const now = deps.clock.now();
    const added = await addImportedCards(tx, { userId, importId: id, cards: rows, now });
    const cardOf = (key: string) => byKey.get(key) as DeckCard;
    if (keepsSchedule) {
      await startFromSeeds(
        tx,
        userId,
        added.filter(({ key }) => cardOf(key).seed !== null).map((row) => row.id),
      );
    }
    await store.insertPastReviews(
      tx,
      userId,
      added.flatMap((row) => {
        const { reviews } = cardOf(row.key);
        return reviews.length > 0 ? [{ cardId: row.id, reviews }] : [];
      }),
    );
    const brokenPictures = added.filter(({ key }) => {
      const { picture } = cardOf(key);
      return picture !== null && pictures.get(picture) === null;
    }).length;
    await store.saveProgress(tx, id, { processed: cards.length, added: added.length, brokenPictures, now });
  });
}

async function runUndo(deps: Deps, id: number): Promise<void> {
  let removed: number;
  do {
    removed = await transact(deps, async (tx) => {
      const found = await store.lockImport(tx, id);
      return found?.state === 'undoing' ? removeUntouchedCards(tx, id, UNDO_CHUNK) : 0;
    });
  } while (removed === UNDO_CHUNK);
  await transact(deps, async (tx) => store.finishUndo(tx, id, await countImportedCards(tx, id)));
}
