import { describe, expect, test } from 'vitest';
import {
  formatDate,
  formatDateTime,
  formatDeadline,
  formatDecimal,
  formatGreeting,
  formatLongDate,
  formatMinutes,
  formatMissing,
  formatMoney,
  formatNumber,
  formatPercent,
  formatRelative,
  formatWeekday,
  plural,
} from './format.ts';

test('money is written from cents, with plain spaces', () => {
  expect(formatMoney(29_700)).toBe('R$ 297,00');
  expect(formatMoney(5)).toBe('R$ 0,05');
  expect(formatMoney(123_456_789)).toBe('R$ 1.234.567,89');
});

test('percent is written from a ratio, without decimals', () => {
  expect(formatPercent(0)).toBe('0%');
  expect(formatPercent(0.414)).toBe('41%');
  expect(formatPercent(1)).toBe('100%');
});

describe('dates are in the time zone of São Paulo', () => {
  // 02:30 in UTC is still the evening before in São Paulo.
  const lateEvening = '2026-11-15T02:30:00.000Z';

  test('are written short, with time, and long', () => {
    expect(formatDate(lateEvening)).toBe('14/11/2026');
    expect(formatDateTime(lateEvening)).toBe('14/11/2026 23:30');
    expect(formatLongDate(lateEvening)).toBe('14 de novembro de 2026');
  });

  test('accept a Date or a text', () => {
    expect(formatDate(new Date(lateEvening))).toBe('14/11/2026');
  });

  test('write midnight as 00:00', () => {
    expect(formatDateTime('2026-11-15T03:00:00.000Z')).toBe('15/11/2026 00:00');
  });
});

describe('relative time', () => {
  // Thursday 12/11/2026, 10:05 in São Paulo.
  const now = '2026-11-12T13:05:00.000Z';

  test.each([
    ['2026-11-12T13:04:30.000Z', 'agora'],
    ['2026-11-12T13:05:20.000Z', 'agora'],
    ['2026-11-12T12:58:00.000Z', 'há 7 min'],
    ['2026-11-12T11:00:00.000Z', 'há 2 h'],
    ['2026-11-12T03:00:00.000Z', 'há 10 h'],
    ['2026-11-12T02:40:00.000Z', 'há 10 h'],
    ['2026-11-11T20:00:00.000Z', 'ontem'],
    ['2026-11-11T03:00:00.000Z', 'ontem'],
    ['2026-11-11T02:59:00.000Z', 'há 2 dias'],
    ['2026-11-06T13:00:00.000Z', 'há 6 dias'],
    ['2026-11-05T13:00:00.000Z', '5 de nov.'],
    ['2025-11-07T13:00:00.000Z', '7 de nov. de 2025'],
    ['2027-01-31T13:00:00.000Z', '31 de jan. de 2027'],
  ])('%s is %s', (moment, spoken) => {
    expect(formatRelative(moment, now)).toBe(spoken);
  });
});

test('minutes become hours as they are spoken', () => {
  expect(formatMinutes(0)).toBe('0 min');
  expect(formatMinutes(18)).toBe('18 min');
  expect(formatMinutes(60)).toBe('1h');
  expect(formatMinutes(65)).toBe('1h05');
  expect(formatMinutes(85.4)).toBe('1h25');
  expect(formatMinutes(860)).toBe('14h20');
});

test('plural picks the word and groups thousands', () => {
  expect(plural(0, 'dia', 'dias')).toBe('0 dias');
  expect(plural(1, 'dia', 'dias')).toBe('1 dia');
  expect(plural(1200, 'aluno', 'alunos')).toBe('1.200 alunos');
});

test('a day is named as it is spoken', () => {
  expect(formatWeekday('2026-11-12T13:05:00.000Z')).toBe('Quinta-feira, 12 de novembro');
  expect(formatWeekday('2026-11-13T02:59:00.000Z')).toBe('Quinta-feira, 12 de novembro');
});

test.each([
  ['2026-11-12T08:00:00.000Z', 'Bom dia'],
  ['2026-11-12T14:59:00.000Z', 'Bom dia'],
  ['2026-11-12T15:00:00.000Z', 'Boa tarde'],
  ['2026-11-12T21:00:00.000Z', 'Boa noite'],
  ['2026-11-12T03:00:00.000Z', 'Boa noite'],
  ['2026-11-12T07:59:00.000Z', 'Boa noite'],
])('%s: %s', (moment, greeting) => {
  expect(formatGreeting(moment)).toBe(greeting);
});

test('decimals have a comma and always one place', () => {
  expect(formatDecimal(4)).toBe('4,0');
  expect(formatDecimal(4.25)).toBe('4,3');
  expect([66.7, 80, 1536.25].map(formatNumber)).toEqual(['66,7', '80', '1.536,3']);
});

test('the verb of a missing amount agrees with its number', () => {
  expect([1, 18, 60, 85, 120].map((minutes) => formatMissing(minutes))).toEqual([
    'falta 1 min',
    'faltam 18 min',
    'falta 1h',
    'falta 1h25',
    'faltam 2h',
  ]);
  expect(formatMissing(60, 'cerca de ')).toBe('falta cerca de 1h');
});

test.each([
  ['2026-11-17T17:00:00.000Z', 'terça, 17/11, às 14h'],
  ['2026-11-18T04:05:00.000Z', 'quarta, 18/11, à 1h05'],
  ['2026-11-18T03:00:30.000Z', 'terça, 17/11, às 23h59'],
  ['2026-11-18T03:01:00.000Z', 'quarta, 18/11, às 0h01'],
  ['2026-11-14T12:09:00.000Z', 'sábado, 14/11, às 9h09'],
])('a deadline as it is said: %s', (moment, said) => {
  expect(formatDeadline(moment)).toBe(said);
});

test('the first day of a month is an ordinal, and no other day is', () => {
  expect(formatLongDate('2027-01-01T15:00:00.000Z')).toBe('1º de janeiro de 2027');
  expect(formatWeekday('2027-01-01T15:00:00.000Z')).toBe('Sexta-feira, 1º de janeiro');
  expect(formatLongDate('2027-01-11T15:00:00.000Z')).toBe('11 de janeiro de 2027');
});
