import * as z from 'zod/mini';
import { binary, endpoint } from '#contract/endpoint.ts';
import {
  BANK_PAGE,
  BANK_PAGE_MAX,
  QUESTION_LABEL_MAX,
  QUESTION_REASON_MAX,
  QUESTIONS_CHOSEN_MAX,
} from '#contract/limits.ts';
import { questionStatus } from '#contract/question-status.ts';
import { id, instant, revision, rowId, stored, text } from '#contract/shapes.ts';
import { baseText } from './base-text.ts';
import { examOfQuestion, questionContent, questionOrigin } from './question-content.ts';
import { difficulty, questionFormat, questionKind } from './question-shapes.ts';
import { tag, tags } from './question-tags.ts';

const labels = {
  subjectId: z._default(z.nullable(rowId), null),
  /** A topic of the subject. Left out: the one that `topic` names, made where it is missing. */
  topicId: z.optional(z.nullable(rowId)),
  ...questionOrigin,
  ...examOfQuestion,
  /** Left out: as before. */
  tags: z.optional(tags),
};

const content = {
  ...questionContent,
  /** The text that it is read with. Left out: as before. */
  baseTextId: z.optional(z.nullable(rowId)),
};

const bankQuestionInput = z.object({ ...content, ...labels });
export type BankQuestionInput = z.output<typeof bankQuestionInput>;

const summary = {
  id: z.number(),
  /** The beginning of the statement without markup. */
  excerpt: z.string(),
  kind: stored(questionKind, 'choice'),
  subjectId: z.nullable(z.number()),
  subject: z.nullable(z.string()),
  topicId: z.nullable(z.number()),
  topic: z.string(),
  source: z.string(),
  organ: z.string(),
  post: z.string(),
  year: z.nullable(z.number()),
  difficulty: stored(z.nullable(difficulty), null),
  status: stored(questionStatus, 'outdated'),
  statusReason: z.string(),
  /** Right first answers in a hundred, of last night; null below `SHARES_FROM` answers. */
  rightPercent: z.nullable(z.number()),
  tags: z.array(z.string()),
  /** Quizzes whose draft or published version holds it. */
  quizCount: z.number(),
  authorName: z.nullable(z.string()),
  /** Authors change their own questions, admins all; every author may use every question. */
  mayEdit: z.boolean(),
  updatedAt: instant,
};

const bankQuestionSummary = z.object(summary);
export type BankQuestionSummary = z.output<typeof bankQuestionSummary>;

const bankQuestion = z.object({
  ...summary,
  format: stored(questionFormat, 'plain'),
  baseText: z.nullable(baseText),
  questionText: z.string(),
  comment: z.string(),
  options: z.array(z.object({ id: z.number(), optionText: z.string(), comment: z.string(), isCorrect: z.boolean() })),
  revision: z.number(),
  /** How often it was changed since it was first used. */
  versionCount: z.number(),
  quizzes: z.array(z.object({ id: z.number(), title: z.string(), isPublished: z.boolean() })),
});
export type BankQuestion = z.output<typeof bankQuestion>;

const year = z.coerce.number<string | number>().check(z.int(), z.gte(1900), z.lte(2099));

/** A label that a question may be without. */
export const lackingLabel = z.enum(['subject', 'topic', 'source', 'year']);
export type LackingLabel = z.output<typeof lackingLabel>;

/** A question that fewer students in a hundred answer right may have a fault. */
export const HARD_BELOW_PERCENT = 40;
/** Why a question should be looked at: few right answers, no comment at all, a student's open question. */
export const bankAttention = z.enum(['few_right', 'no_comment', 'open_doubt']);
export type BankAttention = z.output<typeof bankAttention>;

/** What a list, an export and a draw choose by. */
export const bankFilter = {
  search: z.optional(text(200)),
  subjectId: z.optional(id),
  /** With its subtopics. */
  topicId: z.optional(id),
  topic: z.optional(text(QUESTION_LABEL_MAX)),
  source: z.optional(text(QUESTION_LABEL_MAX)),
  organ: z.optional(text(QUESTION_LABEL_MAX)),
  post: z.optional(text(QUESTION_LABEL_MAX)),
  year: z.optional(year),
  yearFrom: z.optional(year),
  yearTo: z.optional(year),
  /** Those without it. */
  lacks: z.optional(lackingLabel),
  attention: z.optional(bankAttention),
  /** Those that came with this import. */
  importId: z.optional(id),
  /** Those that are read with it. */
  baseTextId: z.optional(id),
  kind: z.optional(questionKind),
  difficulty: z.optional(difficulty),
  status: z.optional(questionStatus),
  tag: z.optional(tag),
};
export type BankFilter = z.output<z.ZodMiniObject<typeof bankFilter>>;

/** What the table of the bank may stand in the order of. */
export const bankSort = z.enum(['id', 'updated', 'topic', 'source', 'year', 'difficulty']);
export type BankSort = z.output<typeof bankSort>;

export const listBankQuestions = endpoint({
  method: 'GET',
  path: '/api/teacher/questions',
  access: 'author',
  summary:
    'The question bank, newest first; with `search`, best matches first where there are not too many. `sort` and `order` say otherwise.',
  query: z.object({
    ...bankFilter,
    sort: z.optional(bankSort),
    order: z._default(z.enum(['asc', 'desc']), 'desc'),
    limit: z._default(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(BANK_PAGE_MAX)), BANK_PAGE),
    cursor: z.optional(text(600)),
  }),
  response: z.array(bankQuestionSummary),
});

export const getBankLabels = endpoint({
  method: 'GET',
  path: '/api/teacher/question-labels',
  access: 'author',
  summary:
    'Subjects with their question counts, the topics, sources, years and tags in use, and the last imported files.',
  response: z.object({
    subjects: z.array(z.object({ id: z.number(), name: z.string(), activeCount: z.number() })),
    /** The topics of every subject in natural order, each followed by its subtopics; then texts without a subject. */
    topics: z.array(
      z.object({
        id: z.nullable(z.number()),
        parentId: z.nullable(z.number()),
        subjectId: z.nullable(z.number()),
        topic: z.string(),
        activeCount: z.number(),
      }),
    ),
    sources: z.array(z.string()),
    organs: z.array(z.string()),
    posts: z.array(z.string()),
    years: z.array(z.number()),
    tags: z.array(z.string()),
    /** Imports of the last days, newest first. */
    imports: z.array(z.object({ id: z.number(), fileName: z.string() })),
  }),
});

export const createBankQuestion = endpoint({
  method: 'POST',
  path: '/api/teacher/questions',
  access: 'author',
  errors: ['conflict', 'subject_gone', 'topic_gone'],
  summary: 'A new question in the bank. The same creationKey is the same question.',
  body: z.object({ ...bankQuestionInput.shape, creationKey: z.optional(z.uuid()) }),
  bodyLimit: 512 * 1024,
  response: bankQuestion,
  alsoAnswers: [201],
});

export const getBankQuestion = endpoint({
  method: 'GET',
  path: '/api/teacher/questions/:id',
  access: 'author',
  summary: 'A question with its key, comments and the quizzes that hold it.',
  response: bankQuestion,
});

export const listSimilarQuestions = endpoint({
  method: 'GET',
  path: '/api/teacher/questions/:id/similar',
  access: 'author',
  summary:
    'Active questions that could stand for this one: same topic and kind, near in difficulty, kept by no window; the nearest ten.',
  query: z.object({
    /** Not these: ids with commas between them. */
    besides: z.optional(text(11 * QUESTIONS_CHOSEN_MAX).check(z.regex(/^\d{1,9}(,\d{1,9})*$/))),
  }),
  response: z.array(bankQuestionSummary),
});

export const saveBankQuestion = endpoint({
  method: 'PUT',
  path: '/api/teacher/questions/:id',
  access: 'author',
  errors: ['version_conflict', 'subject_gone', 'topic_gone'],
  summary: 'Saves a question over the revision it was made from. Quizzes keep the version they have.',
  body: z.object({ ...bankQuestionInput.shape, revision }),
  bodyLimit: 512 * 1024,
  response: bankQuestion,
});

const questionVersion = z.object({
  id: z.number(),
  /** From 1 on. */
  number: z.number(),
  createdAt: instant,
  isCurrent: z.boolean(),
  format: stored(questionFormat, 'plain'),
  baseText: z.nullable(baseText),
  questionText: z.string(),
  comment: z.string(),
  options: z.array(z.object({ id: z.number(), optionText: z.string(), comment: z.string(), isCorrect: z.boolean() })),
});
export type QuestionVersion = z.output<typeof questionVersion>;

export const listQuestionVersions = endpoint({
  method: 'GET',
  path: '/api/teacher/questions/:id/versions',
  access: 'author',
  summary: 'What a question has said over time, newest first; the last hundred. Labels have no versions.',
  response: z.array(questionVersion),
});

export const restoreQuestionVersion = endpoint({
  method: 'POST',
  path: '/api/teacher/questions/:id/restore',
  access: 'author',
  errors: ['version_conflict', 'subject_gone', 'topic_gone'],
  summary: 'Makes the content of an earlier version the next one; labels stay. Quizzes keep the version they have.',
  body: z.object({ versionId: rowId, revision }),
  response: bankQuestion,
});

export const getQuestionAnswers = endpoint({
  method: 'GET',
  path: '/api/teacher/questions/:id/answers',
  access: 'author',
  mayLag: true,
  summary: "How students answered the question's current version in practice, each by their first answer.",
  response: z.object({
    total: z.number(),
    options: z.array(z.object({ id: z.number(), count: z.number() })),
  }),
});

export const setQuestionStatus = endpoint({
  method: 'PATCH',
  path: '/api/teacher/questions/:id/status',
  access: 'author',
  errors: ['state_conflict'],
  summary: 'Takes a question out of draws and practice as outdated, or back in. Annulling is its own call.',
  body: z.object({
    status: z.enum(['active', 'outdated']),
    reason: z._default(text(QUESTION_REASON_MAX).check(z.trim()), ''),
  }),
  response: bankQuestion,
});

export const deleteBankQuestion = endpoint({
  method: 'DELETE',
  path: '/api/teacher/questions/:id',
  access: 'author',
  errors: ['question_in_use'],
  summary: 'Removes a question that no quiz, attempt or practice has used.',
});

export const exportQuestions = endpoint({
  method: 'GET',
  path: '/api/teacher/question-export',
  access: 'author',
  mayLag: true,
  errors: ['too_large'],
  summary: 'The questions of a filter as CSV, GIFT or Moodle XML.',
  query: z.object({
    ...bankFilter,
    /** Only these: ids separated by commas. */
    ids: z.optional(text(11 * QUESTIONS_CHOSEN_MAX).check(z.regex(/^\d{1,9}(,\d{1,9})*$/))),
    format: z._default(z.enum(['csv', 'gift', 'moodle']), 'csv'),
  }),
  work: 'export',
  weight: 20,
  response: binary,
});

export const getImportTemplate = endpoint({
  method: 'GET',
  path: '/api/teacher/question-template',
  access: 'author',
  summary: 'A CSV with the columns of an import and two examples.',
  response: binary,
});
