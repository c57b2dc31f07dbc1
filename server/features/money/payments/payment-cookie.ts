import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import { clearCookie, readCookie, writeCookie } from '#server/http/cookies.ts';
import type { PaymentGrant, ProofGrant } from './proof-access.policy.ts';

export const PAYMENT_COOKIE = 'alvorada_payment';
const LIFETIME_SECONDS = (90 * DAY_MS) / 1000;

type Needs = Pick<Deps, 'config' | 'clock' | 'plainCookiesUntil'>;

/** Lets a student who may not log in yet follow the payment they registered with. Signed: a code alone makes none. */
export function setPaymentCookie(
  deps: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
  paymentCode: string,
  proofs: ProofGrant = 'all',
): void {
  const value = signedGrant(deps, { paymentCode, proofs });
  writeCookie(deps, request, reply, { name: PAYMENT_COOKIE, value, seconds: LIFETIME_SECONDS });
}

export function signedGrant(deps: Pick<Deps, 'config'>, { paymentCode, proofs }: PaymentGrant): string {
  const grant = `${paymentCode}.${proofs === 'all' ? 'all' : proofs.join('-')}`;
  return `${grant}.${sign(deps, grant)}`;
}

export function readPaymentCookie(deps: Needs, request: FastifyRequest): PaymentGrant | null {
  const [paymentCode = '', proofs = '', signature = ''] = readCookie(deps, request, PAYMENT_COOKIE)?.split('.') ?? [];
  const expected = Buffer.from(sign(deps, `${paymentCode}.${proofs}`));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return { paymentCode, proofs: proofs === 'all' ? 'all' : proofs.split('-').filter(Boolean).map(Number) };
}

export function clearPaymentCookie(deps: Needs, request: FastifyRequest, reply: FastifyReply): void {
  clearCookie(deps, request, reply, PAYMENT_COOKIE);
}

const sign = ({ config }: Pick<Deps, 'config'>, grant: string) =>
  createHmac('sha256', config.sessionSecret).update(`payment-cookie:${grant}`).digest('base64url');
