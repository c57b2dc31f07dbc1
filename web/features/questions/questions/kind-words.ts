import type { QuestionKind } from '#contract/questions/question-shapes.ts';

/** The label of the right option, once it may be shown. */
export const rightWords: Record<QuestionKind, string> = { choice: 'Alternativa correta', true_false: 'Gabarito' };
