import type { BodyOf } from '#contract/endpoint.ts';
import { CARD_PICTURES_MAX } from '#contract/study/card-limits.ts';
import type { updateCardSet } from '#contract/study/card-sets.ts';
import type { Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { countPictures } from '../pictures.store.ts';
import * as store from './set-pictures.store.ts';
import { authorOf, findSet } from './sets.store.ts';

const missing = () => notFound('Imagem não encontrada.');

const shortHash = (sha256: Buffer) => sha256.toString('hex').slice(0, 32);

/** The hash is part of the address, so that a browser does not show the picture that was replaced. */
export const setPictureAddress = (setId: number, sha256: Buffer) =>
  `/api/teacher/card-sets/${setId}/pictures/${shortHash(sha256)}`;

export async function openSetPicture(deps: Deps, user: SessionUser, setId: number, hash: string) {
  const isAuthor = await findSet(deps.db, authorOf(user), setId);
  const found = isAuthor && (await store.findSetPictureFile(deps.db, setId, hash));
  const opened = found && (await deps.files.read(found.fileKey));
  if (!opened) throw missing();
  return { ...opened, mimeType: found.mimeType };
}

/** Locks the uploads that a set names and returns the address that each will have in it. */
export async function lockUploads(tx: Tx, userId: string, cards: BodyOf<typeof updateCardSet>['cards']) {
  const ids = new Set(cards.flatMap(({ pictureId }) => pictureId ?? []));
  const locked = ids.size === 0 ? [] : await store.lockOwnPictures(tx, userId, [...ids]);
  if (locked.length < ids.size) throw missing();
  return new Map(locked.map(({ id, sha256 }) => [id, shortHash(sha256)]));
}

/** Copies the pictures of cards of a set; the picture of the student by the hash of the file. */
export async function copyPicturesOf(tx: Tx, userId: string, cardIds: readonly number[], now: Date) {
  const copied = await store.copyPictures(tx, userId, cardIds, now);
  if (copied.size > 0 && (await countPictures(tx, userId)) > CARD_PICTURES_MAX) {
    throw new AppError('conflict', `Você chegou a ${CARD_PICTURES_MAX} imagens. Exclua cartões com imagem antes.`);
  }
  return (sha256: Buffer | null) => (sha256 ? (copied.get(sha256.toString('hex')) ?? null) : null);
}
