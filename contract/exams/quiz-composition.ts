import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { QUIZ_DRAWS_MAX, QUIZ_QUESTIONS_MAX } from '#contract/limits.ts';
import { questionStatus } from '#contract/question-status.ts';
import { questionOrigin } from '#contract/questions/question-content.ts';
import { difficulty, questionKind } from '#contract/questions/question-shapes.ts';
import { instant, revision, rowId, stored } from '#contract/shapes.ts';

/** A rule such as "10 de Português, difíceis": each attempt gets this number of random questions from the bank. */
const draw = z.object({
  count: z
    .number('Informe quantas questões sortear.')
    .check(z.int('Use um número inteiro.'), z.gte(1, 'Pelo menos 1.'), z.lte(QUIZ_QUESTIONS_MAX)),
  /** Null or empty: any. */
  subjectId: z._default(z.nullable(rowId), null),
  /** With its subtopics. Left out: the topic that the text names. */
  topicId: z.optional(z.nullable(rowId)),
  ...questionOrigin,
});
export type QuizDraw = z.output<typeof draw>;

const composition = z.object({
  id: z.number(),
  title: z.string(),
  revision: z.number(),
  isPublished: z.boolean(),
  hasUnpublishedChanges: z.boolean(),
  questions: z.array(
    z.object({
      id: z.number(),
      excerpt: z.string(),
      kind: stored(questionKind, 'choice'),
      subjectId: z.nullable(z.number()),
      subject: z.nullable(z.string()),
      topic: z.string(),
      source: z.string(),
      year: z.nullable(z.number()),
      difficulty: stored(z.nullable(difficulty), null),
      status: stored(questionStatus, 'outdated'),
      /** Not in the bank yet: it enters when the quiz is published. */
      inBank: z.boolean(),
      /** The bank has a newer version than the quiz. */
      hasNewerVersion: z.boolean(),
    }),
  ),
  timeLimit: z.nullable(z.number()),
  draws: z.array(
    z.object({
      ...draw.shape,
      /** How many questions of the bank the rule can draw from. */
      available: z.number(),
    }),
  ),
  shuffleOptions: z.boolean(),
  isTraining: z.boolean(),
  updatedAt: instant,
});
export type QuizComposition = z.output<typeof composition>;

export const getComposition = endpoint({
  method: 'GET',
  path: '/api/teacher/quizzes/:id/composition',
  access: 'author',
  summary: 'What a quiz is made of: its questions in order, its draws, and how it is taken.',
  response: composition,
});

/** In order. Ids of the draft keep their version; others are taken from the bank. */
const questionIds = z.array(rowId).check(
  z.maxLength(QUIZ_QUESTIONS_MAX, `Use no máximo ${QUIZ_QUESTIONS_MAX} questões.`),
  z.refine((ids) => new Set(ids).size === ids.length, { error: 'A mesma questão aparece duas vezes.' }),
);
const draws = z.array(draw).check(z.maxLength(QUIZ_DRAWS_MAX, `Use no máximo ${QUIZ_DRAWS_MAX} sorteios.`));

export const saveComposition = endpoint({
  method: 'PUT',
  path: '/api/teacher/quizzes/:id/composition',
  access: 'author',
  errors: ['version_conflict', 'subject_gone', 'topic_gone', 'question_in_use'],
  summary: 'Saves the composition of the draft over the revision it was made from.',
  body: z.object({
    revision,
    questionIds,
    draws,
    shuffleOptions: z.boolean(),
    isTraining: z.boolean(),
    /** Takes every question in the bank's current version. */
    refresh: z._default(z.boolean(), false),
  }),
  response: composition,
});

/** The time for thinking and answering, in addition to the reading. Used to estimate a quiz's time. */
export const SECONDS_TO_THINK = { choice: 60, true_false: 30 } as const;

export const previewComposition = endpoint({
  method: 'POST',
  path: '/api/teacher/quizzes/:id/composition/preview',
  access: 'author',
  summary: 'What a composition that is not saved would give: how far its draws can be filled, and how long it takes.',
  body: z.object({ questionIds, draws }),
  response: z.object({
    draws: z.array(
      z.object({
        /** How many questions of the bank the rule can draw from, beside those chosen. */
        available: z.number(),
      }),
    ),
    /** What the draws lack over all: rules may want the same questions. */
    missing: z.number(),
    /** Reading at a common pace, each shared text once, and a while to think for each question. */
    seconds: z.number(),
  }),
});

export const duplicateQuiz = endpoint({
  method: 'POST',
  path: '/api/teacher/quizzes/:id/duplicate',
  access: 'author',
  errors: ['conflict', 'question_in_use'],
  summary: 'A new draft with the same questions, draws and settings. The same creationKey is the same quiz.',
  body: z.object({ creationKey: z.optional(z.uuid()) }),
  response: z.object({ id: z.number() }),
  alsoAnswers: [201],
});

export const listQuizVersions = endpoint({
  method: 'GET',
  path: '/api/teacher/quizzes/:id/versions',
  access: 'author',
  summary: 'The versions of a quiz, newest first, with the attempts each has.',
  response: z.array(
    z.object({
      number: z.number(),
      title: z.string(),
      questionCount: z.number(),
      attemptCount: z.number(),
      createdAt: instant,
      publishedAt: z.nullable(instant),
      /** What students take now. */
      isPublished: z.boolean(),
      /** What the author works on. */
      isDraft: z.boolean(),
    }),
  ),
});
