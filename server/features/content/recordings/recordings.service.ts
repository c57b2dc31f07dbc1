import type { Recording } from '#contract/content/recordings.ts';
import { RECORDINGS_MAX } from '#contract/limits.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import {
  requireBought,
  requireOwn,
  requireReader,
} from '#server/features/content/attachments/attachment-access.service.ts';
import { reindexLesson } from '#server/features/content/lessons/lesson-text.service.ts';
import { forgetEverywhere, tag } from '#server/features/content/lessons/lessons.cache.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { listCaptioned } from './captions/captions.store.ts';
import { listPositions } from './playback.store.ts';
import * as store from './recordings.store.ts';
import { type RecordingVariant, signedAddress } from './signing.ts';

export const recordingMissing = () => notFound('Este vídeo não está mais aqui.');

export const tooManyRecordings = () =>
  new AppError('too_many_recordings', `São no máximo ${RECORDINGS_MAX} vídeos e áudios por aula. Tire um antes.`);

const ofLesson = (id: number) => ({ kind: 'lesson' as const, id });

/** Renditions are made in these heights (renditions/ffmpeg.ts). */
const variantOf = (height: number) => String(height) as RecordingVariant;

export async function recordingsOf(deps: Deps, user: SessionUser, lessonId: number) {
  await requireReader(deps, user, ofLesson(lessonId));
  const rows = await store.listRows(deps.db, lessonId);
  const renditions = await store.listRenditions(
    deps.db,
    rows.map(({ id }) => id),
  );
  const captioned = new Set(
    await listCaptioned(
      deps.db,
      rows.map(({ id }) => id),
    ),
  );
  const now = deps.clock.now();
  const address = (id: number, part: RecordingVariant) =>
    signedAddress(deps.config.sessionSecret, { id, part, userId: user.id }, now);
  return {
    recordings: rows.map(({ id, title, kind, mimeType, bytes, durationSeconds, state, posterKey, createdAt }) => ({
      ...{ id, title, bytes, durationSeconds, createdAt },
      kind: kind as Recording['kind'],
      state: state as Recording['state'],
      hasCaptions: captioned.has(id),
      posterUrl: posterKey && address(id, 'poster'),
      sources: [
        ...renditions
          .filter(({ recordingId }) => recordingId === id)
          .map(({ height }) => ({ url: address(id, variantOf(height)), mimeType: 'video/mp4', height })),
        { url: address(id, 'original'), mimeType, height: null },
      ],
    })),
    positions: await listPositions(deps.db, user.id, lessonId),
  };
}

/** A recording whose lesson the person may read and has bought. */
export async function requireReadRow(deps: Deps, user: SessionUser, id: number): Promise<store.RecordingRow> {
  const row = await requireFound(store.findRow(deps.db, id), recordingMissing);
  const place = ofLesson(row.lessonId);
  await requireReader(deps, user, place).catch(hidden);
  await requireBought(deps, user, place);
  return row;
}

/** The address of the file, for a link that was followed and not played. */
export async function addressOf(deps: Deps, user: SessionUser, id: number): Promise<string> {
  await requireReadRow(deps, user, id);
  return signedAddress(deps.config.sessionSecret, { id, part: 'original', userId: user.id }, deps.clock.now());
}

export async function requireOwnRow(deps: Deps, user: SessionUser, id: number): Promise<store.RecordingRow> {
  const row = await requireFound(store.findRow(deps.db, id), recordingMissing);
  await requireOwn(deps, user, ofLesson(row.lessonId)).catch(hidden);
  return row;
}

/** A missing right is answered like a missing recording. */
function hidden(error: unknown): never {
  throw error instanceof AppError && error.code === 'not_found' ? recordingMissing() : error;
}

export async function rename(deps: Deps, user: SessionUser, id: number, title: string): Promise<void> {
  await requireOwnRow(deps, user, id);
  await store.renameRow(deps.db, id, title);
}

/** Its files go with the row: the database writes them down for the sweep. */
export async function remove(deps: Deps, user: SessionUser, id: number): Promise<void> {
  const { lessonId } = await requireOwnRow(deps, user, id);
  await transact(deps, async (tx, after) => {
    await store.deleteRow(tx, id);
    await reindexLesson(tx, lessonId);
    await forgetEverywhere(deps.bus, tx, after, [tag.lesson(lessonId)]);
  });
}
