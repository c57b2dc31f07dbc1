import { renderFormula } from '#server/html/render-formula.ts';
import { answerEach } from '#server/work/answer-each.ts';
import { FileRefused } from '#server/zip/refused.ts';
import { type DocxText, readDocx } from './read-docx.ts';

export type DocxOutcome = { text: DocxText } | { refused: FileRefused['reason'] };

answerEach(async (bytes: Uint8Array): Promise<DocxOutcome> => {
  try {
    return { text: await readDocx(Buffer.from(bytes), { formula: renderFormula }) };
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return { refused: error.reason };
  }
});
