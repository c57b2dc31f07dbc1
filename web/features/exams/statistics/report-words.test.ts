import { expect, it } from 'vitest';
import { share, signed, timeOf } from './report-words.ts';

it('figures are written as they are read aloud', () => {
  expect([0.524, -0.1, 0, 0.004].map(signed)).toEqual(['+0,52', '−0,10', '0,00', '0,00']);
  expect([null, 0.4, 45.4, 80].map(timeOf)).toEqual(['—', '0 s', '45 s', '1 min 20 s']);
  // As the student sees it.
  expect([null, 0.5, 2 / 3, 1 / 8].map(share)).toEqual(['—', '50%', '66,7%', '12,5%']);
});
