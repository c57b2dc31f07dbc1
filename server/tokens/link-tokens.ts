import { createHmac, timingSafeEqual } from 'node:crypto';

const signature = (secret: string, id: string) =>
  createHmac('sha256', secret).update(`email-link:${id}`).digest('base64url');

/** The secret of a link in an e-mail, derived from its id: neither queue nor table ever stores it. */
export const linkToken = (secret: string, id: string) => `${id}.${signature(secret, id)}`;

/** The id of a link with a valid token; null otherwise. */
export function linkIdOf(secret: string, token: string): string | null {
  const [id = '', given = ''] = token.split('.');
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return null;
  const expected = Buffer.from(signature(secret, id));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? id : null;
}
