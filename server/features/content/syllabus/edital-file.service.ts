import { AppError } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { lackOfText } from '#server/pdf/lack-of-text.ts';
import { isPdf, readPdfInWorker } from '#server/pdf/read-pdf-in-worker.ts';
import { type EditalText, editalText } from './edital-text.ts';

/** The text of an edital in PDF, from where its programme begins. Stores nothing. */
export async function readEditalFile(user: SessionUser, file: Buffer): Promise<EditalText> {
  if (!isPdf(file)) {
    throw new AppError('unsupported_type', 'Este arquivo não é um PDF. Abra o edital, copie o texto e cole aqui.');
  }
  const pdf = await readPdfInWorker(file, user.id);
  const lack = lackOfText(pdf);
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
  const read = editalText(pdf);
  if (read.text === '')
    throw new AppError('unsupported_type', 'Este PDF não tem texto. Envie o edital original da banca.');
  return read;
}
