import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { postponesTo } from '#contract/exams/mock-exams.ts';
import { BANK_PAGE, BANK_PAGE_MAX, REPORT_NOTE_MAX } from '#contract/limits.ts';
import { question } from '#contract/questions/question.ts';
import { difficulty } from '#contract/questions/question-shapes.ts';
import { instant, rowId, stored, text } from '#contract/shapes.ts';
import { reveal } from './practice.ts';

/** What is wrong with a question, in a student's judgement: gabarito, texto, imagem, repetida. */
const reportReason = z.enum(['key', 'text', 'image', 'duplicate'], 'Escolha o que está errado.');
export type ReportReason = z.output<typeof reportReason>;

const reportOutcome = z.enum(['fixed', 'dismissed'], 'Escolha o que foi feito.');
export type ReportOutcome = z.output<typeof reportOutcome>;

const ownReport = z.object({
  reason: stored(reportReason, 'text'),
  note: z.string(),
  createdAt: instant,
  /** Null while the report is undecided. */
  outcome: z.nullable(stored(reportOutcome, 'dismissed')),
  reply: z.string(),
});
export type OwnReport = z.output<typeof ownReport>;

export const getAnsweredQuestion = endpoint({
  method: 'GET',
  path: '/api/answered-questions/:id',
  access: 'signedIn',
  needsAccess: true,
  errors: ['attempt_open'],
  summary:
    "A question as the caller answered it last, with its key and the caller's report about that version. With `key=ask` a key that delays a certificate stays out.",
  query: z.object({ key: z._default(z.enum(['open', 'ask']), 'open') }),
  response: z.object({
    ...question.shape,
    subject: z.nullable(z.string()),
    source: z.string(),
    year: z.nullable(z.number()),
    difficulty: stored(z.nullable(difficulty), null),
    /** Null: the key would delay a certificate, and was not asked for. */
    answer: z.nullable(reveal),
    postponesTo,
    report: z.nullable(ownReport),
  }),
});

export const reportQuestion = endpoint({
  method: 'POST',
  path: '/api/answered-questions/:id/report',
  access: 'signedIn',
  needsAccess: true,
  errors: ['attempt_open'],
  summary: 'Tells the author what is wrong with a question that one has answered. Once per version: the first holds.',
  body: z.object({
    reason: reportReason,
    note: z._default(text(REPORT_NOTE_MAX).check(z.trim()), ''),
  }),
  response: ownReport,
  alsoAnswers: [201],
});

const reportedQuestion = z.object({
  questionId: z.number(),
  excerpt: z.string(),
  subject: z.nullable(z.string()),
  topic: z.string(),
  authorName: z.nullable(z.string()),
  count: z.number(),
  oldestAt: instant,
  /** The last one of them: what comes after it was not seen, and is not decided with them. */
  through: z.number(),
  /** The oldest ones, with what their students wrote. */
  reports: z.array(
    z.object({
      id: z.number(),
      reason: stored(reportReason, 'text'),
      note: z.string(),
      createdAt: instant,
      /** About a version that the question no longer has. */
      isOutdated: z.boolean(),
    }),
  ),
});
export type ReportedQuestion = z.output<typeof reportedQuestion>;

export const listReportedQuestions = endpoint({
  method: 'GET',
  path: '/api/teacher/question-reports',
  access: 'author',
  summary: "Questions with reports that nobody has decided: an author's own, an administrator's all; oldest first.",
  query: z.object({
    limit: z._default(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(BANK_PAGE_MAX)), BANK_PAGE),
    cursor: z.optional(text(200)),
  }),
  response: z.array(reportedQuestion),
});

export const decideReports = endpoint({
  method: 'POST',
  path: '/api/teacher/questions/:id/report-decision',
  access: 'author',
  summary:
    'Says what came of the reports about a question, up to one of them. Their students are told; again is the same.',
  body: z.object({
    outcome: reportOutcome,
    reply: z._default(text(REPORT_NOTE_MAX).check(z.trim()), ''),
    through: rowId,
  }),
  response: z.object({ decided: z.number() }),
});
