import type { FastifyInstance } from 'fastify';
import { AppError } from './errors.ts';

const parseOptions = { protoAction: 'remove', constructorAction: 'remove' } as const;

/** An empty body with a JSON content type is no body; a broken one is 400 in our own words. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser(parseOptions.protoAction, parseOptions.constructorAction);
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    // Duck-typed by Fastify: the default parser answers through `done` as well.
    return parse(request, body as string, (error, value) =>
      error ? done(new AppError('bad_request', 'O corpo do pedido não é um JSON válido.')) : done(null, value),
    );
  });
}
