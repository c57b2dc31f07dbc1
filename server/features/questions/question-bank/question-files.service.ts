import { QUESTION_FILE_MAX_IMAGES } from '#contract/limits.ts';
import type { Deps } from '#server/deps.ts';
import { readDocxInWorker } from '#server/docx/read-docx-in-worker.ts';
import { addImage } from '#server/features/platform/media/media.service.ts';
import { AppError } from '#server/http/errors.ts';
import { tooBusy } from '#server/http/overload.ts';
import type { PdfPicture } from '#server/pdf/pictures.ts';
import { isPdf, readPdfInWorker } from '#server/pdf/read-pdf-in-worker.ts';
import type { ScannedPages } from '#server/pdf/scan/scanned-lines.ts';
import { fromSlices, type Slices } from '#server/work/slices.ts';
import { createWorkerPool } from '#server/work/worker-pool.ts';
import { isZip, readXlsxInWorker } from '#server/xlsx/read-xlsx-in-worker.ts';
import type { digest } from './exam/exam.digest.ts';
import { pictureAddress } from './exam/exam-entries.ts';
import type { EmbeddedFile } from './files/moodle-read.ts';
import type { FileRefused } from './files/question-file.ts';
import type { FileSource, ReadFile, ReadingRules } from './files/read-file.ts';
import type { FileTask, SheetSource } from './files/read-file.worker.ts';
import type { AnswerSheet } from './keys/read-sheet.ts';

type Outcome =
  | { file: Omit<ReadFile, 'entries'>; entries: Slices<ReadFile['entries'][number]> }
  | { pictures: EmbeddedFile[] }
  | { sheet: AnswerSheet }
  | { text: string }
  | { refusal: Pick<FileRefused, 'code' | 'message'> };

const workerPool = createWorkerPool<FileTask, Outcome>(new URL('./files/read-file.worker.ts', import.meta.url), {
  capacity: { total: 1, perKey: 1, waiting: 24, waitingPerKey: 4 },
  longestMs: 60_000,
  memoryMb: 512,
  tooLong: () => new AppError('bad_request', 'Este arquivo é complicado demais para ser lido. Divida-o em partes.'),
  tooMany: () => tooBusy('Há arquivos demais sendo lidos agora. Tente de novo em instantes.'),
});

/** Does a task in the worker, which does one at a time, in turn for each person. */
async function inWorker(task: FileTask, person: string): Promise<Exclude<Outcome, { refusal: unknown }>> {
  const outcome = await workerPool(task, person);
  if ('refusal' in outcome) throw new AppError(outcome.refusal.code, outcome.refusal.message);
  return outcome;
}

const otherTask = () => new Error('The worker answered another task.');

export async function readFileInWorker(source: FileSource, rules: ReadingRules, person: string): Promise<ReadFile> {
  const outcome = await inWorker({ task: 'questions', source, rules }, person);
  if (!('file' in outcome)) throw otherTask();
  return { ...outcome.file, entries: await fromSlices(outcome.entries) };
}

async function readPicturesInWorker(bytes: Uint8Array, person: string): Promise<EmbeddedFile[]> {
  const outcome = await inWorker({ task: 'pictures', bytes }, person);
  return 'pictures' in outcome ? outcome.pictures : [];
}

/** The keys of a pasted answer sheet. */
export async function readSheetInWorker(text: string, person: string): Promise<AnswerSheet> {
  const outcome = await inWorker({ task: 'sheet', text }, person);
  if (!('sheet' in outcome)) throw otherTask();
  return outcome.sheet;
}

/** The text of a file with an answer sheet, row by row. */
export async function readSheetTextInWorker(source: SheetSource, person: string): Promise<string> {
  const outcome = await inWorker({ task: 'sheetText', source }, person);
  if (!('text' in outcome)) throw otherTask();
  return outcome.text;
}

const DIGEST = new URL('./exam/exam.digest.ts', import.meta.url);
type Exam = ReturnType<typeof digest>;

type Opened = { source: FileSource; stored: Record<string, string> };
/** Pages of an exam that are pictures without text, counted from 1. */
type Scanned = { scannedPages: number[] };

/** Prepares a file for reading: unpacks spreadsheets and documents, and stores their pictures as media. */
export async function openQuestionFile(
  deps: Deps,
  owner: { id: string },
  file: Buffer,
  name: string,
): Promise<Opened | Scanned> {
  if (isPdf(file)) return openExam(deps, owner, file);
  if (isZip(file) && file.includes('word/document.xml')) return openDocument(deps, owner, file);
  if (isZip(file) && file.includes('xl/')) {
    const { sheets } = await readXlsxInWorker(file, owner.id);
    return { source: { kind: 'sheets', sheets }, stored: {} };
  }
  const hasPictures = file.includes('@@PLUGINFILE@@') || file.includes('<image_base64>');
  const pictures = hasPictures ? await readPicturesInWorker(file, owner.id) : [];
  return { source: { kind: 'bytes', bytes: file, name }, stored: await storePictures(deps, owner, pictures) };
}

/** A picture at the same position on at least this many pages is a logo. */
const LOGO_PAGES = 3;

/** An exam that has to be recognised first is not read. */
async function openExam(deps: Deps, owner: { id: string }, file: Buffer): Promise<Opened | Scanned> {
  const exam = await readPdfInWorker<typeof digest>(file, owner.id, DIGEST, { withPictures: true });
  return exam.scannedPages.length > 0 ? { scannedPages: exam.scannedPages } : storeExam(deps, owner, exam);
}

/** Reads an exam with the text that was recognised in its pages. */
export async function openScannedExam(
  deps: Deps,
  owner: { id: string },
  file: Buffer,
  scanned: ScannedPages,
): Promise<Opened> {
  const options = { withPictures: true, scanned };
  return storeExam(deps, owner, await readPdfInWorker<typeof digest>(file, owner.id, DIGEST, options));
}

/** Stores the pictures of an exam as media. */
async function storeExam(deps: Deps, owner: { id: string }, exam: Exam): Promise<Opened> {
  const isLogo = ({ box }: PdfPicture) =>
    exam.pictures.filter((other) => Math.abs(other.box.x - box.x) < 3 && Math.abs(other.box.y - box.y) < 3).length >=
    LOGO_PAGES;
  const pictures = exam.pictures.flatMap((picture, at) =>
    isLogo(picture) ? [] : [{ address: pictureAddress(at), name: 'figura.png', content: picture.png }],
  );
  return { source: { kind: 'pdf', packed: exam.packed }, stored: await storePictures(deps, owner, pictures) };
}

async function openDocument(deps: Deps, owner: { id: string }, file: Buffer): Promise<Opened> {
  const { html, images, missed } = await readDocxInWorker(file, owner.id);
  const pictures = images.map(({ address, content }) => ({ address, name: '', content }));
  const stored = await storePictures(deps, owner, pictures);
  const lost = images.length - Object.keys(stored).length;
  const placed = html.replace(/src="(docx-image-\d+)"/g, (found, address) => {
    const url = stored[address];
    return url ? `src="${url}"` : found;
  });
  const words = missed.map(({ what, count }) => `Do documento não vieram: ${what} (${count}).`);
  return {
    source: {
      kind: 'document',
      html: placed,
      missed: lost > 0 ? [...words, `Imagens em formatos que não são aceitos ficaram de fora: ${lost}.`] : words,
    },
    stored,
  };
}

/** Stores pictures as media and returns their addresses. Skips formats that browsers cannot show. */
async function storePictures(
  deps: Deps,
  owner: { id: string },
  pictures: readonly EmbeddedFile[],
): Promise<Record<string, string>> {
  if (pictures.length > QUESTION_FILE_MAX_IMAGES) {
    throw new AppError(
      'too_large',
      `O arquivo tem ${pictures.length} imagens. Divida-o: são no máximo ${QUESTION_FILE_MAX_IMAGES} por vez.`,
    );
  }
  const stored: Record<string, string> = {};
  for (const { address, name, content } of pictures) {
    try {
      const { made: image } = await addImage(deps, owner, Buffer.from(content), name);
      stored[address] = image.url;
    } catch (error) {
      const isNoImage =
        error instanceof AppError && ['unsupported_type', 'too_large', 'bad_request'].includes(error.code);
      if (!isNoImage) throw error;
    }
  }
  return stored;
}
