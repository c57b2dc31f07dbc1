import { createHash } from 'node:crypto';
import type { QuestionContent } from '#contract/questions/question-rules.ts';
import { identityOf } from '#contract/questions/question-text.ts';

/**
 * What makes a question the same question: the text that it is read with, its statement, its options in any order, and
 * which is right. Comments and labels may change without making another.
 */
export function fingerprintOf({ format, questionText, options, baseText }: QuestionContent): Buffer {
  const texts = options.map(({ optionText, isCorrect }) => [identityOf(format, optionText), isCorrect] as const);
  const read = baseText ? [identityOf(baseText.format, baseText.text)] : [];
  const parts = [identityOf(format, questionText), texts.toSorted(([a], [b]) => (a < b ? -1 : 1)), ...read];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}
