import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type LessonVideo, videoOf } from '#contract/content/lesson-video.ts';
import { escapeHtml } from '#contract/escape-html.ts';
import { EMBED_PATH } from '#contract/screens.ts';
import { DAY_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';

const CSS = 'html,body{margin:0;height:100%;background:#000}iframe{display:block;width:100%;height:100%;border:0}';
const STYLE = `'sha256-${createHash('sha256').update(CSS).digest('base64')}'`;

/** The address of the external player and its parameters. */
function playerOf({ provider, id }: LessonVideo, from: number, origin: string): URL | null {
  if (provider === 'own') return null;
  if (provider === 'youtube') {
    const player = new URL(`https://www.youtube-nocookie.com/embed/${id}`);
    // `enablejsapi` has it tell where it is, by messages; no script of theirs is loaded.
    const captions = { cc_load_policy: '1', cc_lang_pref: 'pt' };
    const wishes = { autoplay: '1', rel: '0', hl: 'pt-BR', playsinline: '1', enablejsapi: '1', origin, ...captions };
    player.search = String(new URLSearchParams({ ...wishes, ...(from > 0 ? { start: String(from) } : {}) }));
    return player;
  }
  const [video = '', secret] = id.split('/');
  const player = new URL(`https://player.vimeo.com/video/${video}`);
  player.search = String(
    new URLSearchParams({ autoplay: '1', dnt: '1', texttrack: 'pt', ...(secret ? { h: secret } : {}) }),
  );
  if (from > 0) player.hash = `t=${from}s`;
  return player;
}

/**
 * The page around a player of YouTube or Vimeo. It is the only one whose policy lets such a frame in, and of them the
 * one that it shows: the app's own pages, all of which are one document, stay closed.
 */
export function embedRoutes(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
  app.get<{ Querystring: Record<string, unknown> }>(EMBED_PATH, (request, reply) => {
    const { v, t } = request.query;
    const video = typeof v === 'string' ? videoOf(v) : null;
    const from = Math.min(Math.max(0, Math.floor(Number(t) || 0)), DAY_MS / 1000);
    const origin = config.publicUrl ?? `${request.protocol}://${request.host}`;
    const player = video && playerOf(video, from, new URL(origin).origin);
    if (!player) return reply.callNotFound();
    return reply
      .headers({
        'content-security-policy': `default-src 'none'; frame-src ${player.origin}; style-src ${STYLE}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
        'x-frame-options': 'SAMEORIGIN',
        // The player refuses to work for a page that does not say whose it is; which lesson it is stays here.
        'referrer-policy': 'strict-origin-when-cross-origin',
        'x-robots-tag': 'noindex',
        'cache-control': 'private, max-age=3600',
      })
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Vídeo</title><style>${CSS}</style></head>` +
          `<body><iframe src="${escapeHtml(String(player))}" title="Vídeo" referrerpolicy="strict-origin-when-cross-origin" allow="autoplay; fullscreen; picture-in-picture; encrypted-media" allowfullscreen></iframe></body></html>`,
      );
  });
}
