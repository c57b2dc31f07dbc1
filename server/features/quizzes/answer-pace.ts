import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/errors.ts';

/** Far above what a person can click, far below what a loop can send. */
const BURST = 300;
const PER_SECOND = 5;
const MAX_ENTRIES = 20_000;

/**
 * Keeps a loop of one student from taking the machine away from the others. In memory, because it stands on the
 * hottest path: each process counts for itself, which is enough for fairness.
 */
export function answerPace(deps: Pick<Deps, 'config' | 'clock'>) {
  const buckets = new Map<string, { left: number; at: number }>();
  return (userId: string): void => {
    if (!deps.config.rateLimit) return;
    const now = deps.clock.now().getTime();
    const bucket = buckets.get(userId) ?? { left: BURST, at: now };
    const left = Math.min(BURST, bucket.left + (Math.max(0, now - bucket.at) / 1000) * PER_SECOND);
    if (left < 1) {
      const retryAfter = Math.ceil((1 - left) / PER_SECOND);
      throw new AppError('too_many_requests', 'Muitas respostas em pouco tempo. Espere um instante.', { retryAfter });
    }
    if (buckets.size >= MAX_ENTRIES) buckets.clear();
    buckets.set(userId, { left: left - 1, at: now });
  };
}
