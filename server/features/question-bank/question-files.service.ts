import { AppError } from '../../http/errors.ts';
import { tooBusy } from '../../http/overload.ts';
import { createAside } from '../../work/aside.ts';
import type { FileRefused } from './files/question-file.ts';
import type { ReadFile } from './files/read-file.ts';

type Outcome = { file: ReadFile } | { refusal: Pick<FileRefused, 'code' | 'message'> };

const aside = createAside<{ bytes: Uint8Array; name: string }, Outcome>(
  new URL('./files/read-file.worker.ts', import.meta.url),
  {
    room: { total: 1, perKey: 1, waiting: 24, waitingPerKey: 4 },
    longestMs: 60_000,
    tooLong: () => new AppError('bad_request', 'Este arquivo é complicado demais para ser lido. Divida-o em partes.'),
    tooMany: () => tooBusy('Há arquivos demais sendo lidos agora. Tente de novo em instantes.'),
  },
);

/** Reads a file beside the server, not in its way, and one at a time: one person after the other. */
export async function readFileAside(bytes: Uint8Array, name: string, person: string): Promise<ReadFile> {
  const outcome = await aside({ bytes, name }, person);
  if ('refusal' in outcome) throw new AppError(outcome.refusal.code, outcome.refusal.message);
  return outcome.file;
}
