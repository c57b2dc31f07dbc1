import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { EMAIL_MAX, QUIZ_OPTIONS_MAX, QUIZ_QUESTIONS_MAX, TIME_LIMIT_MAX } from '#contract/limits.ts';
import { question } from '#contract/questions/question.ts';
import { questionKind } from '#contract/questions/question-shapes.ts';
import { instant, requiredText, stored } from '#contract/shapes.ts';

const CODE = /^[0-9A-HJKMNP-TV-Z]{8}$/;

/** As people type it: in groups, in small letters, O for 0, I or L for 1. */
export const paperCode = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(40, 'Confira o código.')),
    z.transform((typed) => typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')),
  ),
  z.string().check(z.regex(CODE, 'Confira o código: são oito letras e números.')),
);

/** 'ABCD1234' → 'ABCD-1234' */
export const groupPaperCode = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`;

const codeParams = z.object({ code: paperCode });

export const printQuiz = endpoint({
  method: 'GET',
  path: '/api/teacher/quizzes/:id/paper',
  access: 'author',
  errors: ['quiz_incomplete'],
  summary:
    'A version of a quiz that cannot change, as it is printed, with the code by which answers on paper are typed later. ' +
    'A quiz with draws is refused, with the field draws.',
  response: z.object({
    id: z.number(),
    title: z.string(),
    description: z.string(),
    timeLimit: z.nullable(z.number()),
    code: z.string(),
    /** Whether students see the quiz. */
    isPublished: z.boolean(),
    questions: z.array(question),
    /** The points per question; null: only right answers count. */
    worth: z.nullable(z.object({ right: z.number(), wrong: z.number(), blank: z.number() })),
  }),
});

export const drawPaper = endpoint({
  method: 'POST',
  path: '/api/teacher/quizzes/:id/paper',
  access: 'author',
  errors: ['conflict', 'quiz_incomplete', 'question_in_use'],
  summary:
    'Makes the draws of a quiz once, for paper: a new draft with fixed questions that can be printed. ' +
    'The same creationKey is the same quiz.',
  body: z.object({ creationKey: z.uuid() }),
  response: z.object({ id: z.number() }),
  alsoAnswers: [201],
});

export const getPaper = endpoint({
  method: 'GET',
  path: '/api/teacher/papers/:code',
  access: 'author',
  summary: 'What was printed under a code: how many items, and how many options each has.',
  params: codeParams,
  response: z.object({
    code: z.string(),
    quizId: z.number(),
    title: z.string(),
    items: z.array(z.object({ kind: stored(questionKind, 'choice'), options: z.number() })),
  }),
});

const login = requiredText(EMAIL_MAX, 'Informe o e-mail ou o usuário do aluno.');

export const findPaperStudent = endpoint({
  method: 'GET',
  path: '/api/teacher/papers/:code/student',
  access: 'author',
  summary: 'Whose answers are being typed: the name of the student with this e-mail or username.',
  params: codeParams,
  query: z.object({ login }),
  response: z.object({ name: z.string() }),
});

export const typePaper = endpoint({
  method: 'POST',
  path: '/api/teacher/papers/:code/attempts',
  access: 'author',
  errors: ['conflict', 'quiz_incomplete'],
  summary: "A student's answers from paper, item by item, graded like any attempt. The same key is the same attempt.",
  params: codeParams,
  body: z.object({
    login,
    /** The place of the option that was marked; null: blank. */
    answers: z
      .array(z.nullable(z.number().check(z.int(), z.gte(0), z.lt(QUIZ_OPTIONS_MAX))))
      .check(z.maxLength(QUIZ_QUESTIONS_MAX, `No máximo ${QUIZ_QUESTIONS_MAX} respostas.`)),
    /** How long it took, where that is known. */
    minutes: z.nullable(
      z
        .number('Informe os minutos.')
        .check(
          z.int('Use um número inteiro.'),
          z.gte(1, 'Pelo menos 1.'),
          z.lte(TIME_LIMIT_MAX, `No máximo ${TIME_LIMIT_MAX}.`),
        ),
    ),
    creationKey: z.uuid(),
  }),
  response: z.object({
    attemptId: z.number(),
    studentName: z.string(),
    totalQuestions: z.number(),
    /** Null until the results of its window are out. */
    correctAnswers: z.nullable(z.number()),
    resultsAt: z.nullable(instant),
  }),
  alsoAnswers: [201],
});
