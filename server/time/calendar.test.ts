import { describe, expect, it } from 'vitest';
import { TIME_ZONE } from '#contract/time.ts';
import { dayNumber, dayOf, longDate, momentOn, numberedDay, secondOfDay, startOfDay } from './calendar.ts';

describe('a moment on the wall', () => {
  it('is three hours behind UTC', () => {
    expect(momentOn('2026-11-15', 14 * 3600)).toEqual(new Date('2026-11-15T17:00:00Z'));
    expect(startOfDay('2028-02-29')).toEqual(new Date('2028-02-29T03:00:00Z'));
  });

  it('is two hours behind in the summers of the past', () => {
    expect(momentOn('2018-12-24', 14 * 3600)).toEqual(new Date('2018-12-24T16:00:00Z'));
  });

  it('begins a day without midnight at one o’clock', () => {
    expect(startOfDay('2018-11-04')).toEqual(new Date('2018-11-04T03:00:00Z'));
    expect(secondOfDay(startOfDay('2018-11-04'))).toBe(3600);
  });

  it('is the first of two where an evening came twice', () => {
    expect(momentOn('2019-02-16', 23.5 * 3600)).toEqual(new Date('2019-02-17T01:30:00Z'));
    expect(startOfDay('2019-02-17')).toEqual(new Date('2019-02-17T03:00:00Z'));
  });

  it('leads back to the day and the second', () => {
    const moment = new Date('2031-07-09T02:59:59.250Z');
    expect(momentOn(dayOf(moment), secondOfDay(moment))).toEqual(moment);
  });
});

it('a day is the same whether or not its minute was asked for before', () => {
  const plain = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE, dateStyle: 'short' });
  // Midnight, also of a night on which the clock was changed, of an hour that came twice, and before 1914.
  const midnights = ['2026-11-19T03:00:00Z', '2018-11-04T03:00:00Z', '2019-02-17T03:00:00Z', '1913-05-02T03:06:28Z'];
  for (const midnight of midnights.map(Date.parse)) {
    for (const away of [-1, 0, 1, -60_000, 60_000, -1, 0]) {
      const moment = new Date(midnight + away);
      expect(dayOf(moment), moment.toISOString()).toBe(plain.format(moment));
    }
  }
  expect(dayOf(new Date('2026-11-19T02:59:59.999Z'))).toBe('2026-11-18');
  expect(dayOf(new Date('2026-11-19T03:00:00.000Z'))).toBe('2026-11-19');
});

it('numbered days stay right when more were asked for than are remembered', () => {
  const number = dayNumber('2026-11-19');
  for (let away = 0; away < 5000; away += 1) numberedDay(number + away);
  expect([number - 1, number, number + 1, number].map(numberedDay)).toEqual([
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-19',
  ]);
});

it('a long date is that of the school, with an ordinal for the first day of a month', () => {
  expect(longDate(new Date('2027-01-01T15:00:00.000Z'))).toBe('1º de janeiro de 2027');
  expect(longDate(new Date('2027-01-12T02:00:00.000Z'))).toBe('11 de janeiro de 2027');
});
