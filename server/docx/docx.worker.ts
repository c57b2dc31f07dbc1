import { renderFormula } from '../html/render-formula.ts';
import { answerEach } from '../work/answer-each.ts';
import { type DocxText, readDocx } from './read-docx.ts';
import { DocxRefused } from './refused.ts';

export type DocxOutcome = { text: DocxText } | { refused: DocxRefused['reason'] };

answerEach(async (bytes: Uint8Array): Promise<DocxOutcome> => {
  try {
    return { text: await readDocx(Buffer.from(bytes), { formula: renderFormula }) };
  } catch (error) {
    if (!(error instanceof DocxRefused)) throw error;
    return { refused: error.reason };
  }
});
