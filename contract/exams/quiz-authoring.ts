import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import {
  DEFAULT_PASSING_SCORE,
  QUIZ_BODY_LIMIT,
  QUIZ_COMMENT_MAX,
  QUIZ_DESCRIPTION_MAX,
  QUIZ_OPTION_MAX,
  QUIZ_OPTIONS_MAX,
  QUIZ_QUESTIONS_MAX,
  QUIZ_STATEMENT_MAX,
  QUIZ_TITLE_MAX,
  TIME_LIMIT_MAX,
} from '#contract/limits.ts';
import { baseText } from '#contract/questions/base-text.ts';
import { questionFormat } from '#contract/questions/question-shapes.ts';
import { instant, paging, requiredText, revision, rowId, stored, text } from '#contract/shapes.ts';

const draftOption = z.object({
  optionText: text(QUIZ_OPTION_MAX),
  comment: z._default(text(QUIZ_COMMENT_MAX), ''),
  isCorrect: z.boolean(),
});
export type DraftOption = z.output<typeof draftOption>;

/** A draft may be unfinished (no right option yet, empty texts); what publishing needs is checked there. */
const draftQuestion = z.object({
  /** Absent: a new question. */
  id: z.optional(rowId),
  format: z._default(questionFormat, 'plain'),
  /** The text that it is read with. Left out: as before. */
  baseTextId: z.optional(z.nullable(rowId)),
  questionText: text(QUIZ_STATEMENT_MAX),
  comment: z._default(text(QUIZ_COMMENT_MAX), ''),
  subjectId: z._default(z.nullable(rowId), null),
  options: z.array(draftOption).check(
    z.maxLength(QUIZ_OPTIONS_MAX, `Use no máximo ${QUIZ_OPTIONS_MAX} alternativas.`),
    z.refine((options) => options.filter(({ isCorrect }) => isCorrect).length <= 1, {
      error: 'Só uma alternativa pode ser a certa.',
    }),
  ),
});
export type DraftQuestion = z.output<typeof draftQuestion>;

const settings = {
  title: requiredText(QUIZ_TITLE_MAX, 'Dê um título ao simulado.'),
  description: z._default(text(QUIZ_DESCRIPTION_MAX), ''),
  timeLimit: z._default(
    z.nullable(
      z
        .number('Informe os minutos.')
        .check(
          z.int('Use minutos inteiros.'),
          z.gte(1, 'Pelo menos 1 minuto.'),
          z.lte(TIME_LIMIT_MAX, `No máximo ${TIME_LIMIT_MAX} minutos.`),
        ),
    ),
    null,
  ),
  passingScore: z._default(
    z
      .number('Informe a porcentagem.')
      .check(z.int('Use um número inteiro.'), z.gte(0, 'De 0 a 100.'), z.lte(100, 'De 0 a 100.')),
    DEFAULT_PASSING_SCORE,
  ),
};

export const quizDraft = z.object({
  ...settings,
  questions: z.array(draftQuestion).check(
    z.maxLength(QUIZ_QUESTIONS_MAX, `Use no máximo ${QUIZ_QUESTIONS_MAX} questões.`),
    z.refine(
      (questions) => {
        const ids = questions.flatMap(({ id }) => (id === undefined ? [] : [id]));
        return new Set(ids).size === ids.length;
      },
      { error: 'A mesma questão aparece duas vezes.' },
    ),
  ),
});
export type QuizDraft = z.output<typeof quizDraft>;

const authoredQuiz = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string(),
  timeLimit: z.nullable(z.number()),
  passingScore: z.number(),
  questions: z.array(
    z.object({
      id: z.number(),
      format: stored(questionFormat, 'plain'),
      baseText: z.nullable(baseText),
      questionText: z.string(),
      comment: z.string(),
      subjectId: z.nullable(z.number()),
      options: z.array(
        z.object({ id: z.number(), optionText: z.string(), comment: z.string(), isCorrect: z.boolean() }),
      ),
    }),
  ),
  /** How many questions each attempt draws from the bank besides. */
  drawCount: z.number(),
  revision: z.number(),
  isPublished: z.boolean(),
  /** The draft differs from what students take. */
  hasUnpublishedChanges: z.boolean(),
  attemptCount: z.number(),
  updatedAt: instant,
});
export type AuthoredQuiz = z.output<typeof authoredQuiz>;

export const listAuthoredQuizzes = endpoint({
  method: 'GET',
  path: '/api/teacher/quizzes',
  access: 'author',
  summary: "One's own quizzes (admins: all), last changed first.",
  query: z.object(paging),
  response: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      questionCount: z.number(),
      authorName: z.nullable(z.string()),
      isPublished: z.boolean(),
      hasUnpublishedChanges: z.boolean(),
      attemptCount: z.number(),
      updatedAt: instant,
    }),
  ),
});

export const createQuiz = endpoint({
  method: 'POST',
  path: '/api/teacher/quizzes',
  access: 'author',
  errors: ['conflict'],
  summary: 'A new, empty draft. The same creationKey is the same quiz.',
  body: z.object({ title: settings.title, creationKey: z.optional(z.uuid()) }),
  response: authoredQuiz,
  alsoAnswers: [201],
});

export const getAuthoredQuiz = endpoint({
  method: 'GET',
  path: '/api/teacher/quizzes/:id',
  access: 'author',
  summary: 'The draft of a quiz with its key and comments.',
  response: authoredQuiz,
});

export const saveQuiz = endpoint({
  method: 'PUT',
  path: '/api/teacher/quizzes/:id',
  access: 'author',
  comesFirst: true,
  errors: ['version_conflict', 'subject_gone'],
  summary: 'Saves the whole draft over the revision it was made from; students keep what is published.',
  body: z.object({ ...quizDraft.shape, revision }),
  bodyLimit: QUIZ_BODY_LIMIT,
  response: authoredQuiz,
});

export const publishQuiz = endpoint({
  method: 'POST',
  path: '/api/teacher/quizzes/:id/publish',
  access: 'author',
  errors: ['version_conflict', 'quiz_incomplete', 'conflict'],
  summary: 'Makes the saved draft what students take.',
  body: z.object({ revision }),
  response: authoredQuiz,
});

export const unpublishQuiz = endpoint({
  method: 'POST',
  path: '/api/teacher/quizzes/:id/unpublish',
  access: 'author',
  summary: 'Takes a quiz away from students; open attempts go on.',
  response: authoredQuiz,
});

export const deleteQuiz = endpoint({
  method: 'DELETE',
  path: '/api/teacher/quizzes/:id',
  access: 'author',
  errors: ['quiz_taken'],
  summary: 'Removes a quiz that nobody has taken.',
});
