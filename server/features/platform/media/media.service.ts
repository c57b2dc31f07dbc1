import { createHash, randomUUID } from 'node:crypto';
import { imageIdOf } from '#contract/platform/image-address.ts';
import type { UploadedImage } from '#contract/platform/media.ts';
import { HOUR_MS } from '#contract/time.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { claimStored, storeUnclaimed } from '#server/files/file-records.ts';
import { AppError, asUnavailable, notFound, requireFound } from '#server/http/errors.ts';
import type { Made } from '#server/http/route.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { charge } from '#server/http/throttle.ts';
import { reencodeImage } from './image-content.ts';
import type { JudgeImage } from './image-readers.ts';
import { findMedia, findOwnMedia, insertMedia } from './media.store.ts';

const UPLOADS = { bucket: 'media-upload', max: 300, windowMs: HOUR_MS };
const NAME_MAX = 200;

/** Stores an image; the same file of the same person is the same image. */
export async function addImage(
  deps: Deps,
  owner: { id: string },
  file: Buffer | null,
  name: string,
): Promise<Made<UploadedImage>> {
  if (!file || file.length === 0) throw new AppError('bad_request', 'Escolha uma imagem.');
  const sha256 = createHash('sha256').update(file).digest();
  const known = await findOwnMedia(deps.db, owner.id, sha256);
  if (known) return { made: known, isNew: false };
  await charge(deps, UPLOADS, owner.id);
  const drawn = await reencodeImage(file);
  const now = deps.clock.now();
  const fileKey = `media/${now.getUTCFullYear()}/${randomUUID()}.webp`;
  // The key is recorded before the write: neither a crash nor a database error leaves an untracked file.
  const stored = await storeUnclaimed(deps, [{ key: fileKey, content: drawn.content }]).catch(
    asUnavailable('Não conseguimos guardar a imagem agora. Tente de novo em instantes.'),
  );
  const media = {
    ownerId: owner.id,
    sha256,
    fileKey,
    mimeType: drawn.mimeType,
    bytes: drawn.content.length,
    width: drawn.width,
    height: drawn.height,
    name: name.slice(0, NAME_MAX).toWellFormed().replaceAll('\0', ''),
    now,
  };
  try {
    const row = await transact(deps, async (tx) => {
      const made = await insertMedia(tx, media);
      if (made) await claimStored(tx, stored.keys);
      return made;
    });
    if (row) return { made: row, isNew: true };
  } catch (error) {
    await stored.discard();
    throw error;
  }
  // The same file came twice at once and the other request was first.
  await stored.discard();
  const first = await requireFound(findOwnMedia(deps.db, owner.id, sha256), notFound);
  return { made: first, isNew: false };
}

/** The stored file. Whether the person may read it is decided by the caller. */
export async function openImage(deps: Deps, id: number) {
  const media = await findMedia(deps.db, id);
  const opened = media && (await deps.files.read(media.fileKey));
  if (!opened) throw imageMissing();
  return { ...opened, mimeType: media.mimeType };
}

/** The image of an address, for a person who may read what uses it. All others get the same 404 as for no image. */
export async function openImageFor(deps: Deps, user: SessionUser, name: string, judge: JudgeImage) {
  const id = imageIdOf(name);
  const media = await findMedia(deps.db, id);
  const isNamed = name === `${id}` || `/api/media/${name}` === media?.address;
  const reading = media && isNamed ? await judge(deps, user, media) : 'closed';
  if (!media || reading === 'closed') throw imageMissing();
  return { reading, mimeType: media.mimeType, read: () => readFile(deps, media.fileKey) };
}

async function readFile(deps: Deps, fileKey: string) {
  return requireFound(deps.files.read(fileKey), imageMissing);
}

const imageMissing = () => notFound('Imagem não encontrada.');
