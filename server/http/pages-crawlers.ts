import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BRAND_NAVY } from '../../contract/brand.ts';
import { screens } from '../../contract/screens.ts';
import type { Config } from '../config.ts';
import type { LiveSchool } from '../school/live-school.ts';

const publicPaths = [screens.home, screens.privacy, screens.terms, screens.refund];

/** robots.txt, sitemap.xml and the web app manifest: small, made from what the school says of itself. */
export function registerCrawlerFiles(
  app: FastifyInstance,
  { config, school }: { config: Pick<Config, 'publicUrl'>; school: LiveSchool },
  isTrialOpen: () => Promise<boolean>,
): void {
  // Without PUBLIC_URL (a laptop) the address is the one the request came to.
  const originOf = (request: FastifyRequest): string => config.publicUrl ?? `${request.protocol}://${request.host}`;

  app.get('/robots.txt', (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`User-agent: *\nDisallow: /api/\nSitemap: ${originOf(request)}/sitemap.xml\n`),
  );

  app.get('/sitemap.xml', async (request, reply) => {
    const found = [...publicPaths, ...((await isTrialOpen()) ? [screens.trial] : [])];
    const urls = found.map((path) => `<url><loc>${escapeXml(originOf(request) + path)}</loc></url>`).join('');
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>\n`,
      );
  });

  const manifest = () => ({
    name: school.now.schoolName,
    short_name: school.now.schoolName,
    description: school.now.schoolSlogan,
    lang: 'pt-BR',
    id: '/',
    start_url: '/',
    display: 'standalone',
    background_color: BRAND_NAVY,
    theme_color: BRAND_NAVY,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  });
  app.get('/manifest.webmanifest', (_request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify(manifest())),
  );
}

const escapeXml = (text: string): string => text.replace(/[<>&"']/g, (character) => `&#${character.codePointAt(0)};`);
