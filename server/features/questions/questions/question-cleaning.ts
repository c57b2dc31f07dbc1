import { TRUE_FALSE } from '#contract/questions/question-kind.ts';
import type { QuestionContent } from '#contract/questions/question-rules.ts';
import { identityOf } from '#contract/questions/question-text.ts';
import { cleanLessonHtml } from '#server/html/lesson-html.ts';

/** The content as it may be stored: trimmed, and HTML through the sanitiser of the lessons. */
export function cleanContent(content: QuestionContent): QuestionContent {
  const clean = (text: string, highlights: 'kept' | 'dropped' = 'kept') =>
    (content.format === 'html' ? cleanLessonHtml(text, { highlights }).html : text).trim();
  return {
    format: content.format,
    // Cleaned when it was stored.
    baseText: content.baseText ?? null,
    questionText: clean(content.questionText),
    comment: clean(content.comment),
    options: spelled(
      content.format,
      content.options.map(({ optionText, comment, isCorrect }) => ({
        // A highlighted option reveals the answer key.
        optionText: clean(optionText, 'dropped'),
        comment: clean(comment),
        isCorrect,
      })),
    ),
  };
}

/** 'CERTO' and '<p>errado</p>' are Certo and Errado: one spelling, so that the kind is one. */
function spelled(format: QuestionContent['format'], options: QuestionContent['options']) {
  const isTrueFalse =
    options.length === TRUE_FALSE.length &&
    options.every(
      ({ optionText }, place) => identityOf(format, optionText) === identityOf('plain', TRUE_FALSE[place] ?? ''),
    );
  return isTrueFalse ? options.map((option, place) => ({ ...option, optionText: TRUE_FALSE[place] ?? '' })) : options;
}
