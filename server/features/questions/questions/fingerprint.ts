import { createHash } from 'node:crypto';
import type { QuestionContent } from '#contract/questions/question-rules.ts';
import { identityOf } from '#contract/questions/question-text.ts';

/**
 * The identity of a question: its base text, its statement, its options in any order, and which of them is right.
 * Comments and labels are not part of it.
 */
export function fingerprintOf({ format, questionText, options, baseText }: QuestionContent): Buffer {
  const texts = options.map(({ optionText, isCorrect }) => [identityOf(format, optionText), isCorrect] as const);
  const read = baseText ? [identityOf(baseText.format, baseText.text)] : [];
  const parts = [identityOf(format, questionText), texts.toSorted(([a], [b]) => (a < b ? -1 : 1)), ...read];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}
