import { createHash, randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import type { BodyOf } from '#contract/endpoint.ts';
import type { AnkiImport, startAnkiImport } from '#contract/study/anki.ts';
import { ANKI_IMPORTS_SHOWN, ANKI_UNDO_MS } from '#contract/study/anki-limits.ts';
import { DAY_MS, HOUR_MS } from '#contract/time.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { lockExistingTopic, lockTopicTreeForShare } from '#server/features/content/topics/topics.service.ts';
import {
  countKnownCards,
  readFreeCards,
  readFreePictures,
} from '#server/features/study/cards/imported-cards.service.ts';
import { claimStored, storeUnclaimed } from '#server/files/file-records.ts';
import { AppError, asUnavailable, notFound, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { charge } from '#server/http/throttle.ts';
import type { SentFile } from '#server/http/uploads.ts';
import { dayOf } from '#server/time/calendar.ts';
import * as store from './imports.store.ts';
import { DECK_SEPARATOR, keyInGuid } from './own-notetypes.ts';
import { DeckTooSlow, deckReader } from './reading/read-anki-in-worker.ts';
import type { DeckRequest } from './reading/read-deck.ts';

export const IMPORT_JOB = 'import-anki-deck';
export const UNDO_JOB = 'undo-anki-import';

const UPLOADS = { bucket: 'anki-upload', max: 30, windowMs: HOUR_MS };
/** The reader has one thread for everybody: a student may occupy it for long only a few times a day. */
const SLOW_READS = { bucket: 'anki-slow-read', max: 5, windowMs: DAY_MS };
const SLOW_READ_MS = 30_000;
const FILE_NAME_MAX = 200;

const missing = () => notFound('Importação não encontrada.');

/** The creation key of a card of a note: the same card of the same deck is the same card here. */
export function creationKeyOf({ guid, ord }: { guid: string; ord: number }): string {
  const own = keyInGuid(guid);
  if (own) return own;
  const hex = createHash('sha256').update(`anki:${ord}:${guid}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const cleanName = (name: string) =>
  name
    .replace(/\p{Cc}/gu, '')
    .slice(0, FILE_NAME_MAX)
    .toWellFormed() || 'baralho';

/** The charge precedes the read, so that concurrent reads count; a fast read is refunded. */
async function summarise(deps: Deps, userId: string, request: DeckRequest) {
  const slow = await charge(deps, SLOW_READS, userId);
  let isSlow = false;
  try {
    const read = await deckReader.summarise(request, userId);
    isSlow = read.ms >= SLOW_READ_MS;
    return read;
  } catch (error) {
    isSlow = error instanceof DeckTooSlow;
    throw error;
  } finally {
    if (!isSlow) await slow.refund();
  }
}

/** Reads a file and stores it with its summary. No card is made yet. A preview of another file is replaced. */
export async function uploadDeck(deps: Deps, user: SessionUser, file: SentFile | null, name: string) {
  if (!file || file.size === 0) throw new AppError('bad_request', 'Escolha um baralho.');
  const now = deps.clock.now();
  const same = await store.findPreview(deps.db, user.id, file.sha256, new Date(now.getTime() - ANKI_UNDO_MS));
  if (same) return { made: await readImport(deps, user, same.id), isNew: false };
  await charge(deps, UPLOADS, user.id);
  const { summary, chunks } = await summarise(deps, user.id, {
    path: file.path,
    directory: dirname(file.path),
    today: dayOf(now),
    freePictures: await readFreePictures(deps.db, user.id),
  });
  let known = 0;
  for (const chunk of chunks) {
    const cards = JSON.parse(Buffer.from(chunk).toString()) as { guid: string; ord: number }[];
    known += await countKnownCards(deps.db, user.id, cards.map(creationKeyOf));
  }
  const fileKey = `anki/${now.getUTCFullYear()}/${randomUUID()}`;
  const stored = await storeUnclaimed(deps, [{ key: fileKey, path: file.path, size: file.size }]).catch(
    asUnavailable('Não conseguimos guardar o arquivo agora. Tente de novo em instantes.'),
  );
  const id = await transact(deps, async (tx) => {
    await store.deletePreviews(tx, user.id);
    await claimStored(tx, stored.keys);
    return store.insertImport(tx, {
      userId: user.id,
      fileName: cleanName(name),
      fileKey,
      sha256: file.sha256,
      summary,
      known,
      now,
    });
  }).catch(async (error: unknown) => {
    await stored.discard();
    throw error;
  });
  return { made: await readImport(deps, user, id), isNew: true };
}

export async function listOwnImports(deps: Deps, user: SessionUser) {
  const rows = await store.listImports(deps.db, user.id, ANKI_IMPORTS_SHOWN);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

async function findOwn(deps: Deps, user: SessionUser, id: number): Promise<store.ImportRow> {
  const found = await store.findImport(deps.db, id);
  if (found?.userId !== user.id) throw missing();
  return found;
}

const lastLevel = (deck: string) => deck.split(DECK_SEPARATOR).at(-1) ?? '';

export async function readImport(deps: Deps, user: SessionUser, id: number): Promise<AnkiImport> {
  const { summary, ...found } = await findOwn(deps, user, id);
  const names = summary.decks.map(({ name }) => lastLevel(name));
  const topics = found.state === 'preview' ? await store.findTopicsNamed(deps.db, names) : new Map();
  const undoUntil = new Date((found.startedAt ?? found.createdAt).getTime() + ANKI_UNDO_MS);
  return {
    id,
    fileName: found.fileName,
    state: found.state,
    createdAt: found.createdAt.toISOString(),
    ...summary,
    decks: summary.decks.map(({ name, cards }) => ({ name, cards, topic: topics.get(lastLevel(name)) ?? null })),
    known: found.known,
    free: await readFreeCards(deps.db, user.id),
    processed: found.processed,
    chosen: found.chosen,
    added: found.added,
    brokenPictures: found.brokenPictures,
    isBrokenOff: found.isBrokenOff,
    stayed: found.stayed,
    undoUntil: undoUntil.toISOString(),
    notUndoable: whyNotUndoable(found.state, deps.clock.now() >= undoUntil),
  };
}

function whyNotUndoable(state: store.ImportState, isLate: boolean): AnkiImport['notUndoable'] {
  if (state === 'preview' || state === 'running') return state;
  if (state !== 'done') return 'undone';
  return isLate ? 'too_late' : null;
}

const chosenCards = (summary: store.ImportRow['summary'], choices: readonly store.DeckChoice[]) => {
  const skipped = new Set(choices.filter(({ isSkipped }) => isSkipped).map(({ name }) => name));
  return summary.decks.reduce((sum, { name, cards }) => sum + (skipped.has(name) ? 0 : cards), 0);
};

/** Starts the import in the background. Idempotent. */
export async function startImport(deps: Deps, user: SessionUser, id: number, body: BodyOf<typeof startAnkiImport>) {
  await findOwn(deps, user, id);
  await transact(deps, async (tx) => {
    await lockTopicTreeForShare(tx);
    const found = await requireFound(store.lockImport(tx, id), missing);
    if (found.state !== 'preview') return;
    const now = deps.clock.now();
    if (now.getTime() >= found.createdAt.getTime() + ANKI_UNDO_MS) {
      throw new AppError('state_conflict', 'Esta prévia venceu. Envie o baralho de novo.', { status: 'expired' });
    }
    const { decks: choices, keepsSchedule } = body;
    for (const topicId of new Set(choices.flatMap((choice) => choice.topicId ?? []))) {
      await lockExistingTopic(tx, topicId);
    }
    const chosen = chosenCards(found.summary, choices);
    if (chosen === 0) throw new AppError('conflict', 'Não há cartões para trazer.');
    const free = await readFreeCards(tx, user.id);
    if (chosen > free + found.known) {
      throw new AppError(
        'conflict',
        `Cabem mais ${free} cartões, e você escolheu ${chosen}. Deixe algum baralho de fora.`,
      );
    }
    if (await store.isImporting(tx, user.id)) {
      throw new AppError('state_conflict', 'Espere a importação anterior terminar.', { status: 'running' });
    }
    const freePictures = await readFreePictures(tx, user.id);
    await store.beginImport(tx, id, { choices, keepsSchedule, chosen, freePictures, now });
    await deps.jobs.send(tx, IMPORT_JOB, { id }, { key: `${IMPORT_JOB}:${id}` });
  });
  return readImport(deps, user, id);
}

const undoRefusals: Record<NonNullable<AnkiImport['notUndoable']>, string> = {
  preview: 'Esta importação ainda não começou.',
  running: 'Espere a importação terminar.',
  undone: 'Esta importação já foi desfeita.',
  too_late: 'Só dá para desfazer na primeira semana.',
};

/** A repeated call while the undo runs, or after it, changes nothing. */
export async function undoImport(deps: Deps, user: SessionUser, id: number) {
  const { notUndoable } = await readImport(deps, user, id);
  if (notUndoable && notUndoable !== 'undone') {
    throw new AppError('state_conflict', undoRefusals[notUndoable], { status: notUndoable });
  }
  await transact(deps, async (tx) => {
    const now = deps.clock.now();
    // Without a key: an undo that was given up may be asked for again.
    if (await store.moveImport(tx, id, { from: 'done', to: 'undoing', now })) {
      await deps.jobs.send(tx, UNDO_JOB, { id });
    }
  });
  return readImport(deps, user, id);
}

export async function discardImport(deps: Deps, user: SessionUser, id: number): Promise<void> {
  await findOwn(deps, user, id);
  await transact(deps, async (tx) => {
    if ((await store.deletePreviews(tx, user.id, id)) === 0) {
      throw new AppError('state_conflict', 'Esta importação já começou.', { status: 'running' });
    }
  });
}
