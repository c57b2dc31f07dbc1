import { DAY_MS } from '#contract/time.ts';
import { type Outside, type OutsideAnswer, OutsideFailed } from '#server/outside/outside.ts';
import { encryptMessage, type ReceiverKeys } from './message.ts';
import { type VapidKey, vapidHeader } from './vapid.ts';

const ANSWER_MAX_BYTES = 64 * 1024;
const TIMEOUT_MS = 20_000;
const LONGEST_WAIT_MS = DAY_MS;

export type PushMessage = {
  endpoint: URL;
  keys: ReceiverKeys;
  /** The payload for the page's service worker. */
  text: string;
  /** How long the service stores it for an unreachable device. */
  ttlSeconds: number;
  urgency: 'normal' | 'high';
  /** A message replaces an undelivered one with the same topic: letters, digits, - and _. */
  topic: string;
};

/**
 * The outcome of a message. `gone`: the subscription no longer exists. `later`: worth a retry, after `waitMs` when the
 * service gave it. `refused`: a retry would not help.
 */
export type PushOutcome =
  | { is: 'sent' }
  | { is: 'gone' }
  | { is: 'later'; waitMs: number | null; because: string }
  | { is: 'refused'; because: string };

export type Sender = {
  key: VapidKey /** A mailto: or https: contact for the service's operators. */;
  subject: string;
  now: Date;
};

/** Sends one message to the push service of its receiver (RFC 8030, 5). */
export async function sendPush(outside: Outside, message: PushMessage, sender: Sender): Promise<PushOutcome> {
  const { endpoint, keys, text, ttlSeconds, urgency, topic } = message;
  try {
    const answer = await outside(endpoint.href, {
      method: 'POST',
      maxBytes: ANSWER_MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      body: encryptMessage(text, keys),
      headers: {
        authorization: vapidHeader(sender.key, { endpoint, subject: sender.subject, now: sender.now }),
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(ttlSeconds),
        urgency,
        topic,
      },
    });
    return outcomeOf(answer, sender.now);
  } catch (error) {
    if (!(error instanceof OutsideFailed)) throw error;
    // An answer that is too long to read is still an answer: the message may have been accepted.
    const isForGood = error.reason === 'refused' || error.reason === 'too_large';
    return isForGood ? { is: 'refused', because: error.reason } : { is: 'later', waitMs: null, because: error.reason };
  }
}

function outcomeOf({ status, headers }: Pick<OutsideAnswer, 'status' | 'headers'>, now: Date): PushOutcome {
  if (status >= 200 && status < 300) return { is: 'sent' };
  if (status === 404 || status === 410) return { is: 'gone' };
  const because = `status ${status}`;
  if (status === 429 || status >= 500 || status === 408) {
    return { is: 'later', waitMs: waitOf(headers['retry-after'], now), because };
  }
  // Also for 401 and 403: a wrong clock or a wrong key of ours must not delete all subscriptions.
  return { is: 'refused', because };
}

/** `Retry-After` in seconds or as a date; null when missing or invalid. */
export function waitOf(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, LONGEST_WAIT_MS) : null;
}
