import type { FastifyInstance } from 'fastify';
import { AppError } from './errors.ts';

const parseOptions = { protoAction: 'remove', constructorAction: 'remove' } as const;

/** A body above this size gets three turns of the event loop: to scan it, to parse it and to validate it. */
const LARGE = 256 * 1024;
/** Runs the next step at once, or in the next turn of the event loop. */
const step = (isLarge: boolean, next: () => void) => (isLarge ? setImmediate(next) : next());

/** An empty body with a JSON content type counts as no body; invalid JSON gets a 400 with our message. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser(parseOptions.protoAction, parseOptions.constructorAction);
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string;
    const isLarge = text.length > LARGE;
    if (text.length === 0) return done(null, undefined);
    if (isTooDeep(text)) return done(new AppError('bad_request', 'O corpo do pedido tem níveis demais.'));
    step(isLarge, () =>
      // Duck-typed by Fastify: the default parser answers through `done` as well.
      parse(request, text, (error, value) =>
        error
          ? done(new AppError('bad_request', 'O corpo do pedido não é um JSON válido.'))
          : step(isLarge, () => done(null, value)),
      ),
    );
  });
}

/** No valid input is nested deeper than a few levels. */
const MAX_DEPTH = 32;
const [quote, backslash, openBrace, openBracket, closeBrace, closeBracket] = [34, 92, 123, 91, 125, 93];

/** Checked before parsing: later code that parses or compares a value may recurse once per level. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charCodeAt(at);
    if (char === quote) {
      at = endOfString(json, at + 1);
    } else if (char === openBrace || char === openBracket) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (char === closeBrace || char === closeBracket) {
      depth -= 1;
    }
  }
  return false;
}

/**
 * The end of the string that begins at `from`. Almost all of a large body is text, which is not read character by
 * character.
 */
function endOfString(json: string, from: number): number {
  for (let end = json.indexOf('"', from); end !== -1; end = json.indexOf('"', end + 1)) {
    let before = end;
    while (before > from && json.charCodeAt(before - 1) === backslash) before -= 1;
    // Backslashes escape in pairs: an odd one escapes the quote.
    if ((end - before) % 2 === 0) return end;
  }
  return json.length;
}
