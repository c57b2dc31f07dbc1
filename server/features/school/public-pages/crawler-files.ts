import type { FastifyInstance, FastifyRequest } from 'fastify';
import { screens } from '#contract/screens.ts';
import type { Config } from '#server/config.ts';
import { brandColours, iconsOf } from '#server/school/brand.ts';
import type { LiveSchool } from '#server/school/live-school.ts';

const publicPaths = [screens.home, screens.privacy, screens.terms, screens.refund, screens.accessibility];

/** robots.txt, sitemap.xml and the web app manifest, built from the settings of the school. */
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

  const manifest = () => {
    const icons = iconsOf(school.now);
    const { colour } = brandColours(school.now);
    return manifestOf(icons, colour);
  };
  const manifestOf = (icons: ReturnType<typeof iconsOf>, colour: string) => ({
    name: school.now.schoolName,
    short_name: school.now.schoolName,
    description: school.now.schoolSlogan,
    lang: 'pt-BR',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: colour,
    theme_color: colour,
    icons: [
      { src: icons.medium, sizes: '192x192', type: 'image/png' },
      { src: icons.large, sizes: '512x512', type: 'image/png' },
      { src: icons.maskable, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    // Shown in the browser's install dialog.
    screenshots: [
      { src: '/screenshot-phone.png', sizes: '780x1688', type: 'image/png', form_factor: 'narrow', label: 'Seu dia' },
      { src: '/screenshot-wide.png', sizes: '1280x800', type: 'image/png', form_factor: 'wide', label: 'Seu dia' },
    ],
    // Offered by a long press on the app icon.
    shortcuts: [
      { name: 'Hoje', url: screens.home },
      { name: 'Revisão de hoje', short_name: 'Revisão', url: screens.review },
      { name: 'Simulados', url: screens.quizzes },
    ].map((shortcut) => ({ ...shortcut, icons: [{ src: icons.medium, sizes: '192x192', type: 'image/png' }] })),
  });
  app.get('/manifest.webmanifest', (_request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify(manifest())),
  );
}

/**
 * Speculation rules of the landing page: hovering 'Entrar' or 'Cadastre-se' prefetches that page. The landing page has
 * no script, so the rules come by a header. A prefetch sets no cookie and counts as no visit.
 */
export const SPECULATION_RULES = '/speculation-rules.json';
const ahead = JSON.stringify({ prefetch: [{ urls: [screens.login, screens.register], eagerness: 'moderate' }] });

export function registerSpeculationRules(app: FastifyInstance): void {
  app.get(SPECULATION_RULES, (_request, reply) =>
    reply.type('application/speculationrules+json').header('cache-control', 'public, max-age=3600').send(ahead),
  );
}

const escapeXml = (text: string): string => text.replace(/[<>&"']/g, (character) => `&#${character.codePointAt(0)};`);
