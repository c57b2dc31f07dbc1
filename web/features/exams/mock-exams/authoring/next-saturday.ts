import { toSchoolTime } from '#contract/school-time.ts';
import { DAY_MS } from '#contract/time.ts';

/** The next Saturday of the school after today, from nine to six, as the fields for day and hour show it. */
export function nextSaturday(now: string): { opensAt: string; closesAt: string } {
  const today = Date.parse(`${toSchoolTime(now).slice(0, 10)}T00:00:00.000Z`);
  const ahead = 6 - new Date(today).getUTCDay() || 7;
  const day = new Date(today + ahead * DAY_MS).toISOString().slice(0, 10);
  return { opensAt: `${day}T09:00`, closesAt: `${day}T18:00` };
}
