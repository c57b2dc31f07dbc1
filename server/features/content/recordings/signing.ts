import { createHmac, timingSafeEqual } from 'node:crypto';
import type { recordingVariants } from '#contract/content/recordings.ts';
import { HOUR_MS } from '#contract/time.ts';

export type RecordingVariant = (typeof recordingVariants)[number];

type Signed = { id: number; part: RecordingVariant; userId: string; until: number };

const sign = (secret: string, { id, part, userId, until }: Signed): string =>
  createHmac('sha256', secret).update(`recording:${id}:${part}:${userId}:${until}`).digest('base64url');

const LASTS_HOURS = 6;

/** An address for one person and one file. The same for an hour, so that a page that asks again plays on. */
export function signedAddress(secret: string, of: Omit<Signed, 'until'>, now: Date): string {
  const until = ((Math.floor(now.getTime() / HOUR_MS) + 1 + LASTS_HOURS) * HOUR_MS) / 1000;
  const query = new URLSearchParams({ part: of.part, until: String(until), sign: sign(secret, { ...of, until }) });
  return `/api/recordings/${of.id}/file?${query}`;
}

export function isSigned(secret: string, signature: string, of: Signed, now: Date): boolean {
  const expected = Buffer.from(sign(secret, of));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) && of.until * 1000 > now.getTime();
}
