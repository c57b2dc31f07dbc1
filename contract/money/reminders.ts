import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { id, instant, paging } from '#contract/shapes.ts';

/* Unpaid orders, and the reminders that their students get by mail. */

export const unpaidOrder = z.object({
  id,
  paymentCode: z.string(),
  /** Null: the student was removed. */
  student: z.nullable(z.object({ name: z.string(), email: z.string() })),
  offer: z.nullable(z.string()),
  amount: z.int(),
  createdAt: instant,
  reminders: z.object({
    sent: z.int(),
    lastSentAt: z.nullable(instant),
    /** No reminder goes out any more; null: they do. */
    stopped: z.nullable(z.object({ at: instant, by: z.enum(['student', 'office']) })),
  }),
});
export type UnpaidOrder = z.output<typeof unpaidOrder>;

export const unpaidSummary = z.object({
  count: z.int(),
  amount: z.int(),
  oldestAt: z.nullable(instant),
  /** Orders that got a reminder in the last 30 days, and what was paid of them afterwards. */
  reminded: z.object({ orders: z.int(), paid: z.int(), paidAmount: z.int() }),
});
export type UnpaidSummary = z.output<typeof unpaidSummary>;

export const getUnpaidSummary = endpoint({
  method: 'GET',
  path: '/api/admin/unpaid-orders/summary',
  access: 'office',
  summary: 'How many orders are unpaid, their sum and age, and what the reminders of the last 30 days brought.',
  response: unpaidSummary,
});

export const listUnpaidOrders = endpoint({
  method: 'GET',
  path: '/api/admin/unpaid-orders',
  access: 'office',
  summary: 'Orders whose PIX code was made and that are not paid, oldest first, with their reminders.',
  query: z.object(paging),
  response: z.array(unpaidOrder),
});

export const changeReminders = endpoint({
  method: 'PUT',
  path: '/api/admin/unpaid-orders/:id/reminders',
  access: 'office',
  summary: 'Stops the reminders of the order’s student, or lets them go on. Idempotent.',
  body: z.object({ stopped: z.boolean() }),
  response: unpaidOrder,
});

/** Called by the mail program itself (RFC 8058), or by the page that the mail's link opens. */
export const stopReminders = endpoint({
  method: 'POST',
  path: '/api/payment-reminders/stop/:token',
  access: 'public',
  summary: 'Stops the reminders of the order that the token names. Needs no login. Idempotent.',
  params: z.object({ token: z.string().check(z.regex(/^\d{1,10}\.[\w-]{43}$/)) }),
});
