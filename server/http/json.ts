import type { FastifyInstance } from 'fastify';
import { AppError } from './errors.ts';

const parseOptions = { protoAction: 'remove', constructorAction: 'remove' } as const;

/** An empty body with a JSON content type is no body; a broken one is 400 in our own words. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser(parseOptions.protoAction, parseOptions.constructorAction);
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    if (isTooDeep(body as string)) return done(new AppError('bad_request', 'O corpo do pedido tem níveis demais.'));
    // Duck-typed by Fastify: the default parser answers through `done` as well.
    return parse(request, body as string, (error, value) =>
      error ? done(new AppError('bad_request', 'O corpo do pedido não é um JSON válido.')) : done(null, value),
    );
  });
}

/** Nothing the product takes is nested deeper than a few levels. */
const MAX_DEPTH = 32;
const [quote, backslash, openBrace, openBracket, closeBrace, closeBracket] = [34, 92, 123, 91, 125, 93];

/** Counted before parsing: what parses and compares a value afterwards may call itself once per level. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charCodeAt(at);
    if (char === quote) {
      at += 1;
      while (at < json.length && json.charCodeAt(at) !== quote) at += json.charCodeAt(at) === backslash ? 2 : 1;
    } else if (char === openBrace || char === openBracket) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (char === closeBrace || char === closeBracket) {
      depth -= 1;
    }
  }
  return false;
}
