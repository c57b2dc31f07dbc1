import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { STATEMENT_PAGE, STATEMENT_PAGE_MAX } from '#contract/limits.ts';
import { id, instant, paging, stored } from '#contract/shapes.ts';
import { adminPayment, statusShown, typedCode } from './payments.ts';

/* What the bank says was received, beside the orders that wait for it. */

export const entryStates = ['sure', 'doubtful', 'unmatched', 'confirmed', 'settled', 'ignored'] as const;
export type EntryState = (typeof entryStates)[number];

/** Why an entry and an order belong together, or what speaks against it. */
export const matchReasons = [
  'code',
  'txid',
  'end_to_end',
  'amount',
  'name',
  'part_of_name',
  'day',
  'by_hand',
  'several',
  'amount_differs',
  'order_paid',
  'order_rejected',
  'order_cancelled',
] as const;
export type MatchReason = (typeof matchReasons)[number];

const statement = z.object({
  id,
  fileName: z.string(),
  format: stored(z.enum(['ofx', 'csv']), 'ofx'),
  /** Days, both included. */
  firstDay: z.string(),
  lastDay: z.string(),
  uploadedAt: instant,
  /** What came in, by this file: what is sure, what a person has to look at, what fits nothing, and what is done. */
  entries: z.int(),
  matched: z.int(),
  doubtful: z.int(),
  unmatched: z.int(),
  confirmed: z.int(),
  /** Entries of orders that were approved by other means. */
  settled: z.int(),
  ignored: z.int(),
});
export type Statement = z.output<typeof statement>;

/** The order that an entry may pay, as far as the office has to see it here. */
const entryOrder = z.object({
  id,
  paymentCode: z.string(),
  status: statusShown,
  amount: z.int(),
  createdAt: instant,
  proofUploadedAt: z.nullable(instant),
  /** Null once the student was removed. */
  name: z.nullable(z.string()),
});

const entry = z.object({
  id,
  day: z.string(),
  /** Cents. */
  amount: z.int(),
  payer: z.nullable(z.string()),
  text: z.string(),
  endToEndId: z.nullable(z.string()),
  state: stored(z.enum(entryStates), 'unmatched'),
  reasons: z.array(stored(z.enum(matchReasons), 'amount')),
  order: z.nullable(entryOrder),
});
export type StatementEntry = z.output<typeof entry>;

export const uploadStatement = endpoint({
  method: 'POST',
  path: '/api/admin/statements',
  access: 'office',
  errors: ['columns_unknown', 'state_conflict'],
  summary:
    "Reads a bank's OFX or CSV (form field `file`; `columns` as JSON `{ date, amount }` tells a CSV's columns once) and matches it. The same file again is the same statement.",
  bodyType: 'multipart',
  response: statement,
  alsoAnswers: [201],
});

export const listStatements = endpoint({
  method: 'GET',
  path: '/api/admin/statements',
  access: 'office',
  summary: 'Statements that were sent, newest first.',
  query: z.object(paging),
  response: z.array(statement),
});

export const getStatement = endpoint({
  method: 'GET',
  path: '/api/admin/statements/:id',
  access: 'office',
  summary: 'A statement: its days and counts as they stand now.',
  response: statement,
});

const page = {
  limit: z._default(
    z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(STATEMENT_PAGE_MAX)),
    STATEMENT_PAGE,
  ),
  cursor: paging.cursor,
};
const shown = ['open', 'unmatched', 'done', 'ignored'] as const;
export type ShownEntries = (typeof shown)[number];

export const listStatementEntries = endpoint({
  method: 'GET',
  path: '/api/admin/statements/:id/entries',
  access: 'office',
  summary: 'What came in: to be decided (sure, then doubtful, then without an order), done, or ignored.',
  query: z.object({ ...page, show: z._default(z.enum(shown), 'open') }),
  response: z.array(entry),
});

export const listUnreceived = endpoint({
  method: 'GET',
  path: '/api/admin/statements/:id/unreceived',
  access: 'office',
  summary: "Orders whose proof came in the statement's days and whose money did not.",
  query: z.object(page),
  response: z.array(adminPayment),
});

export const confirmStatement = endpoint({
  method: 'POST',
  path: '/api/admin/statements/:id/confirm',
  access: 'office',
  freshProof: true,
  summary: 'Approves every order whose entry is sure; a great many go on in the background. Again is the same.',
  response: statement,
});

export const ignoreUnmatched = endpoint({
  method: 'POST',
  path: '/api/admin/statements/:id/ignore-unmatched',
  access: 'office',
  summary: 'Puts away every entry of the statement that names no order. Each can be brought back.',
  response: statement,
});

export const takeStatementBack = endpoint({
  method: 'DELETE',
  path: '/api/admin/statements/:id',
  access: 'office',
  freshProof: true,
  summary:
    'Takes a statement back whole: orders that only its entries paid go to analysis again, in the background. Entries that another statement tells of, too, stay.',
});

export const decideEntry = endpoint({
  method: 'POST',
  path: '/api/admin/statement-entries/:id/decision',
  access: 'office',
  errors: ['state_conflict', 'amount_differs'],
  summary:
    'One entry: `confirm` approves the order of `paymentCode` (else the one it was matched with), or records a further payment of an approved one, `refuse` says it is not for that one, `ignore` puts it away, `reopen` takes that back.',
  body: z.object({
    decision: z.enum(['confirm', 'refuse', 'ignore', 'reopen']),
    paymentCode: z.optional(typedCode),
    /** The person has seen that the amounts of entry and order differ; without it such a confirmation is 409. */
    acceptsDifference: z.optional(z.boolean()),
  }),
  response: entry,
});
