import { expect, it } from 'vitest';
import {
  shortenedTime,
  spokenDuration,
  spokenMoment,
  spokenMomentAt,
  spokenTimeOf,
  timeLeft,
  windowState,
} from './window-words.ts';

const now = Date.parse('2026-11-19T22:00:00.000Z');
const saturday = { opensAt: '2026-11-21T12:00:00.000Z', closesAt: '2026-11-21T21:30:00.000Z', isDelivered: false };

it('the opening time is written as people say it', () => {
  expect(spokenMoment(saturday.opensAt, now)).toBe('sábado, 9h');
  expect(spokenMoment(saturday.closesAt, Date.parse(saturday.opensAt))).toBe('hoje, 18h30');
  expect(spokenMoment('2026-12-12T12:00:00.000Z', now)).toBe('12 de dezembro, 9h');
});

it('the time left until the opening is written in words', () => {
  expect(timeLeft(saturday.opensAt, now)).toBe('Faltam 1 dia e 14 horas.');
  expect(timeLeft(saturday.opensAt, Date.parse('2026-11-20T12:00:00.000Z'))).toBe('Falta 1 dia.');
  expect(timeLeft(saturday.opensAt, Date.parse('2026-11-21T10:30:00.000Z'))).toBe('Faltam 1 hora e 30 minutos.');
  expect(timeLeft(saturday.opensAt, Date.parse('2026-11-21T11:59:30.000Z'))).toBe('Falta 1 minuto.');
});

it('a window knows whether it is not open yet, open, closed or delivered', () => {
  const at = (moment: string) => windowState(saturday, Date.parse(moment));
  expect(at('2026-11-21T11:59:59.999Z')).toBe('before');
  expect(at(saturday.opensAt)).toBe('open');
  expect(at(saturday.closesAt)).toBe('closed');
  expect(windowState({ ...saturday, isDelivered: true }, Date.parse(saturday.opensAt))).toBe('delivered');
});

it('says how much time a late start leaves, and nothing where the whole time is left', () => {
  const open = { ...saturday, endsForAll: true };
  const at = (moment: string) => shortenedTime(open, 20, Date.parse(moment));
  expect(at('2026-11-21T21:10:00.000Z')).toBeNull();
  expect(at('2026-11-21T21:10:00.001Z')).toBe(20 * 60_000 - 1);
  expect(spokenDuration(at('2026-11-21T21:24:31.000Z') ?? 0)).toBe('5 min 29 s');
  // Before it opens and after it closes there is no question.
  expect([at('2026-11-21T11:59:00.000Z'), at('2026-11-21T21:30:00.000Z')]).toEqual([null, null]);
  const late = Date.parse('2026-11-21T21:24:31.000Z');
  expect(shortenedTime({ ...open, endsForAll: false }, 20, late)).toBeNull();
  expect(shortenedTime(open, null, late)).toBeNull();
});

it.each([
  [329_000, '5 min 29 s'],
  [300_000, '5 min'],
  [45_999, '45 s'],
  [0, '0 s'],
  [3_900_000, '1h05'],
])('a duration of %i ms is written as %s', (ms, words) => expect(spokenDuration(ms)).toBe(words));

it.each([
  ['2026-11-21T14:24:00.000Z', 'hoje, às 11h24', 'às 11h24'],
  ['2026-11-21T04:05:00.000Z', 'hoje, à 1h05', 'à 1h05'],
  ['2026-11-20T14:00:00.000Z', '20 de novembro, às 11h', '20 de novembro, às 11h'],
])('the moment %s is written as people say it', (moment, withDay, time) => {
  const now = Date.parse('2026-11-21T20:00:00.000Z');
  expect([spokenMomentAt(moment, now), spokenTimeOf(moment, now)]).toEqual([withDay, time]);
});
