import { expect, test } from 'vitest';
import { linesOfText } from './law-lines.ts';
import { rowsOfReading } from './law-rows.ts';
import { readLaw } from './read-law.ts';

/** The texts of the caput of article 1 in the order of the source: first day, and whether it is the current one. */
const textsOf = (...texts: string[]) =>
  rowsOfReading(readLaw(linesOfText(texts.map((text) => `Art. 1º ${text}`).join('\n\n'))))
    .find(({ lexId }) => lexId === 'art1_cpt')
    ?.versions.map(({ startsOn, isCurrent }) => [startsOn, isCurrent]);

test('each text of a device starts with its own norm, and the last one is current', () => {
  expect(
    textsOf(
      'Um.',
      'Dois. (Redação dada pela Lei nº 19.001, de 2003)',
      'Três. (Redação dada pela Lei nº 19.999, de 2019)',
    ),
  ).toEqual([
    [null, false],
    ['2003-01-01', false],
    ['2019-01-01', true],
  ]);
});

test('no text of a device starts before the one above it, and one without a date starts with it', () => {
  expect(
    textsOf(
      'Um. (Redação dada pela Lei nº 19.999, de 2019)',
      'Dois. (Redação dada pela Lei nº 19.001, de 2003)',
      'Três.',
    ),
  ).toEqual([
    ['2019-01-01', false],
    ['2019-01-01', false],
    ['2019-01-01', true],
  ]);
});
