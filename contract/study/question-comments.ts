import * as z from 'zod/mini';
import { citationDecision } from '#contract/content/law-citations.ts';
import { itemLink } from '#contract/content/law-link.ts';
import { endpoint } from '#contract/endpoint.ts';
import { postponesTo } from '#contract/exams/mock-exams.ts';
import { BANK_PAGE, BANK_PAGE_MAX, COMMENT_MAX } from '#contract/limits.ts';
import { instant, requiredText, rowId, stored, text } from '#contract/shapes.ts';

/**
 * shown: others read it; held: it has a word that the school holds back; reported: students hid it; hidden: a teacher
 * did; deleted: its writer did.
 */
const commentState = z.enum(['shown', 'held', 'reported', 'hidden', 'deleted']);
export type CommentState = z.output<typeof commentState>;

const body = requiredText(COMMENT_MAX, 'Escreva o comentário.');

const entry = {
  id: z.number(),
  isMine: z.boolean(),
  /** A bird or a tree with a number; of a teacher, the name. */
  name: z.string(),
  isTeacher: z.boolean(),
  isSealed: z.boolean(),
  /** Empty where others may not read it. */
  body: z.string(),
  state: stored(commentState, 'hidden'),
  /** How many people it helped. */
  votes: z.number(),
  /** Whether it helped the caller, as they said. */
  helped: z.boolean(),
  createdAt: instant,
  editedAt: z.nullable(instant),
  /** Until when its writer may change it; null for others. */
  editableUntil: z.nullable(instant),
};

const reply = z.object(entry);
export type CommentReply = z.output<typeof reply>;

const questionComment = z.object({ ...entry, replies: z.array(reply) });
export type QuestionComment = z.output<typeof questionComment>;

export const commentSorts = ['useful', 'newest'] as const;
export type CommentSort = (typeof commentSorts)[number];

export const listQuestionComments = endpoint({
  method: 'GET',
  path: '/api/answered-questions/:id/comments',
  access: 'signedIn',
  needsAccess: true,
  errors: ['attempt_open'],
  summary:
    'Comments below a question that one has answered or moderates: with the seal of a teacher first, then those that helped most.',
  query: z.object({ sort: z._default(z.enum(commentSorts), 'useful') }),
  response: z.object({
    /** The name under which one writes here. */
    name: z.string(),
    /** off: the school has no comments; paying: only students who paid write. */
    writing: z.enum(['open', 'paying', 'off']),
    /** Whether the caller decides about the comments of this question. */
    canModerate: z.boolean(),
    /** Those that others read, replies among them. */
    total: z.number(),
    comments: z.array(questionComment),
    /** The quotes of these comments that cite a law; `id` is the comment's. */
    links: z.array(itemLink),
  }),
});

export const countQuestionComments = endpoint({
  method: 'GET',
  path: '/api/answered-questions/:id/comment-count',
  access: 'signedIn',
  needsAccess: true,
  errors: ['attempt_open'],
  summary: 'How many comments a question has that one has answered. With `isOff` the school has none.',
  response: z.object({
    isOff: z.boolean(),
    total: z.number(),
    sealed: z.number(),
    /** The price of opening them, because their words may tell the key. */
    postponesTo,
  }),
});

export const addQuestionComment = endpoint({
  method: 'POST',
  path: '/api/answered-questions/:id/comments',
  access: 'signedIn',
  needsAccess: true,
  errors: ['attempt_open', 'forbidden', 'state_conflict'],
  summary: 'Writes a comment below a question that one has answered, or a reply. The same creationKey is the same.',
  body: z.object({ body, parentId: z.optional(rowId), creationKey: z.uuid() }),
  response: reply,
  alsoAnswers: [201],
});

export const editQuestionComment = endpoint({
  method: 'PATCH',
  path: '/api/question-comments/:id',
  access: 'signedIn',
  needsAccess: true,
  errors: ['attempt_open', 'state_conflict', 'forbidden'],
  summary: "Rewrites the caller's comment within 15 minutes.",
  body: z.object({ body }),
  response: reply,
});

export const deleteQuestionComment = endpoint({
  method: 'DELETE',
  path: '/api/question-comments/:id',
  access: 'signedIn',
  summary: "Deletes the caller's comment. Replies stay. Again is the same.",
});

export const voteQuestionComment = endpoint({
  method: 'PUT',
  path: '/api/question-comments/:id/vote',
  access: 'signedIn',
  needsAccess: true,
  errors: ['attempt_open'],
  summary: "Says that another person's comment helped, or takes that back. One each; again is the same.",
  body: z.object({ helped: z.boolean() }),
  response: z.object({ votes: z.number(), helped: z.boolean() }),
});

export const reportQuestionComment = endpoint({
  method: 'POST',
  path: '/api/question-comments/:id/report',
  access: 'signedIn',
  needsAccess: true,
  errors: ['attempt_open'],
  summary: 'Says that a comment should not be shown. Once per person; three hide it until a teacher decides.',
  response: z.object({ isHidden: z.boolean() }),
});

/** Which words were on the screen: after another edit the answer is state_conflict. */
const editedAt = z.nullable(z.iso.datetime());

const queued = z.object({
  id: z.number(),
  questionId: z.number(),
  excerpt: z.string(),
  subject: z.nullable(z.string()),
  /** The school's team sees who wrote it. */
  writerName: z.string(),
  alias: z.string(),
  body: z.string(),
  state: stored(commentState, 'hidden'),
  isReply: z.boolean(),
  reportCount: z.number(),
  createdAt: instant,
  editedAt: z.nullable(instant),
  since: instant,
});
export type QueuedComment = z.output<typeof queued>;

export const listReportedComments = endpoint({
  method: 'GET',
  path: '/api/teacher/question-comments',
  access: 'author',
  summary:
    "Comments that were reported or held back below the caller's questions, for administrators below all; oldest first.",
  query: z.object({
    limit: z._default(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(BANK_PAGE_MAX)), BANK_PAGE),
    cursor: z.optional(text(200)),
  }),
  response: z.array(queued),
});

export const decideQuestionComment = endpoint({
  method: 'PUT',
  path: '/api/teacher/question-comments/:id/decision',
  access: 'author',
  errors: ['state_conflict'],
  summary: 'Shows a comment to all, or hides it from everybody but its writer; its reports are decided with it.',
  body: z.object({ decision: z.enum(['show', 'hide']), editedAt }),
  response: z.object({ state: stored(commentState, 'hidden') }),
});

export const sealQuestionComment = endpoint({
  method: 'PUT',
  path: '/api/teacher/question-comments/:id/seal',
  access: 'author',
  errors: ['state_conflict'],
  summary: "Gives a student's comment the seal of the teacher, which puts it first, or takes it back.",
  body: z.object({ isSealed: z.boolean(), editedAt }),
});

export const decideCommentCitation = endpoint({
  method: 'PUT',
  path: '/api/teacher/question-comments/:id/law-citations',
  access: 'author',
  summary: 'Refuses a quote of a comment, leads it to another device, or takes the decision back.',
  body: citationDecision,
});

export const decideOwnCommentCitation = endpoint({
  method: 'PUT',
  path: '/api/question-comments/:id/law-citations',
  access: 'signedIn',
  needsAccess: true,
  errors: ['attempt_open'],
  summary: "Refuses a quote of the caller's comment, leads it to another device, or takes the decision back.",
  body: citationDecision,
});
