import { OFFLINE_LEASE_DAYS } from '#contract/limits.ts';
import { DAY_MS } from '#contract/time.ts';

/** The client time of an action. A time in the future or older than the lease is replaced by now. */
export function clientTime(told: string, now: Date): Date {
  const at = new Date(told);
  const age = now.getTime() - at.getTime();
  return age >= 0 && age <= OFFLINE_LEASE_DAYS * DAY_MS ? at : now;
}
