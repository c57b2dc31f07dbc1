import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { type createBrandPictures, renderFallback } from '#server/pictures/brand-pictures.ts';
import { type BrandFile, brandFiles, brandVersion } from '#server/school/brand.ts';

const isBrandFile = (name: string): name is BrandFile => (brandFiles as readonly string[]).includes(name);

/** The address of the current version may be kept for ever; another version's address answers what holds now. */
const kept = { 'cache-control': 'public, max-age=31536000, immutable' };
const revalidated = { 'cache-control': 'public, max-age=60' };

/** Logo, symbol, icons and the picture of shared links. They are public, as the pages that show them are. */
export function registerBrandFiles(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'files' | 'school' | 'log'>,
  pictures: ReturnType<typeof createBrandPictures>,
): void {
  const { school, log } = deps;
  app.get<{ Params: { file: string }; Querystring: { v?: unknown } }>('/brand/:file', async (request, reply) => {
    const { file } = request.params;
    if (!isBrandFile(file)) return reply.callNotFound();
    const brand = school.now;
    const isCurrent = request.query.v === brandVersion(brand);
    const found = await pictures(brand, file).then(
      (picture) => ({ picture, caching: isCurrent ? kept : revalidated }),
      async (error: unknown) => {
        log.warn({ err: error, file }, 'a picture of the brand could not be rendered');
        return { picture: await renderFallback(deps, brand, file), caching: revalidated };
      },
    );
    if (!found.picture) return reply.callNotFound();
    return reply
      .headers({ 'x-content-type-options': 'nosniff', ...found.caching })
      .type('image/png')
      .send(found.picture);
  });
}
