import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

/** Null: this person may not open the page. */
const count = z.nullable(z.int());

export const waitingCounts = z.object({
  /** Essays to correct, and reviews of scores that this person may decide. */
  essays: count,
  /** Questions with undecided reports. */
  reports: count,
  /** Doubts without an answer. */
  doubts: count,
  /** Comments that were reported or held back. */
  comments: count,
  /** Undecided orders with a proof. */
  proofs: count,
  /** Bank entries without an order, and cases in which school and bank disagree. */
  bank: count,
  /** Teachers who registered and wait for approval. */
  teachers: count,
  /** Open requests for extra time in exams. */
  examTime: count,
});
export type WaitingCounts = z.output<typeof waitingCounts>;

export const countWaiting = endpoint({
  method: 'GET',
  path: '/api/waiting',
  access: 'signedIn',
  summary: "How much waits for this person behind each entry of the staff's navigation; null where they may not look.",
  weight: 5,
  response: waitingCounts,
});
