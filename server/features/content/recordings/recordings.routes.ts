import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/content/recordings.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { openFile } from './opening.service.ts';
import { savePlaybackPosition } from './playback.service.ts';
import { addressOf, recordingsOf, remove, rename } from './recordings.service.ts';

export function recordingRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listRecordings, ({ params, user }) => recordingsOf(deps, user, params.id));
  route(app, contract.keepPlayback, ({ params, body, user }) => savePlaybackPosition(deps, user, params.id, body));
  route(app, contract.openRecording, async ({ params, user, reply }) =>
    reply.header('cache-control', 'no-store').redirect(await addressOf(deps, user, params.id), 302),
  );
  route(app, contract.changeRecording, ({ params, body, user }) => rename(deps, user, params.id, body.title));
  route(app, contract.removeRecording, ({ params, user }) => remove(deps, user, params.id));
  route(app, contract.getRecordingFile, async ({ params, query, user, request, reply }) => {
    const { range } = request.headers;
    const isHead = request.method === 'HEAD';
    const file = await openFile(deps, user, { ...query, id: params.id, range, isHead });
    const { stream, size, stretch, mimeType } = file;
    reply.headers({
      'accept-ranges': 'bytes',
      'content-security-policy': "sandbox; default-src 'none'; media-src 'self'; frame-ancestors 'self'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
    });
    if (stretch === null) return reply.code(416).header('content-range', `bytes */${size}`).send();
    reply.type(mimeType);
    if (stretch) reply.code(206).header('content-range', `bytes ${stretch.start}-${stretch.end}/${size}`);
    const length = stretch ? stretch.end - stretch.start + 1 : size;
    if (length !== null) reply.header('content-length', String(length));
    return reply.send(stream);
  });
}
