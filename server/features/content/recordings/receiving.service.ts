import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Deps } from '#server/deps.ts';
import { PIECE_BYTES } from '#server/files/files.ts';
import { AppError } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { HEAD_BYTES, mediaTypeOf } from './media-type.ts';
import { abandonUpload, expiryOf, finishUpload, notStored, readUpload } from './uploads.service.ts';
import * as store from './uploads.store.ts';

/** A sender counts as present for this long after its last byte. */
const CLAIM_MS = 45_000;
const SIGN_MS = 15_000;

const conflict = () =>
  new AppError('upload_conflict', 'Este arquivo já está sendo enviado em outra aba, ou parou em outro ponto.');

/**
 * Takes the next bytes of an upload. What came before a cut is kept as far as the file store takes it, and the next
 * try goes on there. Hands back how many bytes are here.
 */
export async function receive(
  deps: Deps,
  user: SessionUser,
  id: string,
  { offset, body }: { offset: number; body: Readable },
): Promise<number> {
  const upload = await readUpload(deps, user, id);
  const holder = randomUUID();
  const hold = () => ({ id, holder, until: new Date(deps.clock.now().getTime() + CLAIM_MS) });
  if (!(await store.claimUpload(deps.db, hold(), offset, deps.clock.now()))) throw conflict();
  try {
    const received = await takePieces(deps, user, { ...upload, received: offset }, body, hold);
    if (received === upload.bytes) await finishUpload(deps, user, await readUpload(deps, user, id));
    return received;
  } finally {
    await store.letGo(deps.db, id, holder);
  }
}

type Claim = () => { id: string; holder: string; until: Date };

async function takePieces(
  deps: Deps,
  user: SessionUser,
  upload: store.UploadRow,
  body: Readable,
  hold: Claim,
): Promise<number> {
  let { received, mimeType } = upload;
  let number = upload.receipts.length;
  let held: Buffer[] = [];
  let bytes = 0;
  let lastSign = deps.clock.now().getTime();

  const keep = async (length: number) => {
    const all = Buffer.concat(held);
    const content = all.subarray(0, length);
    mimeType ??= await mediaTypeOf(content).catch(async (error: unknown) => {
      // Nothing of a file that is none of ours stays.
      await abandonUpload(deps, user, upload.id);
      throw error;
    });
    number += 1;
    const { fileKey, storeId } = upload;
    const receipt = await deps.files.pieces.add(fileKey, storeId, { number, at: received, content }).catch(notStored);
    const piece = { length, receipt, mimeType, expiresAt: expiryOf(deps.clock.now()) };
    if (!(await store.addPiece(deps.db, hold(), piece))) throw conflict();
    lastSign = deps.clock.now().getTime();
    received += length;
    held = [all.subarray(length)];
    bytes -= length;
  };

  /** What is left over is worth keeping: the file's end, or enough to go on from. */
  const keepRest = async () => {
    const isEnd = received + bytes === upload.bytes;
    if (bytes === 0 || (!isEnd && (deps.files.pieces.areWhole || (received === 0 && bytes < HEAD_BYTES)))) return;
    await keep(bytes);
  };

  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (received + bytes + chunk.length > upload.bytes) {
        throw new AppError('bad_request', 'Chegou mais do que o arquivo tem.');
      }
      held.push(chunk);
      bytes += chunk.length;
      while (bytes >= PIECE_BYTES) await keep(PIECE_BYTES);
      if (deps.clock.now().getTime() - lastSign > SIGN_MS) {
        lastSign = deps.clock.now().getTime();
        await store.extendClaim(deps.db, hold());
      }
    }
  } catch (error) {
    if (error instanceof AppError && error.code !== 'request_timeout') throw error;
    // The line was cut, or too slow: the next try goes on from here.
    await keepRest();
    throw error instanceof AppError ? error : new AppError('bad_request', 'O envio foi interrompido.');
  }
  await keepRest();
  return received;
}
