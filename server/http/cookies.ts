// For its types: request.cookies, reply.setCookie.
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';

/** Browsers accept a cookie of this name only from this very host, over TLS: no other host of the domain can set it. */
const PREFIX = '__Host-';
/** The lifetime of a session, so that the new cookie names log out no one. */
export const PLAIN_NAMES_DAYS = 30;

type Needs = Pick<Deps, 'config' | 'clock' | 'plainCookiesUntil'>;

/** Secure exactly when PUBLIC_URL, else the request, is https. */
export function isSecure({ config }: Pick<Deps, 'config'>, request: FastifyRequest): boolean {
  return config.publicUrl ? config.publicUrl.startsWith('https:') : request.protocol === 'https';
}

const options = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure }) as const;

/** Whether TLS is on and the browser has the cookie only under its old name, which is still read. */
export function hasPlainName(deps: Needs, request: FastifyRequest, name: string): boolean {
  return (
    isSecure(deps, request) &&
    request.cookies[PREFIX + name] === undefined &&
    request.cookies[name] !== undefined &&
    deps.clock.now() < deps.plainCookiesUntil
  );
}

export function readCookie(deps: Needs, request: FastifyRequest, name: string): string | undefined {
  if (!isSecure(deps, request) || hasPlainName(deps, request, name)) return request.cookies[name];
  return request.cookies[PREFIX + name];
}

export function writeCookie(
  deps: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): void {
  const secure = isSecure(deps, request);
  reply.setCookie(secure ? PREFIX + name : name, value, { ...options(secure), maxAge: seconds });
}

export function clearCookie(deps: Needs, request: FastifyRequest, reply: FastifyReply, name: string): void {
  const secure = isSecure(deps, request);
  if (secure) reply.clearCookie(PREFIX + name, options(true));
  if (!secure || request.cookies[name] !== undefined) reply.clearCookie(name, options(secure));
}
