import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import { addDays } from './calendar.ts';
import { addWorkingDays, answerDeadline, isWorkingDay, nationalHolidays } from './working-days.ts';

const byLaw = { carnival: false, corpusChristi: false };
const withCustom = { carnival: true, corpusChristi: true };

/** The movable holidays as printed in calendars: Carnival's Monday and Tuesday, Good Friday, Corpus Christi. */
const printed: Readonly<Record<number, [string, string, string, string]>> = {
  2020: ['02-24', '02-25', '04-10', '06-11'],
  2021: ['02-15', '02-16', '04-02', '06-03'],
  2022: ['02-28', '03-01', '04-15', '06-16'],
  2023: ['02-20', '02-21', '04-07', '06-08'],
  2024: ['02-12', '02-13', '03-29', '05-30'],
  2025: ['03-03', '03-04', '04-18', '06-19'],
  2026: ['02-16', '02-17', '04-03', '06-04'],
  2027: ['02-08', '02-09', '03-26', '05-27'],
  2028: ['02-28', '02-29', '04-14', '06-15'],
  2029: ['02-12', '02-13', '03-30', '05-31'],
  2030: ['03-04', '03-05', '04-19', '06-20'],
  2031: ['02-24', '02-25', '04-11', '06-12'],
  2032: ['02-09', '02-10', '03-26', '05-27'],
  2033: ['02-28', '03-01', '04-15', '06-16'],
  2034: ['02-20', '02-21', '04-07', '06-08'],
  2035: ['02-05', '02-06', '03-23', '05-24'],
  2036: ['02-25', '02-26', '04-11', '06-12'],
  2037: ['02-16', '02-17', '04-03', '06-04'],
  2038: ['03-08', '03-09', '04-23', '06-24'],
  2039: ['02-21', '02-22', '04-08', '06-09'],
  2040: ['02-13', '02-14', '03-30', '05-31'],
};
const years = Object.keys(printed).map(Number);

function plainTable(year: number, custom: boolean): Set<string> {
  const [monday, tuesday, friday, corpus] = printed[year] ?? [];
  const days = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25', friday];
  if (year > 2023) days.push('11-20');
  if (custom) days.push(monday, tuesday, corpus);
  return new Set(days.map((day) => `${year}-${day}`));
}
const tables = new Map(
  [true, false].flatMap((custom) => years.map((year) => [`${year}${custom}`, plainTable(year, custom)])),
);

/** An independent implementation: looks days up in the table, three hours behind UTC. */
function worksByTable(moment: Date, custom: boolean): boolean {
  const local = new Date(moment.getTime() - 3 * HOUR_MS);
  const [weekday] = local.toUTCString().split(',');
  if (weekday === 'Sat' || weekday === 'Sun') return false;
  return !tables.get(`${local.getUTCFullYear()}${custom}`)?.has(local.toISOString().slice(0, 10));
}

/** Counts 24 hours of working days only, a quarter of an hour at a time. */
function deadlineByHourglass(sentAt: Date, custom: boolean): Date {
  const quarter = 15 * MINUTE_MS;
  const works = new Map<number, boolean>();
  let moment = sentAt.getTime();
  for (let left = 96; left > 0; moment += quarter) {
    const day = Math.floor((moment - 3 * HOUR_MS) / DAY_MS);
    if (!works.has(day)) works.set(day, worksByTable(new Date(moment), custom));
    if (works.get(day)) left -= 1;
  }
  return new Date(moment);
}

const at = (local: string) => new Date(`${local}-03:00`);
const deadline = (local: string, settings = byLaw) => answerDeadline(at(local), settings);

describe('national holidays', () => {
  // Years with an exception in the lunar rule, the next century, and the earliest possible Easter.
  it.each(['1954-04-16', '1981-04-17', '2049-04-16', '2076-04-17', '2100-03-26', '2285-03-20'])(
    'know the Good Friday of %s',
    (day) => {
      const found = nationalHolidays(Number(day.slice(0, 4)), byLaw);
      expect(found.filter((holiday) => /-0[34]-/.test(holiday) && !holiday.endsWith('-04-21'))).toEqual([day]);
    },
  );

  it.each(years)('are those of the printed calendar in %i', (year) => {
    expect(nationalHolidays(year, byLaw)).toEqual([...plainTable(year, false)].sort());
    expect(nationalHolidays(year, withCustom)).toEqual([...plainTable(year, true)].sort());
  });

  it('take each custom by itself', () => {
    expect(nationalHolidays(2026, { carnival: true, corpusChristi: false })).toContain('2026-02-17');
    expect(nationalHolidays(2026, { carnival: true, corpusChristi: false })).not.toContain('2026-06-04');
    expect(nationalHolidays(2026, { carnival: false, corpusChristi: true })).toContain('2026-06-04');
  });

  it('have 20 November from 2024 on', () => {
    expect(isWorkingDay('2023-11-20', byLaw)).toBe(true);
    expect(isWorkingDay('2024-11-20', byLaw)).toBe(false);
  });
});

describe("the answer's deadline", () => {
  it.each([
    ['Friday 14h is Monday 14h', '2026-11-13T14:00', '2026-11-16T14:00'],
    ['Monday 9h12 is Tuesday 9h12', '2026-11-16T09:12', '2026-11-17T09:12'],
    ['a Saturday begins on Monday', '2026-11-14T10:00', '2026-11-17T00:00'],
    ['the evening before a holiday goes past it', '2026-11-19T23:30', '2026-11-23T23:30'],
    ['a holiday begins on the next working day', '2026-12-25T08:00', '2026-12-29T00:00'],
    ["the year's last day goes past New Year", '2026-12-31T18:00', '2027-01-04T18:00'],
    ['a leap day is a day', '2028-02-29T11:00', '2028-03-01T11:00'],
    ['the last second of a Friday is still Friday', '2026-11-13T23:59:59.999', '2026-11-16T23:59:59.999'],
    ['the first moment of a Saturday is no longer Friday', '2026-11-14T00:00', '2026-11-17T00:00'],
  ])('%s', (_, sent, due) => {
    expect(deadline(sent)).toEqual(at(due));
  });

  it('counts Carnival only where the school keeps it', () => {
    expect(deadline('2026-02-13T14:00')).toEqual(at('2026-02-16T14:00'));
    expect(deadline('2026-02-13T14:00', withCustom)).toEqual(at('2026-02-18T14:00'));
  });

  it('agrees with an hourglass from 2020 to 2040, at hours that wander through the day', () => {
    for (const custom of [false, true]) {
      const settings = custom ? withCustom : byLaw;
      const step = 67 * HOUR_MS + 45 * MINUTE_MS;
      for (let moment = at('2020-01-01T00:00').getTime(); moment < at('2040-12-25T00:00').getTime(); moment += step) {
        const sentAt = new Date(moment);
        const due = answerDeadline(sentAt, settings);
        const counted = deadlineByHourglass(sentAt, custom);
        // The count stops with the last hour of a working day; the deadline is the same or the start of the next one.
        if (due.getTime() !== counted.getTime()) {
          expect({ sentAt, due: onlyDaysOffBetween(counted, due, custom) }).toEqual({ sentAt, due: true });
        }
      }
    }
  });

  it('keeps the hour on the wall where summer time began in between', () => {
    // Until 2019 clocks went forward: Friday 2 November 2018 was a holiday, Sunday the 4th had 23 hours.
    expect(answerDeadline(new Date('2018-11-01T14:00-03:00'), byLaw)).toEqual(new Date('2018-11-05T14:00-02:00'));
  });
});

const onlyDaysOffBetween = (from: Date, to: Date, custom: boolean): boolean => {
  for (let moment = from.getTime(); moment < to.getTime(); moment += HOUR_MS) {
    if (worksByTable(new Date(moment), custom)) return false;
  }
  return from < to;
};

describe('working days', () => {
  it.each([
    ['five from a Monday', '2026-11-09', 5, '2026-11-16'],
    ['past a holiday on a Friday', '2026-11-16', 5, '2026-11-24'],
    ['from a Sunday', '2026-11-15', 5, '2026-11-23'],
    ["over the year's end", '2026-12-23', 5, '2026-12-31'],
    ['none at all', '2026-11-15', 0, '2026-11-15'],
  ])('are added: %s', (_, day, count, expected) => {
    expect(addWorkingDays(day, count, byLaw)).toBe(expected);
  });

  it('are the ones of the table, every day from 2020 to 2040', () => {
    for (let day = '2020-01-01'; day <= '2040-12-31'; day = addDays(day, 1)) {
      if (isWorkingDay(day, byLaw) !== worksByTable(at(`${day}T12:00`), false)) expect.fail(day);
      if (isWorkingDay(day, withCustom) !== worksByTable(at(`${day}T12:00`), true)) expect.fail(day);
    }
  });
});
