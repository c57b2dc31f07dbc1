import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';

/** What the parts of a form take besides the file itself. */
const FORM_OVERHEAD = 64 * 1024;
/** Each holds at most one file in memory. */
const MAX_AT_ONCE = 48;

/** Routes added inside take multipart/form-data; everywhere else that content type stays refused. */
export async function withUploads(app: FastifyInstance, add: (scope: FastifyInstance) => void): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart);
    add(scope);
  });
}

type Form = { fields: Record<string, string>; file: Buffer | null };

type FormRules = {
  maxBytes: number;
  /** Said when the file is larger than that. */
  tooLarge: string;
  /** Called when a field has arrived, which may be before the file: refuse early what needs no file to be refused. */
  onField?: (name: string, value: string) => Promise<void>;
};

let running = 0;

/** Reads a form with one file. The limit holds while the bytes come in, whatever length the request claims. */
export async function readForm(request: FastifyRequest, reply: FastifyReply, rules: FormRules): Promise<Form> {
  if (running >= MAX_AT_ONCE) {
    reply.header('Connection', 'close');
    throw new AppError('unavailable', 'Muitos envios ao mesmo tempo. Tente de novo em instantes.');
  }
  running += 1;
  try {
    return await readParts(request, rules);
  } catch (error) {
    letGo(request, reply, rules.maxBytes);
    throw asAppError(error, rules);
  } finally {
    running -= 1;
  }
}

async function readParts(request: FastifyRequest, rules: FormRules): Promise<Form> {
  const claimed = Number(request.headers['content-length'] ?? 0);
  if (claimed > rules.maxBytes + FORM_OVERHEAD) throw new AppError('too_large', rules.tooLarge);
  const form: Form = { fields: {}, file: null };
  const limits = { fileSize: rules.maxBytes, files: 1, fields: 20, fieldSize: 4096, fieldNameSize: 100 };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') {
      form.file = await part.toBuffer();
    } else {
      const value = String(part.value);
      form.fields[part.fieldname] = value;
      await rules.onField?.(part.fieldname, value);
    }
  }
  return form;
}

/**
 * A browser reads the answer only after its body was taken: a body that is nearly here is read to the end and thrown
 * away, a longer one is cut off.
 */
function letGo(request: FastifyRequest, reply: FastifyReply, maxBytes: number): void {
  const claimed = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  if (claimed > maxBytes + FORM_OVERHEAD) {
    reply.header('Connection', 'close');
    return;
  }
  request.raw.unpipe();
  request.raw.resume();
}

function asAppError(error: unknown, rules: FormRules): unknown {
  const { code } = error as { code?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('too_large', rules.tooLarge);
  if (code === 'FST_FILES_LIMIT') return new AppError('bad_request', 'Envie um arquivo por vez.');
  return isMalformed(error) ? new AppError('bad_request', 'O formulário chegou incompleto. Envie de novo.') : error;
}

/** The parser's own faults carry neither a code nor a status: a boundary missing or too long, a part cut off … */
const isMalformed = (error: unknown) =>
  error instanceof Error &&
  !('code' in error) &&
  /^(Multipart: |Malformed |Unexpected end of |Part terminated |Missing Content-Type|Unsupported content type|The needle )/.test(
    error.message,
  );
