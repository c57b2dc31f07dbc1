import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as contract from '#contract/content/recordings.ts';
import type { Deps } from '#server/deps.ts';
import { PIECES_TYPE } from '#server/http/bodies.ts';
import { AppError } from '#server/http/errors.ts';
import { tooBusy } from '#server/http/overload.ts';
import { route } from '#server/http/route.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { receive } from './receiving.service.ts';
import { abandonUpload, beginUpload, presentUpload, readUpload, uploadsOf } from './uploads.service.ts';

const TUS = { 'tus-resumable': '1.0.0' };

/** A header with a whole number; undefined for anything else. */
function wholeNumber(request: FastifyRequest, name: string): number | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** `filename` of Upload-Metadata: pairs of a name and its value in base64. */
function fileName(request: FastifyRequest): string {
  const given = String(request.headers['upload-metadata'] ?? '').slice(0, 4000);
  const pair = given.split(',').find((one) => one.trim().startsWith('filename '));
  return Buffer.from(pair?.trim().split(' ')[1] ?? '', 'base64').toString('utf8');
}

function requireVersion(request: FastifyRequest): void {
  const version = request.headers['tus-resumable'];
  if (version !== undefined && version !== '1.0.0') throw new AppError('bad_request', 'Use tus 1.0.0.');
}

/** For as long as a piece is in memory: until the request is answered. */
function takeSlot(request: FastifyRequest, reply: FastifyReply, user: SessionUser): void {
  const place = request.server.places.recording.take(user.id, () => undefined);
  if (!place) throw tooBusy('Muitos envios ao mesmo tempo. Tente de novo em instantes.');
  if (reply.raw.closed) place.leave();
  else reply.raw.once('close', place.leave);
}

/** Resumable uploads by tus 1.0.0: core, creation, termination and expiration. */
export async function recordingUploadRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const headersOf = ({ received, bytes, expiresAt }: { received: number; bytes: number; expiresAt: Date }) => ({
    ...TUS,
    'upload-offset': String(received),
    'upload-length': String(bytes),
    'upload-expires': expiresAt.toUTCString(),
    'cache-control': 'no-store',
  });

  route(app, contract.listRecordingUploads, ({ params, user }) => uploadsOf(deps, user, params.id));
  route(app, contract.beginRecordingUpload, async ({ params, user, request, reply }) => {
    requireVersion(request);
    const bytes = wholeNumber(request, 'upload-length');
    if (!bytes) throw new AppError('bad_request', 'Diga o tamanho do arquivo em Upload-Length.');
    const upload = await beginUpload(deps, user, params.id, { name: fileName(request), bytes });
    reply.headers({ ...headersOf(upload), location: `/api/recording-uploads/${upload.id}` });
    return { made: upload, isNew: true };
  });
  route(app, contract.getRecordingUpload, async ({ params, user, reply }) => {
    const upload = await readUpload(deps, user, params.id);
    reply.headers(headersOf(upload));
    return presentUpload(upload);
  });
  route(app, contract.abandonRecordingUpload, async ({ params, user, reply }) => {
    await abandonUpload(deps, user, params.id);
    return reply.code(204).headers(TUS).send();
  });
  await app.register(async (scope) => {
    scope.addContentTypeParser(PIECES_TYPE, (_request, _payload, done) => done(null));
    route(scope, contract.sendRecordingPiece, async ({ params, user, request, reply }) => {
      requireVersion(request);
      if (request.headers['content-type'] !== PIECES_TYPE) {
        throw new AppError('unsupported_type', `Envie como ${PIECES_TYPE}.`);
      }
      const offset = wholeNumber(request, 'upload-offset');
      if (offset === undefined) throw new AppError('bad_request', 'Diga em Upload-Offset onde o pedaço começa.');
      takeSlot(request, reply, user);
      const received = await receive(deps, user, params.id, { offset, body: request.raw });
      return reply
        .code(204)
        .headers({ ...TUS, 'upload-offset': String(received) })
        .send();
    });
  });
}
