import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { stored } from '#contract/shapes.ts';

export const firstStepNames = ['brand', 'payment', 'mail', 'price', 'claims', 'people'] as const;
export type FirstStepName = (typeof firstStepNames)[number];

const count = z.int();
/** `skipped`: an administrator has put it off. A broken step cannot be put off. */
const state = stored(z.enum(['done', 'open', 'broken', 'skipped']), 'open');

/** What a school needs before its first sale. Every state is computed from what the school has at this moment. */
export const firstSteps = z.object({
  brand: z.object({ state, schoolName: z.string(), hasOwnName: z.boolean(), hasLogo: z.boolean() }),
  payment: z.object({ state, hasProvider: z.boolean(), hasKey: z.boolean(), hasReceived: z.boolean() }),
  mail: z.object({ state, isSent: z.boolean(), stored: count, failed: count }),
  price: z.object({
    state,
    priceCents: z.int(),
    isOnSale: z.boolean(),
    /** False: the access ends after an exam, and no exam is named. */
    hasEnd: z.boolean(),
  }),
  claims: z.object({ state, open: count }),
  people: z.object({ state, students: count, teachers: count }),
});
export type FirstSteps = z.output<typeof firstSteps>;

export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/api/admin/first-steps',
  access: 'admin',
  summary: 'The six steps from an empty school to its first sale, each with its state at this moment.',
  weight: 5,
  response: firstSteps,
});

export const skipFirstStep = endpoint({
  method: 'PUT',
  path: '/api/admin/first-steps/:step/skip',
  access: 'admin',
  summary: 'Puts a step off, or takes it up again. Again is the same.',
  params: z.object({ step: z.enum(firstStepNames) }),
  body: z.object({ isSkipped: z.boolean() }),
  weight: 5,
  response: firstSteps,
});
