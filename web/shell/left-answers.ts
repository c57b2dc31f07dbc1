import { hasUnsent } from '#web/lib/local-data.ts';
import { untilDone } from '#web/lib/until-done.ts';

/** Sends answers that an earlier visit could not send, now and whenever the network returns, until it is stopped. */
export function sendLeftAnswers(userId: string): () => void {
  const drain = untilDone(async () => {
    if (!(await hasUnsent(userId))) return true;
    const { drainOutboxes } = await import('#web/features/exams/mock-exams/taking/drain-outboxes.ts');
    return drainOutboxes(userId);
  });
  drain.now();
  window.addEventListener('online', drain.now);
  return () => {
    drain.stop();
    window.removeEventListener('online', drain.now);
  };
}
