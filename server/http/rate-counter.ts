import { createHmac } from 'node:crypto';
import { MINUTE_MS } from '#contract/time.ts';

/** From this share of its limit on, a key's count is shared with the other processes. */
const SHARED_FROM = 0.2;
/** Attackers have many addresses: with more keys than this, the process drops the minute's counts. */
const MAX_KEYS = 200_000;

type Entry = { class: string; key: string; max: number; all: number; unsent: number };
export type Share = (counted: { class: string; key: Buffer; minute: Date; count: number }[]) => Promise<number[]>;

/**
 * Adds up the weights of requests per minute in memory, and shares the counts of busy keys with the other processes once a second.
 * A request costs a map lookup; a limit is exact within one process and a second late across several.
 */
export function rateCounter(secret: string, share: Share) {
  let minute = 0;
  let entries = new Map<string, Entry>();

  return {
    /** Seconds until the key may come again; null: it may pass. */
    count(kind: string, value: string, max: number, now: number, weight = 1): number | null {
      const current = Math.floor(now / MINUTE_MS) * MINUTE_MS;
      if (current !== minute || entries.size > MAX_KEYS) {
        minute = current;
        entries = new Map();
      }
      const id = `${kind}:${value}`;
      let entry = entries.get(id);
      if (!entry) {
        entry = { class: kind, key: value, max, all: 0, unsent: 0 };
        entries.set(id, entry);
      }
      // Refused requests are not counted: the limit is reached already, and a count costs a write.
      if (entry.all + weight > max) return Math.max(1, Math.ceil((minute + MINUTE_MS - now) / 1000));
      entry.all += weight;
      entry.unsent += weight;
      return null;
    },

    async share(): Promise<void> {
      const busy = [...entries.values()]
        .filter((entry) => entry.unsent > 0 && entry.all >= entry.max * SHARED_FROM)
        .sort((a, b) => (`${a.class}:${a.key}` < `${b.class}:${b.key}` ? -1 : 1));
      if (busy.length === 0) return;
      const sent = busy.map((entry) => entry.unsent);
      const at = new Date(minute);
      for (const entry of busy) entry.unsent = 0;
      const hash = ({ class: kind, key }: Entry) => createHmac('sha256', secret).update(`rate:${kind}:${key}`).digest();
      const counted = busy.map((entry, index) => ({
        class: entry.class,
        key: hash(entry),
        minute: at,
        count: sent[index] ?? 0,
      }));
      const totals = await share(counted);
      busy.forEach((entry, index) => {
        // Requests counted during the query are not in its result yet.
        entry.all = Math.max(entry.all, (totals[index] ?? 0) + entry.unsent);
      });
    },
  };
}
