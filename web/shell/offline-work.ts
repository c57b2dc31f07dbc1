import type { User } from '#contract/platform/users.ts';
import { hasWaiting } from '#web/features/platform/offline/use-waiting.ts';
import { untilDone } from '#web/lib/until-done.ts';

/**
 * Sends actions that were done offline, now and whenever the network returns, and caches what is needed for the next
 * time offline.
 */
export function goOnOffline({ id, role }: User): () => void {
  const sending = untilDone(async () => {
    if (!hasWaiting(id)) return true;
    const { sendAll } = await import('./send-waiting.ts');
    return sendAll(id);
  });
  const keepForLater = async () => {
    // Only what a student reads is cached (decision 251).
    if (role !== 'student' || !navigator.onLine || !navigator.serviceWorker) return;
    await navigator.serviceWorker.ready;
    const [{ cacheDocumentAnswers, meetWorker }, { renewSaved }] = await Promise.all([
      import('#web/features/platform/offline/cache-document-answers.ts'),
      import('#web/features/platform/offline/renew.ts'),
    ]);
    await meetWorker(id);
    await cacheDocumentAnswers(id);
    await renewSaved(id);
  };
  sending.now();
  // After a failure the next page tries again.
  const waiting = setTimeout(() => void keepForLater().catch(() => undefined), AFTER_SCREEN_MS);
  addEventListener('online', sending.now);
  return () => {
    clearTimeout(waiting);
    sending.stop();
    removeEventListener('online', sending.now);
  };
}

/** The screen, its files and those of the worker are loaded first. */
const AFTER_SCREEN_MS = 3000;
