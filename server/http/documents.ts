import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../../contract/accounts.ts';
import {
  type AnswerOf,
  FIRST_SCREEN_ID,
  type FirstScreen,
  isAppleAgent,
  type RenderedScreen,
  type ScreenRenderer,
  type StyleSheet,
} from '../../contract/first-screen.ts';
import { escapeHtml } from '../html/escape.ts';
import type { Log } from '../log.ts';
import { withOwnStyles } from './document-styles.ts';
import { chooseEncoding } from './pages-ready.ts';

/** So long the screen's answers are waited for; then it is drawn with what is there. */
const PATIENCE_MS = 800;
/** From here on screens are drawn by the browser alone: a late document is worse than a plain one. */
const BUSY = { inFlight: 200, loopDelayMs: 200 };

/** React's mark where something threw inside a Suspense: what stands there waits, and the browser draws it. */
const UNDRAWN = '<!--$!-->';

type PartFiles = Record<string, { file: string; scripts: string[]; styles: string[] }>;
/** By their addresses. */
type Sheets = Record<string, StyleSheet>;

type Build = { files: PartFiles; sheets: Sheets };

/** Sends the document with the first screen of whoever asks in it; false: the plain shell is to be sent. */
export type DrawDocument = (
  request: FastifyRequest,
  reply: FastifyReply,
  shell: { html: string; school: string; headers: Record<string, string>; who: 'user' | 'visitor' },
) => Promise<boolean>;

/**
 * The document carries its screen: drawn by the browser part's own code, from what its own calls answer to this person,
 * or to somebody without a session, through the same access rules and schemas (decision 241).
 */
export async function openDrawing(app: FastifyInstance, dist: string, log: Log): Promise<DrawDocument> {
  const module = join(dist, 'drawing/draw.mjs');
  if (!existsSync(module)) return async () => false;
  const read = (name: string) => JSON.parse(readFileSync(join(dist, 'pages', name), 'utf8'));
  const build = { files: read('parts.json') as PartFiles, sheets: read('styles.json') as Sheets };
  const { renderScreen, sendBy } = (await import(pathToFileURL(module).href)) as ScreenRenderer;

  /** Whose screen is being drawn, through everything that its calls wait for. */
  const drawnFor = new AsyncLocalStorage<FastifyRequest>();
  sendBy(async (address, { method = 'GET' }) => {
    const request = drawnFor.getStore();
    if (!request || method !== 'GET') throw new Error('A document is drawn by reading alone.');
    return ask(app, request, address);
  });

  const sent = new WeakMap<RenderedScreen, Ready>();

  return async (request, reply, shell) => {
    const { inFlight, loopDelayMs } = app.pressure();
    if (inFlight > BUSY.inFlight || loopDelayMs > BUSY.loopDelayMs) return false;
    const [path = '', search = ''] = request.url.split('?', 2);
    let screen: RenderedScreen | null;
    try {
      screen = await drawnFor.run(request, async () => {
        const user = shell.who === 'user' ? await readUser(app, request) : null;
        if (shell.who === 'user' && !user) return null;
        const isApple = isAppleAgent(request.headers['user-agent'] ?? '');
        const { host, protocol } = request;
        const about = { path, search, host, protocol, isApple, user, school: shell.school };
        return renderScreen({ ...about, patienceMs: PATIENCE_MS });
      });
    } catch (error) {
      // The browser draws it instead; what is broken is for the operator to know.
      log.warn({ err: error, path: request.routeOptions.url }, 'a first screen could not be drawn');
      return false;
    }
    if (!screen) return false;
    if (screen.html.includes(UNDRAWN)) {
      log.warn({ path: request.routeOptions.url }, 'a part of a first screen could not be drawn');
    }
    const ready = readyOf(screen, shell.html, build, sent.get(screen));
    sent.set(screen, ready);
    await send(request, reply, ready, shell.headers);
    return true;
  };
}

async function readUser(app: FastifyInstance, request: FastifyRequest): Promise<User | null> {
  const who = await ask(app, request, '/api/auth/user');
  return who.ok ? ((await who.json()) as User) : null;
}

/** What another call answers the same person, with nothing of the document's own headers but who asks. */
async function ask(app: FastifyInstance, request: FastifyRequest, address: string): Promise<AnswerOf> {
  const {
    cookie,
    host,
    'user-agent': agent,
    'x-forwarded-for': forwarded,
    'x-forwarded-proto': proto,
  } = request.headers;
  const headers = { cookie, host, 'user-agent': agent, 'x-forwarded-for': forwarded, 'x-forwarded-proto': proto };
  const answer = await app.inject({
    method: 'GET',
    url: address,
    headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
    ...(request.raw.socket.remoteAddress ? { remoteAddress: request.raw.socket.remoteAddress } : {}),
  });
  return {
    ok: answer.statusCode >= 200 && answer.statusCode < 300,
    status: answer.statusCode,
    statusText: answer.statusMessage,
    headers: { get: (name) => answer.headers[name]?.toString() ?? null },
    json: async () => JSON.parse(answer.body),
    text: async () => answer.body,
  };
}

const baseOf = (file: string) => file.replace(/^.*\//, '');

/** The shell with the screen in its root, its files named in the head, and what it was drawn from as data. */
export function documentOf(shell: string, screen: RenderedScreen, { files, sheets }: Build): string {
  const { html, title, parts, user, answers } = screen;
  const first: FirstScreen = { user, answers, files: parts.flatMap((part) => files[part]?.file ?? []).map(baseOf) };
  const scripts = new Set(parts.flatMap((part) => files[part]?.scripts ?? []));
  const styles = new Set(parts.flatMap((part) => files[part]?.styles ?? []));
  const links = [
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    // After the entry and what it imports: the text is there already, the script may come behind it.
    ...[...scripts].map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`),
  ].join('');
  const data = JSON.stringify(first).replaceAll('<', '\\u003c');
  // By functions: what people wrote may hold `$&`.
  const named = shell
    .replace(/<title>[^<]*<\/title>/, (plain) => (title ? `<title>${escapeHtml(title)}</title>` : plain))
    .replace('</head>', () => `${links}</head>`);
  return withOwnStyles(named, html, sheets).replace(
    '<div id="root"></div>',
    // Until the app is there a form must not send what is in it: this method is a browser's word for nothing.
    () =>
      `<div id="root">${html.replaceAll('<form', '<form method="dialog"')}</div><script type="application/json" id="${FIRST_SCREEN_ID}">${data}</script>`,
  );
}

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/** A document as it travels. It is compressed when somebody asks for that form, off the event loop, and then kept. */
type Ready = { shell: string; etag: string; plain: Buffer; br?: Promise<Buffer>; gzip?: Promise<Buffer> };

function readyOf(screen: RenderedScreen, shell: string, build: Build, known: Ready | undefined): Ready {
  if (known?.shell === shell) return known;
  const plain = Buffer.from(documentOf(shell, screen, build));
  return { shell, etag: `W/"${createHash('sha1').update(plain).digest('base64url')}"`, plain };
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  ready: Ready,
  headers: Record<string, string>,
): Promise<void> {
  reply.headers(headers).header('etag', ready.etag);
  if (request.headers['if-none-match'] === ready.etag) {
    await reply.code(304).send();
    return;
  }
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding === 'identity') {
    await reply.send(ready.plain);
    return;
  }
  // Quick rather than small: most documents are made for one person and once.
  if (encoding === 'br') ready.br ??= compress.br(ready.plain, { params });
  else ready.gzip ??= compress.gzip(ready.plain, { level: 5 });
  await reply.header('content-encoding', encoding).send(await ready[encoding]);
}
