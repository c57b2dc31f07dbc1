import { createHmac, timingSafeEqual } from 'node:crypto';
import { identityKey } from '#server/db/keys.ts';
import type { Deps } from '#server/deps.ts';

type Needs = Pick<Deps, 'config'>;
type Facts = { paymentCode: string; email: string };

/**
 * Proves that a link was read in the student's mailbox. The code alone does not prove it, because anybody who knows
 * the e-mail address gets the code. Becomes invalid when the address changes.
 */
export const linkKeyOf = ({ config }: Needs, { paymentCode, email }: Facts): string =>
  createHmac('sha256', config.sessionSecret)
    .update(`payment-link:${paymentCode}:${identityKey(email)}`)
    .digest('base64url');

export function isLinkKey(deps: Needs, facts: Facts, given: string): boolean {
  const [expected, typed] = [Buffer.from(linkKeyOf(deps, facts)), Buffer.from(given)];
  return expected.length === typed.length && timingSafeEqual(expected, typed);
}
