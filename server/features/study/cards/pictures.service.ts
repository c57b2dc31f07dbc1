import { createHash, randomUUID } from 'node:crypto';
import { CARD_PICTURES_MAX } from '#contract/study/card-limits.ts';
import type { CardPicture } from '#contract/study/cards.ts';
import { HOUR_MS } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { readUnderWay } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { reencodeImage } from '#server/features/platform/media/image-content.ts';
import { claimStored, storeUnclaimed } from '#server/files/file-records.ts';
import { AppError, asUnavailable, notFound, requireFound } from '#server/http/errors.ts';
import type { Made } from '#server/http/route.ts';
import { charge } from '#server/http/throttle.ts';
import { lockCardsOf } from './cards.store.ts';
import { inOpenAttempt } from './closed-cards.ts';
import {
  countPictures,
  deleteLockedPictures,
  findOwnPicture,
  findPictureFile,
  insertPicture,
  isPictureOf,
  lockUnusedPictures,
} from './pictures.store.ts';

const UPLOADS = { bucket: 'card-picture', max: 300, windowMs: HOUR_MS };

export const pictureAddress = (id: number) => `/api/cards/pictures/${id}`;

const present = (row: { id: number; width: number; height: number }): CardPicture => ({
  ...row,
  url: pictureAddress(row.id),
});

async function refuseTooMany(db: Db | Tx, userId: string): Promise<void> {
  if ((await countPictures(db, userId)) < CARD_PICTURES_MAX) return;
  throw new AppError('conflict', `Você chegou a ${CARD_PICTURES_MAX} imagens. Exclua cartões com imagem antes.`);
}

/** Few may read a picture, and it is deleted with its card. */
export const pictureCaching = 'private, max-age=3600';

export async function addPicture(deps: Deps, userId: string, file: Buffer | null): Promise<Made<CardPicture>> {
  if (!file || file.length === 0) throw new AppError('bad_request', 'Escolha uma imagem.');
  return storePicture(deps, userId, file, () => charge(deps, UPLOADS, userId));
}

/** Stores the picture of a card, re-encoded as every picture of the product is. `admit` may refuse a new one. */
export async function storePicture(
  deps: Deps,
  userId: string,
  file: Buffer,
  admit: () => Promise<unknown> = async () => undefined,
): Promise<Made<CardPicture>> {
  const sha256 = createHash('sha256').update(file).digest();
  const known = await findOwnPicture(deps.db, userId, sha256);
  if (known) return { made: present(known), isNew: false };
  // Before the work of encoding; what counts is the count under the lock.
  await refuseTooMany(deps.db, userId);
  await admit();
  const encoded = await reencodeImage(file);
  const now = deps.clock.now();
  const fileKey = `cards/${now.getUTCFullYear()}/${randomUUID()}.webp`;
  const stored = await storeUnclaimed(deps, [{ key: fileKey, content: encoded.content }]).catch(
    asUnavailable('Não conseguimos guardar a imagem agora. Tente de novo em instantes.'),
  );
  const { mimeType, width, height } = encoded;
  const made = { userId, sha256, fileKey, mimeType, bytes: encoded.content.length, width, height, now };
  const row = await transact(deps, async (tx) => {
    await lockCardsOf(tx, userId);
    if (await findOwnPicture(tx, userId, sha256)) return undefined;
    await refuseTooMany(tx, userId);
    const inserted = await insertPicture(tx, made);
    if (inserted) await claimStored(tx, stored.keys);
    return inserted;
  }).catch(async (error: unknown) => {
    await stored.discard();
    throw error;
  });
  if (row) return { made: present(row), isNew: true };
  // The same file came twice at once and the other request was first.
  await stored.discard();
  const first = await requireFound(findOwnPicture(deps.db, userId, sha256), () => notFound('Imagem não encontrada.'));
  return { made: present(first), isNew: false };
}

export async function openPicture(deps: Deps, userId: string, id: number) {
  const found = await findPictureFile(deps.db, userId, id);
  const underWay = found ? await readUnderWay(deps.db, userId, deps.clock.now()) : new Map<number, unknown>();
  if (await isPictureOf(deps.db, id, [...underWay.keys()])) throw inOpenAttempt();
  const opened = found && (await deps.files.read(found.fileKey));
  if (!opened) throw notFound('Imagem não encontrada.');
  return { ...opened, mimeType: found.mimeType };
}

/**
 * Deletes pictures that no card uses. The second statement sees the cards stored until the pictures were locked; none
 * can name them after that.
 */
export const deleteUnusedPictures = (deps: Pick<Deps, 'db'>, before: Date, limit: number): Promise<number> =>
  transact(deps, async (tx) => {
    const ids = await lockUnusedPictures(tx, before, limit);
    return ids.length === 0 ? 0 : deleteLockedPictures(tx, ids);
  });
