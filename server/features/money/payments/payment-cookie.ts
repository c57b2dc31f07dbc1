import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import { cookieOptions } from '#server/http/sessions.ts';
import type { PaymentGrant, ProofGrant } from './proof-access.policy.ts';

export const PAYMENT_COOKIE = 'alvorada_payment';
const LIFETIME_SECONDS = (90 * DAY_MS) / 1000;

type Needs = Pick<Deps, 'config'>;

/** Lets a student who may not log in yet follow the payment they registered with. Signed: a code alone makes none. */
export function setPaymentCookie(
  deps: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
  paymentCode: string,
  proofs: ProofGrant = 'all',
): void {
  const value = signedGrant(deps, { paymentCode, proofs });
  reply.setCookie(PAYMENT_COOKIE, value, { ...cookieOptions(deps, request), maxAge: LIFETIME_SECONDS });
}

export function signedGrant(deps: Needs, { paymentCode, proofs }: PaymentGrant): string {
  const grant = `${paymentCode}.${proofs === 'all' ? 'all' : proofs.join('-')}`;
  return `${grant}.${sign(deps, grant)}`;
}

export function readPaymentCookie(deps: Needs, request: FastifyRequest): PaymentGrant | null {
  const [paymentCode = '', proofs = '', signature = ''] = request.cookies[PAYMENT_COOKIE]?.split('.') ?? [];
  const expected = Buffer.from(sign(deps, `${paymentCode}.${proofs}`));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return { paymentCode, proofs: proofs === 'all' ? 'all' : proofs.split('-').filter(Boolean).map(Number) };
}

export function clearPaymentCookie(deps: Needs, request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(PAYMENT_COOKIE, cookieOptions(deps, request));
}

const sign = ({ config }: Needs, grant: string) =>
  createHmac('sha256', config.sessionSecret).update(`payment-cookie:${grant}`).digest('base64url');
