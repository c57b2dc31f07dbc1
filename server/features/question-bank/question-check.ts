import { createHash } from 'node:crypto';
import { cleanLessonHtml } from '../lessons/lesson-html.ts';
import type { QuestionContent } from './question.rules.ts';
import { identityOf } from './question-text.rules.ts';

/** The content as it may be stored: trimmed, and HTML through the sanitiser of the lessons. */
export function cleanContent(content: QuestionContent): QuestionContent {
  const clean = (text: string) => (content.format === 'html' ? cleanLessonHtml(text).html : text).trim();
  return {
    format: content.format,
    questionText: clean(content.questionText),
    comment: clean(content.comment),
    options: content.options.map(({ optionText, comment, isCorrect }) => ({
      optionText: clean(optionText),
      comment: clean(comment),
      isCorrect,
    })),
  };
}

/**
 * What makes a question the same question: its statement, its options in any order, and which is right. Comments and
 * labels may change without making another.
 */
export function fingerprintOf({ format, questionText, options }: QuestionContent): Buffer {
  const texts = options.map(({ optionText, isCorrect }) => [identityOf(format, optionText), isCorrect] as const);
  const parts = [identityOf(format, questionText), texts.toSorted(([a], [b]) => (a < b ? -1 : 1))];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}
