import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

/* Means that the landing page promises and the school may not have. */

export const promises = ['card', 'slip', 'whatsapp'] as const;
export const promise = z.enum(promises);
export type LandingPromise = z.output<typeof promise>;

const promiseState = z.object({
  promise,
  /** The school has it. */
  isKept: z.boolean(),
  /** The landing page does not tell of it. */
  isHidden: z.boolean(),
});
export type PromiseState = z.output<typeof promiseState>;

export const listPromises = endpoint({
  method: 'GET',
  path: '/api/admin/landing-promises',
  access: 'admin',
  summary: 'What the landing page promises, whether the school has it, and whether the page tells of it.',
  response: z.array(promiseState),
});

export const hidePromise = endpoint({
  method: 'PUT',
  path: '/api/admin/landing-promises/:promise',
  access: 'admin',
  errors: ['version_conflict'],
  summary: 'Takes a promise off the landing page, or tells of it again. Effective at once in every process.',
  params: z.object({ promise }),
  body: z.object({ isHidden: z.boolean() }),
  response: z.array(promiseState),
});
