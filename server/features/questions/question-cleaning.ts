import type { QuestionContent } from '../../../contract/question-rules.ts';
import { cleanLessonHtml } from '../../html/lesson-html.ts';

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
