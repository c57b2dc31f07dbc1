import { expect, it } from 'vitest';
import { spokenMoment, timeLeft, windowState } from './window-words.ts';

const now = Date.parse('2026-11-19T22:00:00.000Z');
const saturday = { opensAt: '2026-11-21T12:00:00.000Z', closesAt: '2026-11-21T21:30:00.000Z', isDelivered: false };

it('says when, as one says it', () => {
  expect(spokenMoment(saturday.opensAt, now)).toBe('sábado, 9h');
  expect(spokenMoment(saturday.closesAt, Date.parse(saturday.opensAt))).toBe('hoje, 18h30');
  expect(spokenMoment('2026-12-12T12:00:00.000Z', now)).toBe('12 de dezembro, 9h');
});

it('says how long it is until then', () => {
  expect(timeLeft(saturday.opensAt, now)).toBe('Faltam 1 dia e 14 horas.');
  expect(timeLeft(saturday.opensAt, Date.parse('2026-11-20T12:00:00.000Z'))).toBe('Falta 1 dia.');
  expect(timeLeft(saturday.opensAt, Date.parse('2026-11-21T10:30:00.000Z'))).toBe('Faltam 1 hora e 30 minutos.');
  expect(timeLeft(saturday.opensAt, Date.parse('2026-11-21T11:59:30.000Z'))).toBe('Falta 1 minuto.');
});

it('knows where it stands', () => {
  const at = (moment: string) => windowState(saturday, Date.parse(moment));
  expect(at('2026-11-21T11:59:59.999Z')).toBe('before');
  expect(at(saturday.opensAt)).toBe('open');
  expect(at(saturday.closesAt)).toBe('closed');
  expect(windowState({ ...saturday, isDelivered: true }, Date.parse(saturday.opensAt))).toBe('delivered');
});
