import { AppError } from '#server/http/errors.ts';
import { tooBusy } from '#server/http/overload.ts';
import { createAside } from '#server/work/aside.ts';
import type { MarkOutcome } from './watermark.ts';

const aside = createAside<{ pdf: Uint8Array; mark: string }, MarkOutcome>(
  new URL('./watermark.worker.ts', import.meta.url),
  {
    room: { total: 1, perKey: 1, waiting: 60, waitingPerKey: 4 },
    longestMs: 60_000,
    memoryMb: 1536,
    tooLong: () => new AppError('unsupported_type', 'Este PDF é complicado demais para a marca d’água. Divida-o.'),
    tooMany: () => tooBusy('Há arquivos demais sendo preparados agora. Tente de novo em instantes.'),
  },
);

const refusals = {
  encrypted: 'Este PDF está protegido por senha e não aceita a marca d’água. Envie sem a proteção, ou sem a marca.',
  broken: 'Este PDF está danificado e não aceita a marca d’água. Salve-o de novo, ou envie sem a marca.',
};

/** A PDF with a student's name in it, made beside the server. */
export async function markAside(pdf: Buffer, mark: string, person: string): Promise<Buffer> {
  const outcome = await aside({ pdf, mark }, person);
  if ('refused' in outcome) throw new AppError('unsupported_type', refusals[outcome.refused]);
  return Buffer.from(outcome.pdf);
}
