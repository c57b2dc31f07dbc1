import { OFFLINE_LEASE_DAYS } from '#contract/limits.ts';
import { DAY_MS } from '#contract/time.ts';

/** When something was done, as a device tells it. One whose clock cannot be right has done it now. */
export function clientTime(told: string, now: Date): Date {
  const at = new Date(told);
  const age = now.getTime() - at.getTime();
  return age >= 0 && age <= OFFLINE_LEASE_DAYS * DAY_MS ? at : now;
}
