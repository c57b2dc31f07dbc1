import * as z from 'zod/mini';

/**
 * The address of an uploaded image: `/api/media/7-3f…`, its id and the random name of its file. `/api/media/7` is the
 * form of older HTML. Both are judged by what uses the image.
 */
export const imageAddress = /^\/api\/media\/[1-9]\d{0,8}(?:-[0-9a-f]{32})?$/;

const LARGEST_ID = 2_147_483_647;

/** The last segment of the address. */
const imageName = z.string().check(
  z.regex(/^[1-9]\d{0,9}(?:-[0-9a-f]{32})?$/),
  z.refine((name) => imageIdOf(name) <= LARGEST_ID),
);
export const imageParams = z.object({ id: imageName });

/** The id in an address or in its last segment. */
export const imageIdOf = (address: string): number => Number.parseInt(address.slice(address.lastIndexOf('/') + 1), 10);
