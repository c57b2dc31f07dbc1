import * as z from 'zod/mini';
import { ANSWER_CARD_MINUTES_MAX } from '#contract/limits.ts';

/** How an exam is conducted, apart from how it is scored. Part of a version, like its rules. */
export const examConduct = z.object({
  /** Each answer can be marked as a guess, and the result says what guessing cost. */
  doubtMark: z.boolean(),
  /** Each student has the questions in another order; those that are read with one text stay together. */
  shuffleQuestions: z.boolean(),
  /** Answers are taken from one device; going on at another takes it over. */
  oneDevice: z.boolean(),
  /** How often the page was left is counted, and shown to the author. */
  countLeaving: z.boolean(),
  /**
   * A last phase with separate minutes, in which the student copies the answers to the answer card. Only the card
   * counts.
   */
  sheet: z.nullable(
    z.object({
      minutes: z
        .number('Informe quantos minutos.')
        .check(
          z.int('Use um número inteiro.'),
          z.gte(1, 'Pelo menos 1.'),
          z.lte(ANSWER_CARD_MINUTES_MAX, `No máximo ${ANSWER_CARD_MINUTES_MAX}.`),
        ),
      /**
       * The answers of the notebook can be copied, and bubbles that differ from it are highlighted before the card is
       * handed in.
       */
      mayCopy: z.boolean(),
    }),
  ),
});
export type ExamConduct = z.output<typeof examConduct>;

export const plainConduct: ExamConduct = {
  doubtMark: false,
  shuffleQuestions: false,
  oneDevice: false,
  countLeaving: false,
  sheet: null,
};
