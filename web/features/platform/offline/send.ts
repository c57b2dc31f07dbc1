import { OFFLINE_SENT_AT_ONCE } from '#contract/limits.ts';
import { type OfflineAction, sendOffline } from '#contract/study/offline.ts';
import { call } from '#web/lib/api.ts';
import { forgetSent, queueAction, queuedActions } from './outbox.ts';

export type Sent = { sent: number; left: number; refused: { deed: OfflineAction; message: string }[] };

/**
 * Sends all queued actions in batches. An action is deleted here only when the server confirms it; the server ignores
 * duplicates. Throws when the server is unreachable.
 */
export async function sendActions(userId: string): Promise<Sent> {
  const deeds = queuedActions(userId);
  const refused: Sent['refused'] = [];
  let sent = 0;
  for (let from = 0; from < deeds.length; from += OFFLINE_SENT_AT_ONCE) {
    const part = deeds.slice(from, from + OFFLINE_SENT_AT_ONCE);
    const { results } = await call(sendOffline, { body: { deeds: part } });
    const byKey = new Map(results.map((result) => [result.key, result]));
    for (const deed of part) {
      const result = byKey.get(deed.key);
      if (!result || result.state === 'later') continue;
      if (result.state === 'done') sent += 1;
      else if (deed.instead) queueAction(userId, deed.instead);
      else refused.push({ deed, message: result.message ?? '' });
      forgetSent(userId, deed);
    }
  }
  return { sent, left: queuedActions(userId).length, refused };
}
