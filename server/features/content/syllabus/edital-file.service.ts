import type { readSyllabusFile } from '#contract/content/syllabus.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { AppError } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { isPdf } from '#server/pdf/read-pdf-in-worker.ts';
import { readOrRecognise } from '#server/pdf/scan/read-or-recognise.ts';
import type { digest } from './edital.digest.ts';

const DIGEST = new URL('./edital.digest.ts', import.meta.url);

/** The text of an edital in PDF, from where its programme begins. Stores nothing. */
export async function readEditalFile(
  user: SessionUser,
  file: Buffer,
  mayRecognise: boolean,
): Promise<ResponseOf<typeof readSyllabusFile>> {
  if (!isPdf(file)) {
    throw new AppError('unsupported_type', 'Este arquivo não é um PDF. Abra o edital, copie o texto e cole aqui.');
  }
  const { read, isRecognised } = await readOrRecognise<typeof digest>(file, user.id, DIGEST, mayRecognise);
  const { text, isCut, lack } = read;
  const scannedPages = read.scannedPages.length;
  if (lack === 'unmapped') {
    throw new AppError(
      'unsupported_type',
      'Este PDF não diz quais são as suas letras: copiar o texto dele também não dá. Envie outra versão do edital.',
    );
  }
  if (text === '' && (isRecognised || scannedPages === 0)) {
    const where = isRecognised ? 'Não reconhecemos texto neste PDF' : 'Este PDF não tem texto';
    throw new AppError('unsupported_type', `${where}. Envie o edital original da banca.`);
  }
  return { text, isCut, scannedPages, isRecognised };
}
