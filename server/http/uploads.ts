import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import { networkOf } from './networks.ts';
import { tooBusy } from './overload.ts';

/** Bytes of a form besides the file itself. */
const FORM_OVERHEAD = 64 * 1024;

/** Routes added inside accept multipart/form-data; all others refuse that content type. */
export async function withUploads(app: FastifyInstance, add: (scope: FastifyInstance) => void): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart);
    add(scope);
  });
}

type Form = { fields: Record<string, string>; file: Buffer | null };

type FormRules = {
  maxBytes: number;
  /** The message when the file is larger than that. */
  tooLarge: string;
  /** The field that decides whether the file is accepted; a refusal here takes no slot. It should precede the file. */
  ticket?: { field: string; check: (value: string) => Promise<unknown> };
};

/** Reads a form with one file. The limit is enforced while the bytes arrive, whatever length the request claims. */
export async function readForm(request: FastifyRequest, reply: FastifyReply, rules: FormRules): Promise<Form> {
  try {
    const form = await readParts(request, reply, rules);
    request.server.beginWork(request);
    return form;
  } catch (error) {
    letGo(request);
    throw asAppError(error, rules);
  }
}

export type SentFile = { path: string; size: number; sha256: Buffer };
type LargeForm = { fields: Record<string, string>; file: SentFile | null };

/** The same for a file that may be too large for memory: it is stored on this machine until the work is done. */
export async function withLargeForm<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  rules: FormRules,
  use: (form: LargeForm) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'alvorada-upload-'));
  try {
    const sent: { file: SentFile | null } = { file: null };
    let fields: Record<string, string>;
    try {
      ({ fields } = await readParts(request, reply, rules, async (stream) => {
        sent.file = await storeOnDisk(stream, join(directory, 'file'));
        return null;
      }));
      request.server.beginWork(request);
    } catch (error) {
      letGo(request);
      throw asAppError(error, rules);
    }
    return await use({ fields, file: sent.file });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function storeOnDisk(stream: Readable, path: string): Promise<SentFile> {
  const hash = createHash('sha256');
  let size = 0;
  const counted = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  await pipeline(stream, counted, createWriteStream(path, { mode: 0o600 }));
  return { path, size, sha256: hash.digest() };
}

type TakeFile = (stream: Readable & { truncated?: boolean }, whole: () => Promise<Buffer>) => Promise<Buffer | null>;
const intoMemory: TakeFile = (_stream, whole) => whole();

async function readParts(
  request: FastifyRequest,
  reply: FastifyReply,
  rules: FormRules,
  takeFile: TakeFile = intoMemory,
): Promise<Form> {
  const claimed = Number(request.headers['content-length'] ?? 0);
  if (claimed > rules.maxBytes + FORM_OVERHEAD) throw new AppError('too_large', rules.tooLarge);
  const form: Form = { fields: {}, file: null };
  const limits = { fileSize: rules.maxBytes, files: 1, fields: 20, fieldSize: 4096, fieldNameSize: 100 };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') {
      const isWanted = rules.ticket === undefined || form.fields[rules.ticket.field] !== undefined;
      takeSlot(request, reply, isWanted ? 'upload' : 'unknownUpload');
      form.file = await takeFile(part.file, () => part.toBuffer());
      if (part.file.truncated) throw new AppError('too_large', rules.tooLarge);
    } else {
      const value = String(part.value);
      form.fields[part.fieldname] = value;
      if (part.fieldname === rules.ticket?.field) await rules.ticket.check(value);
    }
  }
  return form;
}

/** Taken while the file is in memory: until the request is answered. */
function takeSlot(request: FastifyRequest, reply: FastifyReply, work: 'upload' | 'unknownUpload'): void {
  const place = request.server.places[work].take(networkOf(request.ip), () => undefined);
  if (!place) throw tooBusy('Muitos envios ao mesmo tempo. Tente de novo em instantes.');
  if (reply.raw.closed) place.leave();
  else reply.raw.once('close', place.leave);
}

/**
 * A browser reads the answer only after its whole body was read: the remainder is dropped (slow-clients.ts limits it).
 */
function letGo(request: FastifyRequest): void {
  request.raw.unpipe();
  request.raw.resume();
}

function asAppError(error: unknown, rules: FormRules): unknown {
  const { code } = error as { code?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('too_large', rules.tooLarge);
  if (code === 'FST_FILES_LIMIT') return new AppError('bad_request', 'Envie um arquivo por vez.');
  return isMalformed(error) ? new AppError('bad_request', 'O formulário chegou incompleto. Envie de novo.') : error;
}

/** The parser's errors have neither a code nor a status: a boundary missing or too long, a part cut off … */
const isMalformed = (error: unknown) =>
  error instanceof Error &&
  !('code' in error) &&
  /^(Multipart: |Malformed |Unexpected end of |Part terminated |Missing Content-Type|Unsupported content type|The needle )/.test(
    error.message,
  );
