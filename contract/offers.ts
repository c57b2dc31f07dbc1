import * as z from 'zod/mini';
import { accessRule } from './access.ts';
import { endpoint } from './endpoint.ts';
import { id } from './shapes.ts';

/** What a student may buy today. */
export const offer = z.object({
  id,
  name: z.string(),
  /** What it costs now, in cents. */
  price: z.int(),
  /** What it cost before; null where nothing is struck through. */
  struckPrice: z.nullable(z.int()),
  rule: accessRule,
  /** How many may still buy at this price; null: any number, or none are left and the next price holds. */
  placesLeft: z.nullable(z.int()),
  /** What a new student buys. */
  isDefault: z.boolean(),
});
export type Offer = z.output<typeof offer>;

export const listOffers = endpoint({
  method: 'GET',
  path: '/api/offers',
  access: 'signedIn',
  summary: 'What is sold today, the default offer first.',
  response: z.array(offer),
});
