import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { cookieOptions } from '../../http/sessions.ts';

export const PAYMENT_COOKIE = 'alvorada_payment';
const LIFETIME_SECONDS = 90 * 24 * 60 * 60;

/** Lets a student who may not log in yet follow the payment they registered with. */
export function setPaymentCookie(deps: Deps, request: FastifyRequest, reply: FastifyReply, paymentCode: string): void {
  reply.setCookie(PAYMENT_COOKIE, paymentCode, { ...cookieOptions(deps, request), maxAge: LIFETIME_SECONDS });
}

export function clearPaymentCookie(deps: Deps, request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(PAYMENT_COOKIE, cookieOptions(deps, request));
}
