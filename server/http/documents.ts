import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#contract/escape-html.ts';
import {
  FIRST_SCREEN_ID,
  type FirstScreen,
  isAppleAgent,
  type RenderedScreen,
  type ScreenRenderer,
  type Stylesheet,
} from '#contract/first-screen.ts';
import type { Log } from '#server/log.ts';
import { type CachedDocument, documentCache, type EncodedDocument } from './document-cache.ts';
import { type DocumentRequests, openDocumentRequests } from './document-requests.ts';
import { withOwnStyles } from './document-styles.ts';
import { networkOf } from './networks.ts';
import { chooseEncoding, type Encoding } from './pages-ready.ts';

/** How long to wait for the screen's answers; then it is rendered with those that have arrived. */
const PATIENCE_MS = 800;
/** Above this load only the browser renders: a late document is worse than a plain one. */
const BUSY = { inFlight: 200, loopDelayMs: 200 };
/** Limit of the cache of documents and the answers that they were rendered from. */
const CACHE_MAX_BYTES = 32 * 1024 * 1024;

/** React's marker for a Suspense boundary that threw: it contains the fallback, and the browser renders the content. */
const UNRENDERED = '<!--$!-->';

type ChunkFiles = Record<string, { file: string; scripts: string[]; styles: string[] }>;
/** Keyed by address. */
type Stylesheets = Record<string, Stylesheet>;

type Build = { files: ChunkFiles; sheets: Stylesheets };

type Shell = {
  html: string;
  school: string;
  headers: Record<string, string>;
  /** The signed-in user; null: a visitor. */
  userId: string | null;
};

/** Sends the document with the caller's first screen in it; false: the plain shell is to be sent. */
export type RenderDocument = (request: FastifyRequest, reply: FastifyReply, shell: Shell) => Promise<boolean>;

/** The calls of the screen that is being rendered, across all its awaits. */
const currentRequests = new AsyncLocalStorage<DocumentRequests>();

/**
 * The document contains its screen: rendered by the browser's code, from the answers of its calls to this person or to
 * a visitor without a session, through the same access rules and schemas (decision 241). The calls are made for every
 * document; the cached bytes are sent only when each answer is the same as before (decision 260).
 */
export async function openRenderer(app: FastifyInstance, dist: string, log: Log): Promise<RenderDocument> {
  const module = join(dist, 'drawing/draw.mjs');
  if (!existsSync(module)) return async () => false;
  const read = (name: string) => JSON.parse(readFileSync(join(dist, 'pages', name), 'utf8'));
  const build = { files: read('parts.json') as ChunkFiles, sheets: read('styles.json') as Stylesheets };
  const { minuteNow, renderScreen, sendBy } = (await import(pathToFileURL(module).href)) as ScreenRenderer;
  const kept = documentCache(CACHE_MAX_BYTES);

  sendBy(async (address, { method = 'GET' }) => {
    const asking = currentRequests.getStore();
    if (!asking || method !== 'GET') throw new Error('A document is drawn by reading alone.');
    return asking.answerOf(address);
  });

  const draw = async (
    request: FastifyRequest,
    shell: Shell,
    asking: DocumentRequests,
    isApple: boolean,
    until: number,
  ) =>
    currentRequests.run(asking, async () => {
      const user = shell.userId === null ? null : await asking.user();
      if (shell.userId !== null && !user) return null;
      const { host, protocol } = request;
      const { path, search } = addressOf(request);
      const about = { path, search, host, protocol, isApple, user, school: shell.school };
      return renderScreen({ ...about, patienceMs: until - performance.now() });
    });

  /** Visitors are counted by network, as they can come without any cookie. */
  const isAboveLimit = (request: FastifyRequest, userId: string | null): boolean =>
    (userId === null
      ? app.chargeRate('visitor-document', networkOf(request.ip))
      : app.chargeRate('document', userId)) !== undefined;

  return async (request, reply, shell) => {
    const { inFlight, loopDelayMs } = app.pressure();
    if (inFlight > BUSY.inFlight || loopDelayMs > BUSY.loopDelayMs) return false;
    const until = performance.now() + PATIENCE_MS;
    const minute = minuteNow();
    const isApple = isAppleAgent(request.headers['user-agent'] ?? '');
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    const { path, search } = addressOf(request);
    /** Null: the screen is the same for every query. */
    const placeOf = (query: string | null) =>
      JSON.stringify([shell.userId, path, query, request.host, request.protocol, isApple, encoding]);
    const asking = openDocumentRequests(app, request);
    const before = kept.get(placeOf(null)) ?? kept.get(placeOf(search));
    let screen: RenderedScreen | null;
    try {
      if (before && isOf(before, shell, minute) && (await asking.isSame(before.answers, until))) {
        await send(request, reply, before.ready, encoding, shell.headers);
        return true;
      }
      if (isAboveLimit(request, shell.userId)) return false;
      screen = await draw(request, shell, asking, isApple, until);
    } catch (error) {
      // The browser renders it instead; the error is for the operator.
      log.warn({ err: error, path: request.routeOptions.url }, 'a first screen could not be drawn');
      return false;
    } finally {
      void asking.end();
    }
    if (!screen) return false;
    if (screen.html.includes(UNRENDERED)) {
      log.warn({ path: request.routeOptions.url }, 'a part of a first screen could not be drawn');
    }
    const ready = encodedOf(documentOf(shell.html, screen, build));
    await send(request, reply, ready, encoding, shell.headers);
    // A copy for all queries would be found first, and would never match again.
    if (screen.readsSearch) kept.forget(placeOf(null));
    const place = placeOf(screen.readsSearch ? search : null);
    if (screen.isLasting) {
      kept.set(place, { shell: shell.html, school: shell.school, minute, answers: asking.drawnFrom(), ready });
    } else kept.forget(place);
    return true;
  };
}

const isOf = (kept: CachedDocument, { html, school }: Shell, minute: number) =>
  kept.shell === html && kept.school === school && kept.minute === minute;

function addressOf({ url }: FastifyRequest): { path: string; search: string } {
  const at = url.indexOf('?');
  return at === -1 ? { path: url, search: '' } : { path: url.slice(0, at), search: url.slice(at + 1) };
}

const baseOf = (file: string) => file.replace(/^.*\//, '');

/**
 * The shell with the screen in its root, links to its files in the head, and the answers that it was rendered from as
 * data.
 */
export function documentOf(shell: string, screen: RenderedScreen, { files, sheets }: Build): string {
  const { html, title, parts, user, answers, at } = screen;
  const first: FirstScreen = { user, answers, at, files: parts.flatMap((part) => files[part]?.file ?? []).map(baseOf) };
  const scripts = new Set(parts.flatMap((part) => files[part]?.scripts ?? []));
  const styles = new Set(parts.flatMap((part) => files[part]?.styles ?? []));
  const links = [
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    // After the entry and its imports: the text is there already, the script may follow.
    ...[...scripts].map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`),
  ].join('');
  const data = JSON.stringify(first).replaceAll('<', '\\u003c');
  // Functions as replacements: user content may contain `$&`.
  const named = shell
    .replace(/<title>[^<]*<\/title>/, (plain) => (title ? `<title>${escapeHtml(title)}</title>` : plain))
    .replace('</head>', () => `${links}</head>`);
  return withOwnStyles(named, html, sheets).replace(
    '<div id="root"></div>',
    // Until the app has loaded, a form must not be submitted: with this method a browser sends nothing.
    () =>
      `<div id="root">${html.replaceAll('<form', '<form method="dialog"')}</div><script type="application/json" id="${FIRST_SCREEN_ID}">${data}</script>`,
  );
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
// Fast rather than small: most documents are sent to one person and once.
const compress = {
  br: (plain: Buffer) => brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (plain: Buffer) => zip(plain, { level: 5 }),
};

function encodedOf(html: string): EncodedDocument {
  const bytes = Buffer.from(html);
  return { etag: `W/"${createHash('sha1').update(bytes).digest('base64url')}"`, encoding: 'identity', bytes };
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  ready: EncodedDocument,
  encoding: Encoding,
  headers: Record<string, string>,
): Promise<void> {
  reply.headers(headers).header('etag', ready.etag);
  if (request.headers['if-none-match'] === ready.etag) {
    await reply.code(304).send();
    return;
  }
  if (encoding !== 'identity') {
    // Compressed at the first request for this encoding, off the event loop; then cached in that form.
    const bytes = ready.encoding === encoding ? ready.bytes : await compress[encoding](ready.bytes);
    Object.assign(ready, { encoding, bytes });
    reply.header('content-encoding', encoding);
  }
  await reply.send(ready.bytes);
}
