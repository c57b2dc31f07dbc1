import * as z from 'zod/mini';

/* An essay that was written by hand and is delivered as pictures of its pages. */

export const ESSAY_PAGES_MAX = 4;
/** A picture or PDF as a student sends it. */
export const ESSAY_PAGE_FILE_MAX_BYTES = 15 * 1024 * 1024;
/** A page as it is stored. */
export const ESSAY_PAGE_MAX_BYTES = 400 * 1024;
/** Areas of a page are in thousandths of its width and height. */
export const AREA_SCALE = 1000;
/** The smallest side of an area: a rectangle that can be seen and chosen. */
export const AREA_SIDE_LEAST = 5;

const along = (least: number) => z.number().check(z.int(), z.gte(least), z.lte(AREA_SCALE));

/** A rectangle of a page. */
export const pageArea = z
  .object({
    /** 1 for the first page. */
    page: z.number().check(z.int(), z.gte(1), z.lte(ESSAY_PAGES_MAX)),
    x: along(0),
    y: along(0),
    width: along(AREA_SIDE_LEAST),
    height: along(AREA_SIDE_LEAST),
  })
  .check(
    z.refine(({ x, y, width, height }) => x + width <= AREA_SCALE && y + height <= AREA_SCALE, {
      error: 'O retângulo passa da página.',
    }),
  );
export type PageArea = z.output<typeof pageArea>;

export const essayPage = z.object({ id: z.number(), width: z.number(), height: z.number() });
export type EssayPage = z.output<typeof essayPage>;
