import { answerEach } from '#server/work/answer-each.ts';
import { FileRefused } from '#server/zip/refused.ts';
import { readXlsx, type Worksheet, type XlsxBounds } from './read-xlsx.ts';

export type XlsxInput = { file: Uint8Array; bounds: XlsxBounds };
export type XlsxOutcome = { sheets: Worksheet[] } | { refused: FileRefused['reason'] };

answerEach(async ({ file, bounds }: XlsxInput): Promise<XlsxOutcome> => {
  try {
    return await readXlsx(Buffer.from(file), bounds);
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return { refused: error.reason };
  }
});
