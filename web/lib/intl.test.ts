import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { steadyClock } from '#server/time/steady-clock.ts';
import {
  dateWriter,
  dayWriter,
  monthName,
  numberWriter,
  shortMonth,
  shortWeekday,
  twoDigits,
  weekdayName,
} from './intl.ts';
import { renewSchool } from './school.ts';

const styles = [
  { maximumFractionDigits: 0 },
  { maximumFractionDigits: 1 },
  { minimumFractionDigits: 1, maximumFractionDigits: 1 },
  { minimumFractionDigits: 1, maximumFractionDigits: 2 },
  { minimumFractionDigits: 2, maximumFractionDigits: 2 },
  { style: 'percent', maximumFractionDigits: 0 },
] as const;

const values = fc.oneof(
  fc.integer(),
  fc.integer({ min: -100_000_000, max: 100_000_000 }).map((hundredths) => hundredths / 100),
  // Halves, where two ways of rounding part.
  fc.integer({ min: -100_000, max: 100_000 }).map((half) => Number(`${half}5e-2`)),
  fc.double({ min: -1e15, max: 1e15, noNaN: true }),
  fc.constantFrom(0, -0, 1e21, 1e-7, Number.NaN, Number.POSITIVE_INFINITY),
);

test.each(styles)('numbers are written as Intl writes them in pt-BR: %o', (style) => {
  const [write, { format }] = [numberWriter(style), new Intl.NumberFormat('pt-BR', style)];
  fc.assert(
    fc.property(values, (value) => {
      expect(write(value)).toBe(format(value));
    }),
    { numRuns: 2000 },
  );
});

afterEach(() => renewSchool({ clock: null }));

const years = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const write = (parts: Parameters<Parameters<typeof dateWriter>[0]>[0]) =>
  [
    `${weekdayName(parts)}, ${parts.day} de ${monthName(parts)} de ${parts.year}`,
    shortMonth(parts),
    shortWeekday(parts),
    `${twoDigits(parts.hour)}:${twoDigits(parts.minute)}`,
  ].join(' | ');

function byIntl(moment: Date, timeZone: string): string {
  const as = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('pt-BR', { timeZone, ...options }).format(moment);
  return [
    as({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    as({ month: 'short' }),
    as({ weekday: 'short' }),
    as({ hour: '2-digit', minute: '2-digit' }),
  ].join(' | ');
}

test.each([
  ['as the server tells the clock, and Intl beyond', true],
  ['by Intl alone', false],
])('moments are written as Intl writes them where the school is: %s', (_how, isTold) => {
  renewSchool({ clock: isTold ? steadyClock(new Date()) : null });
  fc.assert(
    fc.property(years, (moment) => {
      expect(dateWriter(write)(moment)).toBe(byIntl(moment, 'America/Sao_Paulo'));
    }),
    { numRuns: 300 },
  );
});

test('calendar days are written the same in every time zone', () => {
  fc.assert(
    fc.property(years, (moment) => {
      expect(dayWriter(write)(moment)).toBe(byIntl(moment, 'UTC'));
    }),
    { numRuns: 300 },
  );
});

test.each([dateWriter, dayWriter])('an invalid date throws', (writer) => {
  expect(() => writer(write)(new Date('nowhere'))).toThrow(RangeError);
});
