import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { screens } from '../../contract/screens.ts';
import type { Deps } from '../deps.ts';
import type { School } from '../school/school.ts';
import { registerAssetFiles } from './asset-files.ts';
import { registerCrawlerFiles } from './pages-crawlers.ts';
import {
  appShellHeaders,
  perVisitor,
  pictureHeaders,
  sameForAll,
  sameForAllThisMinute,
  staticPageHeaders,
  trialPageHeaders,
} from './pages-headers.ts';
import { type LinkPreview, withPreview } from './pages-preview.ts';
import { type ReadyPage, readyPage, sendPage } from './pages-ready.ts';
import { fillTemplate } from './pages-template.ts';
import { type Offer, pageValues, type Sold, type TrialPart } from './pages-values.ts';
import { currentUser } from './sessions.ts';

const builtFiles = fileURLToPath(new URL('../../dist', import.meta.url));
const legalPages = ['privacy', 'terms', 'refund'];
/** Of brotli, for a page that is made anew while people wait for it. */
const QUICK = 5;

/** What the pages tell of besides the school itself. */
type Told = { sold: Sold | undefined; trial: TrialPart | null };
const nothingTold: Told = { sold: undefined, trial: null };

/** While nothing is shown the address still answers, and is not to be found. */
const trialHeaders = (html: string, { trial }: Told) => ({
  ...trialPageHeaders(html),
  ...sameForAllThisMinute,
  ...(trial ? {} : { 'x-robots-tag': 'noindex' }),
});

export type PagesOptions = {
  /** Asked when nobody is logged in at `/`: a path to go to instead of the landing page, or null. */
  insteadOfLanding?: (request: FastifyRequest) => Promise<string | null>;
  /** Somebody without a session is shown the landing page. */
  onVisit?: (request: FastifyRequest) => void;
  /** What the public page of a certificate says where its link is shared; null: there is no such certificate. */
  certificatePreview?: (code: string) => Promise<LinkPreview | null>;
  /** Its picture there; 'plain' is the one without words, null: there is no such certificate. */
  certificatePicture?: (code: string) => Promise<Buffer | 'plain' | null>;
  /** What the landing page and the terms tell of; the configuration's price where nobody is asked. */
  sold?: () => Sold | Promise<Sold>;
  /** What visitors may try before they pay; null while the school shows nothing. */
  trial?: () => Promise<TrialPart | null>;
  /** Whether the example school is among what people see. */
  hasSample?: () => boolean;
  /** Where the build lies; tests hand in their own. */
  dist?: string;
};

/** Everything that is not the API: the landing and legal pages, the app, its files, and what crawlers read. */
export async function registerPages(
  app: FastifyInstance,
  deps: Pick<Deps, 'config' | 'school' | 'log'>,
  {
    insteadOfLanding,
    onVisit,
    certificatePreview,
    certificatePicture,
    sold,
    trial,
    hasSample = () => false,
    dist = builtFiles,
  }: PagesOptions = {},
): Promise<void> {
  const isTrialOpen = async (): Promise<boolean> => {
    try {
      return Boolean(await trial?.());
    } catch (error) {
      deps.log.warn({ err: error }, 'what visitors may try could not be read');
      return false;
    }
  };
  registerCrawlerFiles(app, deps, isTrialOpen);
  if (!existsSync(join(dist, 'pages/student-home.html'))) {
    deps.log.warn('The browser part is not built: pages answer 503. Run npm run build.');
    app.get('/*', (request, reply) => (isPage(request) ? notBuilt(reply) : reply.callNotFound()));
    return;
  }
  const offer = JSON.parse(readFileSync(join(dist, 'pages/offer.json'), 'utf8')) as Offer;
  const template = (name: string): string => readFileSync(join(dist, 'pages', `${name}.html`), 'utf8');
  const { priceCents, publicUrl, google } = deps.config;
  const values = ({ sold, trial }: Told) =>
    pageValues({ ...deps.school.now, priceCents, publicUrl, google, hasSample: hasSample() }, offer, sold, trial);

  /** Made anew when what it tells of has changed, else the bytes of before. */
  const filled = (name: string, headersOf: (html: string, told: Told) => Record<string, string>, quality?: number) => {
    const text = template(name);
    // A template that names what nobody knows ends the start, not the first visit.
    fillTemplate(text, values(nothingTold));
    let made: { school: School; told: string; html: string; page: ReadyPage } | null = null;
    return (now = nothingTold) => {
      const told = JSON.stringify([now.sold ?? null, now.trial?.key ?? null, hasSample()]);
      if (made !== null && made.school === deps.school.now && made.told === told) return made;
      const html = fillTemplate(text, values(now));
      made = { school: deps.school.now, told, html, page: readyPage(html, headersOf(html, now), quality) };
      return made;
    };
  };
  const staticPage = (name: string, cache: Record<string, string>) =>
    filled(name, (html) => ({ ...staticPageHeaders(html), ...cache }));
  const appPage = (name: string) => filled(name, () => ({ ...appShellHeaders(), ...perVisitor }));
  // While the database is away the pages tell what they told last.
  let last = nothingTold;
  const toldNow = async (): Promise<Told> => {
    try {
      last = { sold: await sold?.(), trial: (await trial?.()) ?? null };
    } catch (error) {
      deps.log.warn({ err: error }, 'what the pages tell of could not be read');
    }
    return last;
  };
  const landing = staticPage('landing', perVisitor);
  const shell = appPage('app');
  const studentHome = appPage('student-home');

  app.get('/', async (request, reply) => {
    const user = await currentUser(request);
    if (user) return sendPage(request, reply, (user.role === 'student' ? studentHome : shell)().page);
    const elsewhere = await insteadOfLanding?.(request);
    if (elsewhere) return reply.headers(perVisitor).redirect(elsewhere, 302);
    onVisit?.(request);
    return sendPage(request, reply, landing(await toldNow()).page);
  });
  for (const name of legalPages) {
    const ready = staticPage(name, sameForAll);
    app.get(`/${name}`, async (request, reply) => sendPage(request, reply, ready(await toldNow()).page));
  }
  const trialPage = filled('trial', trialHeaders, QUICK);
  app.get(screens.trial, async (request, reply) => sendPage(request, reply, trialPage(await toldNow()).page));
  app.get<{ Params: { code: string } }>(screens.certificate(':code'), async (request, reply) => {
    const preview = await certificatePreview?.(request.params.code);
    if (!preview) return sendPage(request, reply, shell().page);
    const origin = deps.config.publicUrl ?? `${request.protocol}://${request.host}`;
    const html = withPreview(shell().html, preview, { origin, path: request.url.split('?', 1)[0] ?? '' });
    return reply.headers({ ...appShellHeaders(), ...perVisitor }).send(html);
  });
  app.get<{ Params: { code: string } }>(screens.certificatePicture(':code'), async (request, reply) => {
    const picture = (await certificatePicture?.(request.params.code)) ?? null;
    if (picture === null) return reply.callNotFound();
    if (picture === 'plain') return reply.redirect('/og-certificate.png', 302);
    return reply.headers(pictureHeaders).type('image/png').send(picture);
  });
  await registerAssetFiles(app, join(dist, 'web'));
  app.get('/*', (request, reply) => (isPage(request) ? sendPage(request, reply, shell().page) : reply.callNotFound()));
}

const fileName =
  /\.(?:m?js|css|map|json|txt|xml|ico|png|jpe?g|gif|webp|avif|svg|woff2?|webmanifest|html?|php|env|br|gz)$/;

/** A path of the app. A missing file or API path must never be answered with HTML. */
function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '';
  return !/^\/(api|assets)(\/|$)/.test(path) && !fileName.test(path);
}

function notBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send('A interface ainda não foi construída. Rode "npm run build".');
}
