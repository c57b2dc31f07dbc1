import { AppError } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { isPdf, readPdfInWorker } from '#server/pdf/read-pdf-in-worker.ts';
import type { digest } from './edital.digest.ts';
import type { EditalText } from './edital-text.ts';

const DIGEST = new URL('./edital.digest.ts', import.meta.url);

/** The text of an edital in PDF, from where its programme begins. Stores nothing. */
export async function readEditalFile(user: SessionUser, file: Buffer): Promise<EditalText> {
  if (!isPdf(file)) {
    throw new AppError('unsupported_type', 'Este arquivo não é um PDF. Abra o edital, copie o texto e cole aqui.');
  }
  const { lack, ...read } = await readPdfInWorker<typeof digest>(file, user.id, DIGEST);
  if (lack === 'scanned') {
    throw new AppError(
      'unsupported_type',
      'Este PDF foi digitalizado: as páginas são imagens, sem texto. Envie o edital original da banca.',
    );
  }
  if (lack === 'unmapped') {
    throw new AppError(
      'unsupported_type',
      'Este PDF não diz quais são as suas letras: copiar o texto dele também não dá. Envie outra versão do edital.',
    );
  }
  if (read.text === '')
    throw new AppError('unsupported_type', 'Este PDF não tem texto. Envie o edital original da banca.');
  return read;
}
