import { LAW_SOURCE_MAX } from '#contract/content/law-limits.ts';
import type { LawSourceText } from '#contract/content/laws.ts';
import { readDocxInWorker } from '#server/docx/read-docx-in-worker.ts';
import { AppError } from '#server/http/errors.ts';
import { isPdf, readPdfInWorker } from '#server/pdf/read-pdf-in-worker.ts';
import type { digest } from './reading/law.digest.ts';
import { decodeText, type LawSource, sourceOfText } from './reading/read-law-source.ts';

const DIGEST = new URL('./reading/law.digest.ts', import.meta.url);

const isZip = (file: Buffer) => file.subarray(0, 2).toString('latin1') === 'PK';

async function sourceOf(file: Buffer, person: string): Promise<LawSource> {
  if (isPdf(file)) return readPdfInWorker<typeof digest>(file, person, DIGEST);
  if (isZip(file)) return { format: 'html', text: (await readDocxInWorker(file, person)).html };
  if (file.includes(0)) {
    throw new AppError('unsupported_type', 'Envie a norma em .docx, .html, .txt ou PDF.');
  }
  return sourceOfText(decodeText(file));
}

/** The text of a file, as the preview and the store of a law take it. */
export async function readFile(author: { id: string }, file: Buffer | null): Promise<LawSourceText> {
  if (!file || file.length === 0) throw new AppError('bad_request', 'Escolha um arquivo .docx, .html, .txt ou PDF.');
  const { format, text, problems = [] } = await sourceOf(file, author.id);
  if (text.trim() === '') throw new AppError('bad_request', 'Não encontramos texto neste arquivo.');
  if (text.length > LAW_SOURCE_MAX) throw new AppError('too_large', 'O texto do arquivo é maior que qualquer norma.');
  return { format, source: text.toWellFormed(), problems };
}
