import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { IMAGE_ALT_MAX, MEDIA_PAGE, MEDIA_PAGE_MAX } from '#contract/limits.ts';
import { id, instant, text } from '#contract/shapes.ts';

export const imageUse = z.object({
  kind: z.enum(['lesson', 'course', 'question', 'page']),
  id,
  title: z.string(),
  /** A deleted lesson can still be brought back, with its images. */
  inTrash: z.boolean(),
  /** A lesson that is being written: students do not read it. */
  isDraft: z.boolean(),
});
export type ImageUse = z.output<typeof imageUse>;

export const libraryImage = z.object({
  id,
  url: z.string(),
  name: z.string(),
  alt: z.string(),
  width: z.number(),
  height: z.number(),
  bytes: z.number(),
  createdAt: instant,
  /** Null: the account of the owner no longer exists. */
  ownerName: z.nullable(z.string()),
  /** The first of them. */
  uses: z.array(imageUse),
  useCount: z.number(),
});
export type LibraryImage = z.output<typeof libraryImage>;

export const listImages = endpoint({
  method: 'GET',
  path: '/api/media',
  access: 'author',
  summary: "One's uploaded images (admins: all), newest first, with where each is used.",
  query: z.object({
    search: z.optional(text(200)),
    unused: z.optional(z.literal('true')),
    limit: z._default(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(MEDIA_PAGE_MAX)), MEDIA_PAGE),
    cursor: z.optional(text(200)),
  }),
  response: z.array(libraryImage),
});

export const describeImage = endpoint({
  method: 'PATCH',
  path: '/api/media/:id',
  access: 'author',
  summary: 'Writes what the image shows, for those who cannot see it.',
  body: z.object({ alt: text(IMAGE_ALT_MAX).check(z.trim()) }),
});

export const deleteImage = endpoint({
  method: 'DELETE',
  path: '/api/media/:id',
  access: 'author',
  errors: ['image_in_use'],
  summary: 'Removes an image that nothing uses; 409 when something does.',
});
