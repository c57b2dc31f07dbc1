import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { clearPaymentCookie, setPaymentCookie } from '#server/features/money/payments/payment-cookie.ts';
import type { admit } from './accounts.service.ts';
import { setDeviceCookie } from './device-cookie.ts';

/** The last step of every login, whatever the method: the same cookies and the same refusals. */
export async function enter(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { user, devices, by, commonPassword, refusal }: Awaited<ReturnType<typeof admit>>,
) {
  if (refusal) {
    if (refusal.extras.paymentCode) setPaymentCookie(deps, request, reply, refusal.extras.paymentCode);
    setDeviceCookie(deps, request, reply, devices);
    throw refusal;
  }
  // The session's cookie comes first: a simple client may read only the first one.
  await request.server.sessions.open(deps.db, request, reply, user.id, {
    byPasskey: by === 'passkey',
    commonPassword,
  });
  setDeviceCookie(deps, request, reply, devices);
  clearPaymentCookie(deps, request, reply);
  return commonPassword ? { ...user, commonPassword } : user;
}
