import { expect, it } from 'vitest';
import { workloadText } from './certificates.ts';

it.each([
  [null, null],
  [0, null],
  [1, '1 minuto'],
  [40, '40 minutos'],
  [60, '1 hora'],
  [61, '1 hora e 1 minuto'],
  [135, '2 horas e 15 minutos'],
  [12 * 60 + 40, '12 horas'],
])('a course of %s minutes says %s', (minutes, text) => expect(workloadText(minutes)).toBe(text));
