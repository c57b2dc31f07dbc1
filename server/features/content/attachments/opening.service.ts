import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { claimStored, storeUnclaimed } from '#server/files/file-records.ts';
import { AppError, asUnavailable, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { attachmentMissing, requireBought, requireReader } from './attachment-access.service.ts';
import { targetOf } from './attachments.service.ts';
import { type AttachmentRow, findRow } from './attachments.store.ts';
import * as copies from './copies.store.ts';
import { kindOf } from './file-kind.ts';
import { watermarkInWorker } from './watermark-in-worker.ts';

/** The file as this person gets it: students their own copy where its author wants that. */
export async function openAttachment(deps: Deps, user: SessionUser, id: number) {
  const row = await requireFound(findRow(deps.db, id), attachmentMissing);
  const place = targetOf(row);
  await requireReader(deps, user, place).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not_found' ? attachmentMissing() : error;
  });
  await requireBought(deps, user, place);
  const isMarked = row.hasWatermark && user.role === 'student';
  const opened = isMarked ? await openCopy(deps, user, row) : await openStored(deps, row.fileKey);
  if (!opened) throw attachmentMissing();
  return { ...opened, name: row.name, mimeType: row.mimeType, isShown: kindOf(row.mimeType) !== 'file' };
}

const openStored = (deps: Deps, key: string) =>
  deps.files.read(key).catch(asUnavailable('Não conseguimos abrir o arquivo agora. Tente de novo em instantes.'));

async function openCopy(deps: Deps, user: SessionUser, row: AttachmentRow) {
  const { db } = deps;
  const now = deps.clock.now();
  const person = await requireFound(copies.findWatermark(db, user.id), attachmentMissing);
  const mark = [person.name, person.codeEnd].filter(Boolean).join(' · ');
  const known = await copies.useCopy(db, row.id, user.id, mark, now);
  const kept = known && (await openStored(deps, known.fileKey));
  if (kept) return kept;
  const source = await requireFound(openStored(deps, row.fileKey), attachmentMissing);
  const pdf = await watermarkInWorker(await buffer(source.stream), mark, user.id);
  await storeCopy(deps, { attachmentId: row.id, userId: user.id, mark, now }, pdf);
  return { stream: Readable.from([pdf]), size: pdf.length };
}

/** Where there is no room for it, or it cannot be stored, the student has it all the same. */
async function storeCopy(
  deps: Deps,
  about: { attachmentId: number; userId: string; mark: string; now: Date },
  pdf: Buffer,
): Promise<void> {
  if (pdf.length > deps.config.attachmentCopiesBytes) return;
  try {
    const fileKey = `attachment-copies/${randomUUID()}.pdf`;
    const stored = await storeUnclaimed(deps, [{ key: fileKey, content: pdf }]);
    try {
      await transact(deps, async (tx) => {
        await copies.replaceCopy(tx, { ...about, fileKey, bytes: pdf.length });
        await claimStored(tx, stored.keys);
        await copies.pruneCopies(tx, deps.config.attachmentCopiesBytes);
      });
    } catch (error) {
      await stored.discard();
      throw error;
    }
  } catch (error) {
    deps.log.warn({ err: error, attachmentId: about.attachmentId }, 'a copy of an attachment could not be kept');
  }
}
