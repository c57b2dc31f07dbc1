import { randomUUID } from 'node:crypto';
import { recordingTitle } from '#contract/content/recordings.ts';
import { RECORDING_UPLOADS_MAX, RECORDINGS_MAX } from '#contract/limits.ts';
import { DAY_MS, HOUR_MS } from '#contract/time.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import type { Expired } from '#server/feature.ts';
import { requireOwn } from '#server/features/content/attachments/attachment-access.service.ts';
import { forgetEverywhere, tag } from '#server/features/content/lessons/lessons.cache.ts';
import { claimStored, expectFile } from '#server/files/file-records.ts';
import { AppError, asUnavailable, notFound, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { charge } from '#server/http/throttle.ts';
import { runEach } from '#server/jobs/each.ts';
import { kindOf } from './media-type.ts';
import { tooManyRecordings } from './recordings.service.ts';
import { insertRow, lockLessonRecordings } from './recordings.store.ts';
import { PREPARE_JOB } from './renditions/prepare-job.ts';
import * as store from './uploads.store.ts';

const UPLOADS = { bucket: 'recording-upload', max: 120, windowMs: HOUR_MS };

/** An upload waits this long for its next bytes. */
const LASTS_MS = DAY_MS;
export const expiryOf = (now: Date) => new Date(now.getTime() + LASTS_MS);

export const uploadMissing = () => notFound('Este envio não existe mais. Comece de novo.');
export const notStored = asUnavailable('Não conseguimos guardar o vídeo agora. Tente de novo em instantes.');

export const presentUpload = ({ id, title, bytes, received, expiresAt }: store.UploadRow) => ({
  ...{ id, title, bytes, received, expiresAt },
});

export async function uploadsOf(deps: Deps, user: SessionUser, lessonId: number) {
  await requireOwn(deps, user, { kind: 'lesson', id: lessonId });
  return (await store.listUploads(deps.db, lessonId, user.id, deps.clock.now())).map(presentUpload);
}

export async function beginUpload(
  deps: Deps,
  user: SessionUser,
  lessonId: number,
  { name, bytes }: { name: string; bytes: number },
) {
  await requireOwn(deps, user, { kind: 'lesson', id: lessonId });
  const { recordingMaxBytes } = deps.config;
  if (bytes > recordingMaxBytes) {
    throw new AppError('too_large', `O arquivo deve ter no máximo ${recordingMaxBytes / 1024 / 1024} MB.`);
  }
  await charge(deps, UPLOADS, user.id);
  const now = deps.clock.now();
  const id = randomUUID();
  const fileKey = `recordings/${now.getUTCFullYear()}/${id}`;
  const storeId = await deps.files.pieces.begin(fileKey).catch(notStored);
  try {
    return await transact(deps, async (tx) => {
      if ((await lockLessonRecordings(tx, lessonId)) >= RECORDINGS_MAX) throw tooManyRecordings();
      if ((await store.lockUploads(tx, user.id, now)) >= RECORDING_UPLOADS_MAX) {
        throw new AppError(
          'too_many_recordings',
          `Você já tem ${RECORDING_UPLOADS_MAX} envios pela metade. Termine ou descarte um antes.`,
        );
      }
      const about = { id, lessonId, title: recordingTitle(name), bytes, fileKey, storeId, userId: user.id, now };
      return presentUpload(await store.insertUpload(tx, { ...about, expiresAt: expiryOf(now) }));
    });
  } catch (error) {
    await deps.files.pieces.abandon(fileKey, storeId);
    throw error;
  }
}

export async function readUpload(deps: Deps, user: SessionUser, id: string): Promise<store.UploadRow> {
  return requireFound(store.findUpload(deps.db, id, user.id, deps.clock.now()), uploadMissing);
}

/** All bytes are here: it becomes a recording, once. */
export async function finishUpload(deps: Deps, user: SessionUser, upload: store.UploadRow): Promise<void> {
  await requireOwn(deps, user, { kind: 'lesson', id: upload.lessonId });
  await expectFile(deps, upload.fileKey);
  try {
    await deps.files.pieces.finish(upload.fileKey, upload.storeId, upload.receipts).catch(notStored);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // Its pieces are deleted: it cannot be resumed.
    deps.log.error({ err: error }, 'an upload could not be finished');
    await store.expireUpload(deps.db, upload.id);
    throw uploadMissing();
  }
  const isFull = await transact(deps, async (tx, after) => {
    const count = await lockLessonRecordings(tx, upload.lessonId);
    // Another page has finished it meanwhile.
    if (!(await store.deleteUpload(tx, upload.id))) return false;
    // Its file has no row then, and goes with the sweep.
    if (count >= RECORDINGS_MAX) return true;
    const { lessonId, title, bytes, fileKey } = upload;
    const mimeType = upload.mimeType ?? '';
    const about = { lessonId, title, kind: kindOf(mimeType), mimeType, bytes, fileKey, uploadedBy: user.id };
    const id = await insertRow(tx, { ...about, now: deps.clock.now() });
    await claimStored(tx, [fileKey]);
    await forgetEverywhere(deps.bus, tx, after, [tag.lesson(lessonId)]);
    await deps.jobs.send(tx, PREPARE_JOB, { recordingId: id }, { key: String(id) });
    return false;
  });
  if (isFull) throw tooManyRecordings();
}

export async function abandonUpload(deps: Deps, user: SessionUser, id: string): Promise<void> {
  const upload = await readUpload(deps, user, id);
  await store.expireUpload(deps.db, id);
  await letGoOf(deps, upload);
}

async function letGoOf(deps: Deps, { id, fileKey, storeId }: Pick<store.UploadRow, 'id' | 'fileKey' | 'storeId'>) {
  await deps.files.pieces.abandon(fileKey, storeId);
  await store.deleteUpload(deps.db, id);
}

/** How many are removed in one run: each needs a request to the file store. */
const AT_ONCE = 500;

/** Abandoned uploads. */
export const leftUploads = (deps: Deps): Expired => ({
  recordingUploads: async (limit) => {
    const { done } = await runEach(deps, {
      work: 'cleanup/recordingUploads',
      list: (pausing, most) => store.listExpired(deps.db, pausing, most),
      limit: Math.min(limit, AT_ONCE),
      idOf: ({ id }) => id,
      run: (upload) => letGoOf(deps, upload),
    });
    return done;
  },
});
