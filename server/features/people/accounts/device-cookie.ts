import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import { writeCookie } from '#server/http/cookies.ts';

export const DEVICE_COOKIE = 'alvorada_device';
/** People share a computer: each account that was entered on it has its own token in the cookie. */
const ACCOUNTS = 5;
export const DEVICE_DAYS = 183;

const sign = (secret: string, userId: string, token: string) =>
  createHmac('sha256', secret).update(`device:${userId}:${token}`).digest('base64url');

const entriesOf = (cookie: string | undefined) => (cookie ?? '').split('~').slice(0, ACCOUNTS).filter(Boolean);

function isOf(secret: string, userId: string, entry: string): boolean {
  const [token = '', signature = ''] = entry.split('.');
  const expected = Buffer.from(sign(secret, userId, token));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The token of this account on this device. It is signed: it cannot be forged or used for another account. */
export function deviceToken(secret: string, cookie: string | undefined, userId: string): string | null {
  return (
    entriesOf(cookie)
      .find((entry) => isOf(secret, userId, entry))
      ?.split('.')[0] ?? null
  );
}

/** The cookie with a new token for the account: after the next login an earlier copy is worthless. */
export function withNewToken(secret: string, cookie: string | undefined, userId: string) {
  const token = randomBytes(16).toString('base64url');
  const others = entriesOf(cookie).filter((entry) => !isOf(secret, userId, entry));
  const entries = [`${token}.${sign(secret, userId, token)}`, ...others].slice(0, ACCOUNTS);
  return { token, cookie: entries.join('~') };
}

export function setDeviceCookie(
  deps: Pick<Deps, 'config' | 'clock' | 'plainCookiesUntil'>,
  request: FastifyRequest,
  reply: FastifyReply,
  value: string,
) {
  writeCookie(deps, request, reply, { name: DEVICE_COOKIE, value, seconds: (DEVICE_DAYS * DAY_MS) / 1000 });
}
