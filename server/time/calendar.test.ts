import { describe, expect, it } from 'vitest';
import { dayOf, longDate, momentOn, secondOfDay, startOfDay } from './calendar.ts';

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

it('a long date is that of the school, with an ordinal for the first day of a month', () => {
  expect(longDate(new Date('2027-01-01T15:00:00.000Z'))).toBe('1º de janeiro de 2027');
  expect(longDate(new Date('2027-01-12T02:00:00.000Z'))).toBe('11 de janeiro de 2027');
});
