import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Deps } from '#server/deps.ts';

type Needs = Pick<Deps, 'config'>;

const signature = ({ config }: Needs, paymentId: string): string =>
  createHmac('sha256', config.sessionSecret).update(`stop-reminders:${paymentId}`).digest('base64url');

/** Stops the reminders of one order and does nothing else: a forwarded mail reveals neither order nor payment code. */
export const stopTokenOf = (deps: Needs, paymentId: number): string =>
  `${paymentId}.${signature(deps, String(paymentId))}`;

/** The order of a genuine token; null: the token was made up. */
export function orderOfToken(deps: Needs, token: string): number | null {
  const [id = '', given = ''] = token.split('.');
  const [expected, actual] = [Buffer.from(signature(deps, id)), Buffer.from(given)];
  return expected.length === actual.length && timingSafeEqual(expected, actual) ? Number(id) : null;
}
