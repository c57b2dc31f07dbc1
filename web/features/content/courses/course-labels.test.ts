import { expect, test } from 'vitest';
import { categoryLabels, durationText, instructorText } from './course-labels.ts';

test.each([
  [null, 'Variável'],
  [0, 'Variável'],
  [59, 'Variável'],
  [60, '1h'],
  [119, '1h'],
  [120, '2h'],
  [60_000, '1000h'],
])('%s minutes are %s', (minutes, text) => {
  expect(durationText(minutes)).toBe(text);
});

test('FÍSICO is shown as Preparação Física', () => {
  expect(categoryLabels.FÍSICO).toBe('Preparação Física');
});

test('a course without instructor is signed by the school', () => {
  expect(instructorText(null)).toBe('Equipe Alvorada');
});
