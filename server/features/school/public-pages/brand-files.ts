import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import type { createBrandPictures } from '#server/pictures/brand-pictures.ts';
import { type BrandFile, brandFiles, brandVersion } from '#server/school/brand.ts';

const isBrandFile = (name: string): name is BrandFile => (brandFiles as readonly string[]).includes(name);

/** The address of the current version may be kept for ever; another version's address answers what holds now. */
const kept = { 'cache-control': 'public, max-age=31536000, immutable' };
const revalidated = { 'cache-control': 'public, max-age=60' };

/** Logo, symbol, icons and the picture of shared links. They are public, as the pages that show them are. */
export function registerBrandFiles(
  app: FastifyInstance,
  { school, log }: Pick<Deps, 'school' | 'log'>,
  pictures: ReturnType<typeof createBrandPictures>,
): void {
  app.get<{ Params: { file: string }; Querystring: { v?: unknown } }>('/brand/:file', async (request, reply) => {
    const { file } = request.params;
    if (!isBrandFile(file)) return reply.callNotFound();
    const brand = school.now;
    const isCurrent = request.query.v === brandVersion(brand);
    const picture = await pictures(brand, file).catch((error: unknown) => {
      log.warn({ err: error, file }, 'a picture of the brand could not be rendered');
      return null;
    });
    if (!picture) return reply.callNotFound();
    return reply
      .headers({ 'x-content-type-options': 'nosniff', ...(isCurrent ? kept : revalidated) })
      .type('image/png')
      .send(picture);
  });
}
