import { lookup as systemLookup } from 'node:dns';
import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './addresses.ts';

/** Why a request to the outside failed. The message omits the address, which concerns only the caller. */
export class OutsideFailed extends Error {
  readonly reason: 'refused' | 'unreachable' | 'too_large' | 'too_slow';
  constructor(reason: OutsideFailed['reason'], cause?: unknown) {
    super(`nothing came from outside: ${reason}`, { cause });
    this.reason = reason;
  }
}

export type OutsideRules = {
  /** Limit of the answer's body. */
  maxBytes: number;
  /** Total time, redirects included. */
  timeoutMs: number;
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: Buffer;
};

export type OutsideAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Requests an address that a third party chose. */
export type Outside = (address: string, rules: OutsideRules) => Promise<OutsideAnswer>;

type Settings = {
  isAllowed?: (address: string) => boolean;
  isAllowedPort?: (port: string) => boolean;
  lookup?: typeof systemLookup;
  /** Certificate authorities that replace the system's. */
  ca?: string;
};

const REDIRECTS = 4;

/**
 * Requests to addresses that people typed or pasted. They never reach a private network: each name is resolved once,
 * all its addresses must be public, and the connection goes to exactly the checked address, so that DNS cannot change
 * it in between. Redirects are checked the same way. No proxy, no cookies, no keep-alive.
 */
export function createOutside(settings: Settings = {}): Outside {
  const { isAllowed = isPublicAddress, isAllowedPort = (port) => port === '', lookup = systemLookup, ca } = settings;

  const guardedLookup: LookupFunction = (name, options, callback) => {
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      // A private address among public ones is no accident.
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isAllowed(address))) {
        return callback(new OutsideFailed('refused'), []);
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };

  const checked = (address: string, base?: URL): URL => {
    const url = URL.parse(address, base);
    const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
    const isFit =
      url !== null &&
      (url.protocol === 'https:' || url.protocol === 'http:') &&
      url.username === '' &&
      url.password === '' &&
      isAllowedPort(url.port) &&
      // A literal address is never looked up, so it is checked here.
      (isIP(host) === 0 || isAllowed(host));
    if (!isFit) throw new OutsideFailed('refused');
    return url;
  };

  const ask = (url: URL, rules: OutsideRules, signal: AbortSignal) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const isSecure = url.protocol === 'https:';
      const request = (isSecure ? httpsRequest : httpRequest)(url, {
        method: rules.method ?? 'GET',
        headers: { 'user-agent': 'Alvorada', 'accept-encoding': 'identity', ...rules.headers },
        agent: isSecure
          ? new HttpsAgent({ keepAlive: false, ...(ca ? { ca } : {}) })
          : new HttpAgent({ keepAlive: false }),
        lookup: guardedLookup,
        signal,
      });
      request.on('response', resolve);
      request.on('error', reject);
      request.end(rules.body);
    });

  const follow = async (url: URL, rules: OutsideRules, signal: AbortSignal, left: number): Promise<OutsideAnswer> => {
    const response = await ask(url, rules, signal);
    const { statusCode: status = 0, headers } = response;
    if (status >= 300 && status < 400 && headers.location && (rules.method ?? 'GET') === 'GET') {
      response.destroy();
      if (left === 0) throw new OutsideFailed('unreachable');
      const next = checked(headers.location, url);
      // Headers meant for one origin are not sent to another.
      const { headers: _, ...bare } = rules;
      return follow(next, next.origin === url.origin ? rules : bare, signal, left - 1);
    }
    return { status, headers, body: await bodyOf(response, rules.maxBytes) };
  };

  return async (address, rules) => {
    const signal = AbortSignal.timeout(rules.timeoutMs);
    try {
      return await follow(checked(address), rules, signal, REDIRECTS);
    } catch (error) {
      if (error instanceof OutsideFailed) throw error;
      throw new OutsideFailed(signal.aborted ? 'too_slow' : 'unreachable', error);
    }
  };
}

/**
 * Counted while it arrives, whatever length was declared; a compressed body could grow without bound and was not
 * requested.
 */
async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    response.destroy();
    throw new OutsideFailed('unreachable');
  }
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes || Number(response.headers['content-length'] ?? 0) > maxBytes) {
      response.destroy();
      throw new OutsideFailed('too_large');
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}
