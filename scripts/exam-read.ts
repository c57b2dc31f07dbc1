/**
 * Prints the questions of an exam as JSON:
 *   npm run exam:read -- EXAM.pdf [ANSWERS.pdf]
 * What was left out, and why keys were not taken, goes to the error output.
 */
import { readFile } from 'node:fs/promises';
import { readExamFiles } from '#server/features/questions/question-bank/exam/read-exam-files.ts';
import { scannedPagesOf } from '#server/pdf/lack-of-text.ts';
import { type PdfText, readPdf } from '#server/pdf/read-pdf.ts';
import { PdfRefused } from '#server/pdf/refused.ts';
import { scanPagesInWorker } from '#server/pdf/scan/scan-in-worker.ts';

const [exam, answers] = process.argv.slice(2);
if (exam === undefined) {
  console.error('npm run exam:read -- EXAM.pdf [ANSWERS.pdf]');
  process.exit(2);
}

/** Pages that are pictures are recognised first, some seconds each. */
async function open(file: string): Promise<PdfText> {
  const bytes = new Uint8Array(await readFile(file));
  const text = await readPdf(bytes);
  const pages = scannedPagesOf(text);
  if (pages.length === 0) return text;
  console.error(`${file}: recognising the text of ${pages.length} pages that are pictures`);
  return readPdf(bytes, { scanned: await scanPagesInWorker(bytes, pages, file) });
}

try {
  const { questions, leftOut, keysRefused } = readExamFiles(
    await open(exam),
    answers === undefined ? null : await open(answers),
  );
  const printed = questions.map(({ statementSpans: _, regions, options, ...question }) => ({
    ...question,
    options: options.map(({ letter, text }) => ({ letter, text })),
    regions,
  }));
  console.log(JSON.stringify(printed, null, 2));
  for (const { kind, text, count } of leftOut) {
    console.error(`left out: ${kind} (${count}): ${text.replace(/\s+/g, ' ').slice(0, 100)}`);
  }
  if (keysRefused) console.error(`keys refused: ${JSON.stringify(keysRefused)}`);
} catch (error) {
  if (!(error instanceof PdfRefused)) throw error;
  console.error(error.message);
  process.exit(1);
}
