import { addDays, dayOf, momentOn, secondOfDay, startOfDay } from './calendar.ts';

/** Days on which the school answers: Monday to Friday in America/Sao_Paulo, without national holidays. */

/** Holidays by custom, not by law: each school chooses whether to observe them. */
export type HolidaySettings = { carnival: boolean; corpusChristi: boolean };

/** Legal holidays, as month and day. */
const fixed = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25'];
const blackAwareness = { day: '11-20', since: 2024 };

export function nationalHolidays(year: number, settings: HolidaySettings): string[] {
  const easter = easterOf(year);
  const days = fixed.map((day) => `${year}-${day}`);
  if (year >= blackAwareness.since) days.push(`${year}-${blackAwareness.day}`);
  days.push(addDays(easter, -2));
  if (settings.carnival) days.push(addDays(easter, -48), addDays(easter, -47));
  if (settings.corpusChristi) days.push(addDays(easter, 60));
  return days.sort();
}

export function isWorkingDay(day: string, settings: HolidaySettings): boolean {
  const weekday = new Date(day).getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  return !nationalHolidays(Number(day.slice(0, 4)), settings).includes(day);
}

/** The day `count` working days after this one, which itself is not counted, working day or not. */
export function addWorkingDays(day: string, count: number, settings: HolidaySettings): string {
  let reached = day;
  for (let left = count; left > 0; left -= 1) reached = nextWorkingDay(reached, settings);
  return reached;
}

function nextWorkingDay(day: string, settings: HolidaySettings): string {
  let next = addDays(day, 1);
  while (!isWorkingDay(next, settings)) next = addDays(next, 1);
  return next;
}

/**
 * The deadline for the answer to a proof: after 24 hours that are counted on working days only, so at the same hour of
 * the next working day. A proof sent on a day off is counted from the start of the next working day.
 */
export function answerDeadline(sentAt: Date, settings: HolidaySettings): Date {
  const day = dayOf(sentAt);
  if (isWorkingDay(day, settings)) return momentOn(nextWorkingDay(day, settings), secondOfDay(sentAt));
  return startOfDay(addWorkingDays(day, 2, settings));
}

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
function easterOf(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const skippedLeaps = Math.floor(century / 4);
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - skippedLeaps - moonCorrection + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const lateMoon = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  // The earliest date is the 22nd of March.
  return addDays(`${year}-03-22`, epact + toSunday - 7 * lateMoon);
}
