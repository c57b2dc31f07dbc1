import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { storable } from '#contract/shapes.ts';

/** `1.2.0` */
const version = z.string().check(z.maxLength(40), z.regex(/^\d+\.\d+\.\d+$/), storable);

const news = z.object({
  /** The newest version whose news the user has dismissed. */
  seen: z.nullable(z.string()),
});

export const getNewsSeen = endpoint({
  method: 'GET',
  path: '/api/news',
  access: 'author',
  summary: 'Which news of the product the user has dismissed.',
  response: news,
});

export const dismissNews = endpoint({
  method: 'PUT',
  path: '/api/news',
  access: 'author',
  summary: 'Dismisses the news of a version, on every device. Twice is once.',
  body: z.object({ version }),
  response: news,
});
