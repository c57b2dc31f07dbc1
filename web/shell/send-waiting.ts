import { queuedActions } from '#web/features/platform/offline/outbox.ts';
import { sendActions } from '#web/features/platform/offline/send.ts';
import { sentWords } from '#web/features/platform/offline/words.ts';
import { deliverAll, unsentAnswers } from '#web/features/study/practice/review/review-outbox.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { toast } from '#web/ui/toast.ts';

/** The queries that answers, notes and progress change. */
const changed = [
  keys.annotations.all,
  keys.lessons.progress,
  keys.review.all,
  keys.practices.all,
  keys.courses.all,
  keys.dashboard.all,
  keys.examMap.all,
];

/** Sends everything that is queued in this browser and shows a toast. True if the queue is empty. */
export async function sendAll(userId: string): Promise<boolean> {
  const deeds = queuedActions(userId);
  const answers = unsentAnswers(userId).length;
  const { left, refused } = await sendActions(userId);
  const isReviewSent = await deliverAll(userId);
  await invalidate(...changed);
  for (const { deed, message } of refused) {
    const lost = deed.kind === 'note' || deed.kind === 'note-change' ? ` "${deed.note}"` : '';
    toast({ title: 'Não foi possível enviar', description: `${message}${lost}`, tone: 'bad' });
  }
  const words = sentWords(deeds, answers);
  if (left === 0 && isReviewSent && refused.length === 0 && words) toast({ title: 'De volta', description: words });
  return left === 0 && isReviewSent;
}
