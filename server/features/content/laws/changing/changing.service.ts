import type { Db, Tx } from '#server/db/handle.ts';
import { AppError, notFound, requireFound, wrongField } from '#server/http/errors.ts';
import { tooBusy } from '#server/http/overload.ts';
import { createWorkerPool } from '#server/work/worker-pool.ts';
import { citationFinder } from '../citing/find-citations.ts';
import { LAW_DEVICES_MAX } from '../reading/parse-law.ts';
import type { LawSource } from '../reading/read-law-source.ts';
import type { ChangeInput, ChangeOutcome } from './change.worker.ts';
import * as store from './changing.store.ts';
import { type Compared, isInForce } from './compare-law.ts';

const workerPool = createWorkerPool<ChangeInput, ChangeOutcome>(new URL('./change.worker.ts', import.meta.url), {
  capacity: { total: 1, perKey: 1, waiting: 8, waitingPerKey: 2 },
  longestMs: 60_000,
  memoryMb: 512,
  tooLong: () => new AppError('bad_request', 'Este texto é complicado demais para ser lido. Divida-o em partes.'),
  tooMany: () => tooBusy('Há normas demais sendo lidas agora. Tente de novo em instantes.'),
});

const missing = () => notFound('Norma não encontrada.');

type Comparing = {
  lawId: number;
  normKey: string;
  source: LawSource;
  isAmending: boolean;
  /** The first day of the new texts. */
  startsOn: string;
  person: string;
};

/** Compares a source with the texts of a law in force on the day of the change, device by device, in a worker. */
export async function compareWithSource(db: Db, { lawId, normKey, source, isAmending, startsOn, person }: Comparing) {
  const stored = await store.listDevicesOn(db, lawId, startsOn, LAW_DEVICES_MAX);
  const outcome = await workerPool({ source, stored, amends: isAmending ? normKey : null }, person);
  if ('refused' in outcome) {
    if (outcome.refused === 'no_articles') {
      throw wrongField('source', 'Este texto não tem artigos. Cole o texto inteiro da lei.');
    }
    throw new AppError('too_large', 'O texto tem dispositivos demais para uma norma. Divida-o em partes.');
  }
  const countOf = (way: Compared['changes'][number]['change']) =>
    outcome.changes.filter(({ change }) => change === way).length;
  const counts = { changed: countOf('changed'), added: countOf('added'), revoked: countOf('revoked') };
  return { ...outcome, counts, inForce: stored.filter(isInForce).length };
}

export async function lockLaw(tx: Tx, lawId: number) {
  return requireFound(store.lockLaw(tx, lawId), missing);
}

type Applying = {
  lawId: number;
  compared: Compared;
  amending: string;
  publishedOn: string | null;
  startsOn: string;
  by: string;
  now: Date;
  creationKey: string;
};

/** Writes the new texts of a law that the caller has locked. */
export async function applyChange(tx: Tx, { compared, ...change }: Applying): Promise<number> {
  const amendingUrn = citationFinder()(change.amending)[0]?.urn ?? null;
  const changeId = await store.insertChange(tx, { ...change, amendingUrn });
  const { lawId } = change;
  await store.insertAdded(tx, { lawId, changeId, rows: compared.added, order: compared.order });
  await store.insertTexts(tx, { lawId, changeId, changes: compared.changes });
  await store.countArticles(tx, lawId, change.now);
  return changeId;
}

/** Takes an amendment back. Idempotent; refused while a later one of the same law exists. */
export async function revertChange(tx: Tx, { id, lawId }: { id: number; lawId: number }, now: Date): Promise<boolean> {
  await lockLaw(tx, lawId);
  if (await store.hasLaterChange(tx, lawId, id)) {
    throw new AppError('state_conflict', 'Há uma mudança mais nova desta norma. Desfaça-a primeiro.', {
      status: 'superseded',
    });
  }
  if (!(await store.markChangeUndone(tx, id, now))) return false;
  await store.removeTexts(tx, id);
  await store.countArticles(tx, lawId, now);
  return true;
}

/** Locks an amendment and reads it; undefined where there is none. */
export async function lockChange(tx: Tx, id: number) {
  await store.lockChange(tx, id);
  return store.findChange(tx, id);
}

export const findChangeByKey = store.findChangeByKey;
export const findChange = store.findChange;
export const listChanges = store.listChanges;
export const listChangedDevices = store.listChangedDevices;
export const listChangedIds = store.listChangedIds;
