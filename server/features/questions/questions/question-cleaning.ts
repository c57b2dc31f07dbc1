import { TRUE_FALSE } from '#contract/questions/question-kind.ts';
import type { QuestionContent } from '#contract/questions/question-rules.ts';
import { identityOf } from '#contract/questions/question-text.ts';
import { cleanLessonHtml } from '#server/html/lesson-html.ts';

/** Cleans a content for storage: trims it, and sanitises HTML like that of lessons. */
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

/** Normalises options such as 'CERTO' and '<p>errado</p>' to Certo and Errado, so that the kind is recognised. */
function spelled(format: QuestionContent['format'], options: QuestionContent['options']) {
  const isTrueFalse =
    options.length === TRUE_FALSE.length &&
    options.every(
      ({ optionText }, place) => identityOf(format, optionText) === identityOf('plain', TRUE_FALSE[place] ?? ''),
    );
  return isTrueFalse ? options.map((option, place) => ({ ...option, optionText: TRUE_FALSE[place] ?? '' })) : options;
}
