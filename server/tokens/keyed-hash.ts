import { createHmac } from 'node:crypto';

/** A hash that only this server can compute: a short or guessable value cannot be found by brute force. */
export const keyedHash = (secret: string, purpose: string, value: string): string =>
  createHmac('sha256', secret).update(`${purpose}:${value}`).digest('base64url');
