import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SHELL_PATH } from '#contract/first-screen.ts';
import { TERMS_VERSION } from '#contract/limits.ts';
import { legalPages } from '#contract/school/site-content.ts';
import { linkedScreens, screens } from '#contract/screens.ts';
import { MINUTE_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import { registerAssetFiles } from '#server/http/asset-files.ts';
import { readCookie } from '#server/http/cookies.ts';
import { openRenderer } from '#server/http/documents.ts';
import {
  appShellHeaders,
  noIndex,
  perVisitor,
  pictureHeaders,
  sameForAll,
  sameForAllThisMinute,
  staticPageHeaders,
  trialPageHeaders,
} from '#server/http/pages-headers.ts';
import { type ReadyPage, readyPage, sendPage } from '#server/http/pages-ready.ts';
import { currentUser, SESSION_COOKIE, type SessionUser } from '#server/http/sessions.ts';
import { registerWorkerFile } from '#server/http/worker-file.ts';
import type { School } from '#server/school/school.ts';
import { builtFiles, type LabelledText, loadPageRenderer } from '#server/site/page-renderer.ts';
import { statesCounts } from '#server/site/statements.ts';
import { registerCrawlerFiles, registerSpeculationRules, SPECULATION_RULES } from './crawler-files.ts';
import { type LinkPreview, withPreview } from './link-preview.ts';
import { type PageCounts, pageValues, type Sold, shellValues, type TrialContent } from './values/page-values.ts';
import { fillShell } from './values/shell-template.ts';

/** The public address of a picture of the media library (contract/school/site-pages.ts). */
const publicPicture = (url: string) => url.replace('/api/media/', '/api/landing/pictures/');
/** Quality of brotli for a page that is rendered while a request waits for it. */
const QUICK = 5;
/** Rendered versions that are cached of each legal text. */
const OLD_VERSIONS_CACHED = 20;

/** Facts that the pages show besides those of the school itself. */
type PageFacts = { sold: Sold | undefined; trial: TrialContent | null; counts: PageCounts | null };
const noPageFacts: PageFacts = { sold: undefined, trial: null, counts: null };

/** While the trial is closed, the page still answers, with noindex. */
const trialHeaders = (html: string, { trial }: PageFacts) => ({
  ...trialPageHeaders(html),
  ...sameForAllThisMinute,
  ...(trial ? {} : noIndex),
});

export type PagesOptions = {
  /** Called for a visitor without a session at `/`: a path to redirect to instead of the landing page, or null. */
  insteadOfLanding?: (request: FastifyRequest) => Promise<string | null>;
  /** Called when a visitor without a session gets the landing page. */
  onVisit?: (request: FastifyRequest) => void;
  /** The link preview of the public page of a certificate; null: there is no such certificate. */
  certificatePreview?: (code: string) => Promise<LinkPreview | null>;
  /** The picture of that preview; 'plain': the one without words; null: there is no such certificate. */
  certificatePicture?: (code: string) => Promise<Buffer | 'plain' | null>;
  /** The offers that the landing page and the terms describe. Omitted: the configured price. */
  sold?: () => Sold | Promise<Sold>;
  /** The free trial; null while it is closed. */
  trial?: () => Promise<TrialContent | null>;
  /** Counts of the content of the school, for a landing page that states them. */
  counts?: () => PageCounts | Promise<PageCounts>;
  /** Whether the sample school is loaded. */
  hasSample?: () => boolean;
  /** The directory of the build; tests pass another. */
  dist?: string;
};

/** Everything that is not the API: the landing and legal pages, the app, its files, and what crawlers read. */
export async function registerPages(
  app: FastifyInstance,
  deps: Pick<Deps, 'config' | 'school' | 'site' | 'clock' | 'log' | 'plainCookiesUntil'>,
  {
    insteadOfLanding,
    onVisit,
    certificatePreview,
    certificatePicture,
    sold,
    trial,
    counts,
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
  registerSpeculationRules(app);
  if (!existsSync(join(dist, 'pages/app.html'))) {
    deps.log.warn('The browser part is not built: pages answer 503. Run npm run build.');
    app.get('/*', (request, reply) => (isPage(request) ? notBuilt(reply) : reply.callNotFound()));
    return;
  }
  const { brought, renderLanding, renderLegal, renderTrial } = await loadPageRenderer(dist);
  const template = (name: string): string => readFileSync(join(dist, 'pages', `${name}.html`), 'utf8');
  const { priceCents, publicUrl, google, serviceWorker } = deps.config;
  const landingNow = () => deps.site.now.landing ?? brought.landing;
  const schoolFacts = (counts: PageCounts | null = null) => ({
    ...deps.school.now,
    ...{ priceCents, publicUrl, google, serviceWorker },
    hasSample: hasSample(),
    isProduction: deps.config.isProduction,
    confirmsPayments: deps.config.pixProvider !== undefined,
    sendsMail: deps.config.smtpUrl !== undefined,
    now: deps.clock.now(),
    counts,
  });
  const values = ({ sold, trial, counts }: PageFacts) =>
    pageValues(schoolFacts(counts), landingNow().pricing.installments, sold, trial);

  type Made = {
    school: School;
    content: unknown;
    told: string;
    places: string;
    at: number;
    html: string;
    page: ReadyPage;
  };
  /** What a page is rendered from, and how. */
  type Drawn = { content: unknown; draw: (facts: PageFacts) => string };
  /**
   * Caches a rendered page. It is rendered again when its content is published or the facts in it have changed. While
   * many enrol, seats go one by one: a change of seats alone renders at most once a minute.
   */
  const filled = (
    drawn: () => Drawn,
    headersOf: (html: string, told: PageFacts) => Record<string, string>,
    quality?: number,
  ) => {
    // A page that cannot be rendered fails the start, not the first visit.
    drawn().draw(noPageFacts);
    let made: Made | null = null;
    return (now = noPageFacts) => {
      const { placesLeft = null, ...sold } = now.sold ?? {};
      const told = JSON.stringify([sold, now.trial?.key ?? null, hasSample(), now.counts]);
      const places = JSON.stringify(placesLeft);
      const { content, draw } = drawn();
      const at = deps.clock.now().getTime();
      const isSame = made?.school === deps.school.now && made.content === content && made.told === told;
      if (made && isSame && (made.places === places || at - made.at < MINUTE_MS)) return made;
      const html = draw(now);
      const page = readyPage(html, headersOf(html, now), quality);
      made = { school: deps.school.now, content, told, places, at, html, page };
      return made;
    };
  };
  const staticPage = (drawn: () => Drawn, cache: Record<string, string>, quality?: number) =>
    filled(drawn, (html) => ({ ...staticPageHeaders(html), ...cache }), quality);
  const appPage = (text: string, robots: Record<string, string>) => {
    let schoolJson = '';
    const shellOf = filled(
      () => ({
        content: text,
        draw: () => {
          const shell = shellValues(schoolFacts());
          schoolJson = shell.schoolJson;
          return fillShell(text, shell);
        },
      }),
      () => ({ ...appShellHeaders(), ...robots, ...perVisitor }),
    );
    /** With the data of the school that stands in it, as JSON. */
    return () => ({ ...shellOf(), schoolJson });
  };
  // While the database is unreachable the pages show the last known facts.
  let last = noPageFacts;
  const toldNow = async (): Promise<PageFacts> => {
    try {
      const stated = counts && statesCounts(landingNow()) ? await counts() : null;
      last = { sold: await sold?.(), trial: (await trial?.()) ?? null, counts: stated };
    } catch (error) {
      deps.log.warn({ err: error }, 'what the pages tell of could not be read');
    }
    return last;
  };
  const landing = staticPage(
    () => {
      const content = landingNow();
      return { content, draw: (facts) => renderLanding(content, values(facts), publicPicture) };
    },
    {
      ...perVisitor,
      'speculation-rules': `"${SPECULATION_RULES}"`,
    },
  );
  const shell = appPage(template('app'), noIndex);
  // Without the robots tag: a user with a session is no crawler, and people search for these pages by name.
  const findable = appPage(template('app').replace(/\s*<meta name="robots"[^>]*>/, ''), {});
  const findablePaths: string[] = [screens.login, screens.register, screens.accessibility];
  const draw = await openRenderer(app, dist, deps.log);

  /**
   * Sends the requested screen with the user's data, rendered on the server when possible, else the shell, in which
   * the browser renders it. `preview` holds the tags for a shared link.
   */
  const sendApp = async (request: FastifyRequest, reply: FastifyReply, preview?: LinkPreview | null) => {
    const origin = deps.config.publicUrl ?? `${request.protocol}://${request.host}`;
    const path = request.url.split('?', 1)[0] ?? '';
    const who = await whoAsks(request);
    const isFindable = who === 'visitor' ? findablePaths.includes(path) : who !== 'unknown';
    const { html: plain, page, schoolJson: school } = isFindable && !preview ? findable() : shell();
    const html = preview ? withPreview(plain, preview, { origin, path }) : plain;
    // An ended session gets the shell: the app's first call returns the reason.
    const isDrawable = who !== 'unknown' && (who !== 'visitor' || !readCookie(deps, request, SESSION_COOKIE));
    const drawn = async (userId: string | null) =>
      draw(request, reply, { html, school, headers: page.headers, userId });
    const isDrawn = isDrawable && (await drawn(who === 'visitor' ? null : who.id));
    if (isDrawn) return reply;
    return preview ? reply.headers(page.headers).send(html) : sendPage(request, reply, page);
  };

  /** 'unknown' while the database is unreachable: the shell is sent, and the app shows the error itself. */
  const whoAsks = async (request: FastifyRequest): Promise<SessionUser | 'visitor' | 'unknown'> => {
    try {
      return (await currentUser(request)) ?? 'visitor';
    } catch (error) {
      deps.log.warn({ err: error }, 'who asks for a page could not be read');
      return 'unknown';
    }
  };

  app.get(SHELL_PATH, (request, reply) => sendPage(request, reply, shell().page));
  app.get('/', async (request, reply) => {
    if ((await whoAsks(request)) !== 'visitor') return sendApp(request, reply);
    const elsewhere = await insteadOfLanding?.(request);
    if (elsewhere) return reply.headers(perVisitor).redirect(elsewhere, 302);
    onVisit?.(request);
    return sendPage(request, reply, landing(await toldNow()).page);
  });
  for (const name of legalPages) {
    const textNow = (): LabelledText => deps.site.now.legal[name] ?? { ...brought[name], label: TERMS_VERSION };
    // Uses header and footer of the landing page.
    const ready = staticPage(() => {
      const [text, site] = [textNow(), landingNow()];
      return { content: deps.site.now, draw: (facts) => renderLegal(name, text, site, values(facts)) };
    }, sameForAll);
    app.get(screens[name], async (request, reply) => sendPage(request, reply, ready(await toldNow()).page));
    /** Cached pages of versions that are no longer in force. Cleared when something is published. */
    const older = new Map<string, ReturnType<typeof staticPage>>();
    let publishedThen = deps.site.now;
    app.get<{ Params: { label: string } }>(screens.legalVersion(name, ':label'), async (request, reply) => {
      const { label } = request.params;
      if (label === textNow().label) return reply.redirect(screens[name], 302);
      if (publishedThen !== deps.site.now) older.clear();
      publishedThen = deps.site.now;
      let version = older.get(label);
      if (!version) {
        const text = await deps.site.at(name, label);
        if (!text) return sendPage(request, reply, shell().page);
        const drawn = (): Drawn => ({
          content: deps.site.now,
          draw: (facts) => renderLegal(name, text, landingNow(), values(facts)),
        });
        version = staticPage(drawn, { ...sameForAll, ...noIndex }, QUICK);
        const [oldest] = older.keys();
        if (older.size >= OLD_VERSIONS_CACHED && oldest !== undefined) older.delete(oldest);
        older.set(label, version);
      }
      return sendPage(request, reply, version(await toldNow()).page);
    });
  }
  const trialPage = filled(
    () => {
      const content = landingNow();
      return { content, draw: (facts) => renderTrial(content, values(facts)) };
    },
    trialHeaders,
    QUICK,
  );
  app.get(screens.trial, async (request, reply) => sendPage(request, reply, trialPage(await toldNow()).page));
  app.get<{ Params: { code: string } }>(screens.certificate(':code'), async (request, reply) =>
    sendApp(request, reply, await certificatePreview?.(request.params.code)),
  );
  app.get<{ Params: { code: string } }>(linkedScreens.certificatePicture(':code'), async (request, reply) => {
    const picture = (await certificatePicture?.(request.params.code)) ?? null;
    if (picture === null) return reply.callNotFound();
    if (picture === 'plain') return reply.redirect('/og-certificate.png', 302);
    return reply.headers(pictureHeaders).type('image/png').send(picture);
  });
  await registerWorkerFile(app, join(dist, 'web'), deps.config.serviceWorker);
  await registerAssetFiles(app, join(dist, 'web'));
  app.get('/*', (request, reply) => (isPage(request) ? sendApp(request, reply) : reply.callNotFound()));
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
