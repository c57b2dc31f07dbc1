import { Readable } from 'node:stream';
import type { getRecordingFile } from '#contract/content/recordings.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { boughtFault } from '#server/http/bought.ts';
import { asUnavailable } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { stretchOf } from './range.ts';
import { recordingMissing } from './recordings.service.ts';
import * as store from './recordings.store.ts';
import { isSigned } from './signing.ts';

type Wish = QueryOf<typeof getRecordingFile> & { id: number; range: string | undefined; isHead: boolean };

/**
 * The signature says that this person could read the lesson when the address was made. Access may have ended since: the
 * call asks whether the person may study, and this asks whether the purchase still opens the lesson.
 */
export async function openFile(deps: Deps, user: SessionUser, { id, part, until, sign, range, isHead }: Wish) {
  const of = { id, part, userId: user.id, until: Number(until) };
  if (!isSigned(deps.config.sessionSecret, sign, of, deps.clock.now())) throw recordingMissing();
  const row = await store.findRow(deps.db, id);
  const file = row && (await findFile(deps, row, part));
  if (!file) throw recordingMissing();
  const notBought = await boughtFault(deps.db, user, { kind: 'lesson', id: row.lessonId }, deps.clock.now());
  if (notBought) throw notBought;
  const { key, mimeType, bytes } = file;
  // The poster is small and comes whole.
  const stretch = bytes === null ? undefined : stretchOf(range, bytes);
  if (stretch === null) return { mimeType, size: bytes, stretch, stream: null };
  // Only its headers are asked for.
  if (isHead) return { mimeType, size: bytes, stretch, stream: Readable.from([]) };
  const opened = await deps.files
    .read(key, stretch)
    .catch(asUnavailable('Não conseguimos abrir o vídeo agora. Tente de novo em instantes.'));
  if (!opened) throw recordingMissing();
  return { mimeType, size: opened.size, stretch, stream: opened.stream };
}

async function findFile(deps: Deps, row: store.RecordingRow, part: Wish['part']) {
  if (part === 'original') return { key: row.fileKey, mimeType: row.mimeType, bytes: row.bytes };
  if (part === 'poster') return row.posterKey ? { key: row.posterKey, mimeType: 'image/jpeg', bytes: null } : null;
  const renditions = await store.listRenditions(deps.db, [row.id]);
  const found = renditions.find(({ height }) => String(height) === part);
  return found ? { key: found.fileKey, mimeType: 'video/mp4', bytes: found.bytes } : null;
}
