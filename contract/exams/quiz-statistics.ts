import * as z from 'zod/mini';
import { binary, endpoint } from '#contract/endpoint.ts';
import { questionStatus } from '#contract/question-status.ts';
import { questionKind } from '#contract/questions/question-shapes.ts';
import { id, stored } from '#contract/shapes.ts';

/** suspect_key: the best third prefers a wrong option. In the order in which they matter. */
export const suspicion = z.enum(['suspect_key', 'negative_discrimination', 'wrong_preferred', 'unused_option']);
export type Suspicion = z.output<typeof suspicion>;

const share = z.nullable(z.number());

const questionStatistics = z.object({
  questionId: z.number(),
  questionVersionId: z.number(),
  /** The version that students get now; statistics of older ones stay apart, because their options differ. */
  isCurrent: z.boolean(),
  kind: stored(questionKind, 'choice'),
  excerpt: z.string(),
  subject: z.nullable(z.string()),
  status: stored(questionStatus, 'outdated'),
  /** Attempts that contained the question. */
  attempts: z.number(),
  shareRight: share,
  shareBlank: share,
  /** Share right in the upper third of the attempts less that in the lower third, −1 to 1. */
  discrimination: z.nullable(z.number()),
  medianSeconds: z.nullable(z.number()),
  options: z.array(
    z.object({
      id: z.number(),
      optionText: z.string(),
      isCorrect: z.boolean(),
      count: z.number(),
      share,
      /** The share within the upper third. */
      shareUpper: share,
    }),
  ),
  suspicions: z.array(suspicion),
});
export type QuestionStatistics = z.output<typeof questionStatistics>;

const day = z.iso.date('Informe o dia como AAAA-MM-DD.');

const query = z.object({
  /** first: only each student's first attempt, made before they knew the questions. all: every attempt. */
  attempts: z._default(z.enum(['first', 'all']), 'first'),
  /** The class: students who are enrolled in this course now. */
  courseId: z.optional(id),
  /** Attempts that ended on these days or between them. */
  from: z.optional(day),
  to: z.optional(day),
});

export const getQuizStatistics = endpoint({
  method: 'GET',
  path: '/api/teacher/quizzes/:id/statistics',
  access: 'author',
  mayLag: true,
  summary: 'How a quiz and each of its questions did; without direct attempts, previews and practice.',
  query,
  weight: 5,
  response: z.object({
    id: z.number(),
    title: z.string(),
    attempts: z.number(),
    students: z.number(),
    averagePercent: share,
    sharePassed: share,
    medianSeconds: z.nullable(z.number()),
    questions: z.array(questionStatistics),
    /** Where the exam counts how often its page is left: the attempts that left it most. Information, no more. */
    leaves: z.array(z.object({ attemptId: z.number(), studentName: z.nullable(z.string()), count: z.number() })),
  }),
});

export const exportQuizStatistics = endpoint({
  method: 'GET',
  path: '/api/teacher/quizzes/:id/statistics.csv',
  access: 'author',
  mayLag: true,
  summary: 'The same as CSV.',
  query,
  work: 'export',
  weight: 20,
  response: binary,
});
