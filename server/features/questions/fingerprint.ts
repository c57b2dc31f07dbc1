import { createHash } from 'node:crypto';
import type { QuestionContent } from '../../../contract/question-rules.ts';
import { identityOf } from '../../../contract/question-text.ts';

/**
 * What makes a question the same question: its statement, its options in any order, and which is right. Comments and
 * labels may change without making another.
 */
export function fingerprintOf({ format, questionText, options }: QuestionContent): Buffer {
  const texts = options.map(({ optionText, isCorrect }) => [identityOf(format, optionText), isCorrect] as const);
  const parts = [identityOf(format, questionText), texts.toSorted(([a], [b]) => (a < b ? -1 : 1))];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}
