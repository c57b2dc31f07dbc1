import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { unpaidSummary } from '#contract/money/reminders.ts';
import { id, instant } from '#contract/shapes.ts';

const count = z.int();
const cents = z.int();
const day = z.string();

/** What waits for a decision, and the figures of the school. Every figure is counted. */
export const adminHome = z.object({
  today: day,
  waiting: z.object({
    /** Sent and not yet decided. */
    proofs: z.object({ count, oldestAt: z.nullable(instant) }),
    /** Asked for and not yet carried out. */
    refunds: z.object({ count, firstDueOn: z.nullable(day) }),
    teachers: z.object({ count, oldestAt: z.nullable(instant) }),
    /** Questions with undecided reports; null for roles that may not open that page. */
    reports: z.nullable(z.object({ count, oldestAt: z.nullable(instant) })),
    /** Doubts without an answer for more than a day; null likewise. */
    doubts: z.nullable(z.object({ count, oldestAt: z.nullable(instant) })),
    /** Essays to be read by the end of today, those whose promised day is over, and open reviews; null likewise. */
    essays: z.optional(
      z.nullable(
        z.object({
          dueToday: count,
          overdue: count,
          firstDueAt: z.nullable(instant),
          /** Missing from an older release. */
          reviews: z.optional(count),
        }),
      ),
    ),
    /** The bank's word against the orders. Null: an earlier version answered a secretary. */
    bank: z.nullable(
      z.object({
        /** Entries without an order in the newest statement that has any. */
        unmatched: z.nullable(z.object({ count, statementId: id })),
        /** What the provider told and no rule decides. */
        cases: count,
      }),
    ),
    /**
     * Claims of the landing page that came with the product and are undecided. Null: the school still has the
     * product's name, or this person may not open that page.
     */
    claims: z.optional(z.nullable(z.object({ count, first: z.array(z.string()) }))),
    /** Unpaid orders with a PIX code. */
    unpaid: unpaidSummary,
    /** Null for who may not open that page. */
    system: z.nullable(
      z.object({
        failedMails: count,
        lastBackupAt: z.nullable(instant),
        /** E-mails that were stored and not sent, because there is no mail server or was none. */
        storedMails: z.optional(z.object({ count, oldestAt: z.nullable(instant), isSent: z.boolean() })),
      }),
    ),
  }),
  /** Approved orders that cost something, by the day of their approval. */
  money: z.object({
    monthFrom: day,
    received: cents,
    orders: count,
    refunded: cents,
    /** Up to the same day of the month before. */
    lastMonthSoFar: cents,
    lastMonth: cents,
    days: z.array(z.object({ day, amount: cents })),
  }),
  students: z.object({
    /** Whose access is in force. */
    withAccess: count,
    studiedIn7: count,
    newIn30: count,
    accessEndingIn30: count,
  }),
  /** Students who registered on the site in the last 30 days, and how far they came. */
  funnel: z.object({ from: day, visits: count, registered: count, sentProof: count, approved: count }),
});
export type AdminHome = z.output<typeof adminHome>;

export const getAdminHome = endpoint({
  method: 'GET',
  path: '/api/admin/home',
  access: 'office',
  summary: 'What waits for a hand, and how the school is doing.',
  weight: 20,
  response: adminHome,
});
