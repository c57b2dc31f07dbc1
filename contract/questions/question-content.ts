import * as z from 'zod/mini';
import {
  QUESTION_LABEL_MAX,
  QUIZ_COMMENT_MAX,
  QUIZ_OPTION_MAX,
  QUIZ_OPTIONS_MAX,
  QUIZ_STATEMENT_MAX,
} from '#contract/limits.ts';
import { text } from '#contract/shapes.ts';
import { difficulty, questionFormat } from './question-shapes.ts';

const label = z._default(text(QUESTION_LABEL_MAX).check(z.trim()), '');

const YEAR = 'Informe o ano com quatro algarismos.';
export const yearOfQuestion = z.number(YEAR).check(z.int(YEAR), z.gte(1900, YEAR), z.lte(2099, YEAR));

/** What a question is about and where it comes from. */
export const questionOrigin = {
  topic: label,
  /** The "banca". */
  source: label,
  year: z._default(z.nullable(yearOfQuestion), null),
  difficulty: z._default(z.nullable(difficulty), null),
};

/** The exam that a question was asked in. Left out: as before. */
export const examOfQuestion = {
  /** The "órgão". */
  organ: z.optional(text(QUESTION_LABEL_MAX).check(z.trim())),
  /** The "cargo". */
  post: z.optional(text(QUESTION_LABEL_MAX).check(z.trim())),
};

/** What a student reads. */
export const questionContent = {
  format: z._default(questionFormat, 'plain'),
  questionText: text(QUIZ_STATEMENT_MAX),
  comment: z._default(text(QUIZ_COMMENT_MAX), ''),
  options: z
    .array(
      z.object({
        optionText: text(QUIZ_OPTION_MAX),
        comment: z._default(text(QUIZ_COMMENT_MAX), ''),
        isCorrect: z.boolean(),
      }),
    )
    .check(z.maxLength(QUIZ_OPTIONS_MAX, `Use no máximo ${QUIZ_OPTIONS_MAX} alternativas.`)),
};
