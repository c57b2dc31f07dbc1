/**
 * Prints the devices of a norm as JSON:
 *   npm run law:read -- FILE
 * FILE is .txt, .html, .docx or .pdf. What was not understood goes to the error output.
 */
import { readFile } from 'node:fs/promises';
import { readDocx } from '#server/docx/read-docx.ts';
import { LawTooLarge } from '#server/features/content/laws/reading/parse-law.ts';
import {
  decodeText,
  type LawSource,
  readLawSource,
  sourceOfPdf,
  sourceOfText,
} from '#server/features/content/laws/reading/read-law-source.ts';
import { renderFormula } from '#server/html/render-formula.ts';
import { readPdf } from '#server/pdf/read-pdf.ts';
import { PdfRefused } from '#server/pdf/refused.ts';
import { FileRefused } from '#server/zip/refused.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('npm run law:read -- FILE');
  process.exit(2);
}

async function sourceOf(bytes: Buffer): Promise<LawSource> {
  if (bytes.subarray(0, 1024).includes('%PDF-')) return sourceOfPdf(await readPdf(new Uint8Array(bytes)));
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') {
    return { format: 'html', text: (await readDocx(bytes, { formula: renderFormula })).html };
  }
  return sourceOfText(decodeText(bytes));
}

try {
  const { front, devices, problems, moreProblems } = readLawSource(await sourceOf(await readFile(file)));
  console.log(JSON.stringify({ front, devices }, null, 2));
  for (const { line, words } of problems) console.error(`line ${line}: ${words}`);
  if (moreProblems > 0) console.error(`and ${moreProblems} more`);
} catch (error) {
  if (!(error instanceof PdfRefused || error instanceof FileRefused || error instanceof LawTooLarge)) throw error;
  console.error(error.message === '' ? 'The file is larger than any norm.' : error.message);
  process.exit(1);
}
