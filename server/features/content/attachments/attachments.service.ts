import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { changeAttachment } from '#contract/content/attachments.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { ATTACHMENT_NAME_MAX, ATTACHMENTS_MAX } from '#contract/limits.ts';
import { HOUR_MS } from '#contract/time.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { claimStored, storeUnclaimed } from '#server/files/file-records.ts';
import { AppError, asUnavailable, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { charge } from '#server/http/throttle.ts';
import type { SentFile } from '#server/http/uploads.ts';
import { attachmentMissing, requireOwn, requireReader } from './attachment-access.service.ts';
import type { AttachmentTarget } from './attachment-target.ts';
import * as store from './attachments.store.ts';
import { kindOf, typeOf } from './file-kind.ts';
import { watermarkInWorker } from './watermark-in-worker.ts';

const UPLOADS = { bucket: 'attachment-upload', max: 120, windowMs: HOUR_MS };

const present = ({ id, name, mimeType, bytes, hasWatermark, createdAt }: store.AttachmentRow) => ({
  ...{ id, name, kind: kindOf(mimeType), bytes, hasWatermark, createdAt },
  url: `/api/attachments/${id}`,
});

export const targetOf = ({ lessonId, courseId }: store.AttachmentRow): AttachmentTarget =>
  lessonId === null ? { kind: 'course', id: courseId ?? 0 } : { kind: 'lesson', id: lessonId };

/** What is left of a name that a file may have on any system. */
const cleanName = (name: string) =>
  name
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(-ATTACHMENT_NAME_MAX);

export async function listOf(deps: Deps, user: SessionUser, place: AttachmentTarget) {
  // Checks read access as well: without it the answer is the same as for a missing file.
  const [rows] = await Promise.all([store.listRows(deps.db, place), requireReader(deps, user, place)]);
  return rows.map(present);
}

type Form = { fields: Record<string, string>; file: SentFile | null };

/** The same file again is the same attachment. Refused, nothing of it is kept. */
export async function addAttachment(deps: Deps, user: SessionUser, place: AttachmentTarget, { fields, file }: Form) {
  const name = cleanName(fields.name ?? '');
  if (!file || file.size === 0 || name === '') throw new AppError('bad_request', 'Escolha um arquivo.');
  const { path, size, sha256 } = file;
  const known = await store.findSame(deps.db, place, sha256);
  if (known) return { made: present(known), isNew: false };
  await charge(deps, UPLOADS, user.id);
  const mimeType = await typeOf(file, name);
  const hasWatermark = fields.watermark === 'true' && mimeType === 'application/pdf';
  // Tried once at upload: the author learns that a file cannot be watermarked, not each student.
  if (hasWatermark) await watermarkInWorker(await readFile(path), user.id, user.id);
  const now = deps.clock.now();
  const fileKey = `attachments/${now.getUTCFullYear()}/${randomUUID()}`;
  const stored = await storeUnclaimed(deps, [{ key: fileKey, path, size }]).catch(
    asUnavailable('Não conseguimos guardar o arquivo agora. Tente de novo em instantes.'),
  );
  try {
    const outcome = await transact(deps, async (tx) => {
      const count = await store.lockTarget(tx, place);
      const first = await store.findSame(tx, place, sha256);
      if (first) return { row: first, isNew: false };
      if (count >= ATTACHMENTS_MAX) {
        throw new AppError('too_many_attachments', `São no máximo ${ATTACHMENTS_MAX} anexos. Tire um antes.`);
      }
      const about = { name, mimeType, bytes: size, sha256, fileKey, hasWatermark, uploadedBy: user.id, now };
      const row = await store.insertRow(tx, place, about);
      await claimStored(tx, stored.keys);
      return { row, isNew: true };
    });
    if (!outcome.isNew) await stored.discard();
    return { made: present(outcome.row), isNew: outcome.isNew };
  } catch (error) {
    await stored.discard();
    throw error;
  }
}

async function ownRow(deps: Deps, user: SessionUser, id: number) {
  const row = await requireFound(store.findRow(deps.db, id), attachmentMissing);
  await requireOwn(deps, user, targetOf(row)).catch((error: unknown) => {
    // A missing right is answered like a missing file.
    throw error instanceof AppError && error.code === 'not_found' ? attachmentMissing() : error;
  });
  return row;
}

export async function change(deps: Deps, user: SessionUser, id: number, body: BodyOf<typeof changeAttachment>) {
  const row = await ownRow(deps, user, id);
  const { hasWatermark } = body;
  if (hasWatermark && !row.hasWatermark) {
    if (row.mimeType !== 'application/pdf') {
      throw new AppError('unsupported_type', 'Só um PDF pode levar a marca d’água.');
    }
    const opened = await requireFound(deps.files.read(row.fileKey), attachmentMissing);
    await watermarkInWorker(await buffer(opened.stream), user.id, user.id);
  }
  const name = body.name === undefined ? undefined : cleanName(body.name);
  await store.updateRow(deps.db, id, {
    ...(name ? { name } : {}),
    ...(hasWatermark === undefined ? {} : { hasWatermark }),
  });
  const changed = await requireFound(store.findRow(deps.db, id), attachmentMissing);
  return present(changed);
}

/** The file goes with the row: the database writes it down for the sweep. */
export async function remove(deps: Deps, user: SessionUser, id: number): Promise<void> {
  await ownRow(deps, user, id);
  await store.deleteRow(deps.db, id);
}
