import type { QuestionKind } from '#contract/questions/question-shapes.ts';

/** What stands at the right option once it may be seen. */
export const rightWords: Record<QuestionKind, string> = { choice: 'Alternativa correta', true_false: 'Gabarito' };
