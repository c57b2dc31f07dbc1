import { expect, it } from 'vitest';
import { criterionShares } from './criterion-shares.ts';

it('adds the points of a criterion over essays, keeps them in their order and puts the weakest first', () => {
  const essays = [
    {
      criteria: [
        { name: 'Tema', points: 5, most: 5 },
        { name: 'Norma', points: 1, most: 4 },
      ],
    },
    { criteria: [{ name: 'Norma', points: 2, most: 4 }] },
  ];
  expect(criterionShares(essays)).toEqual([
    { name: 'Norma', shares: [0.25, 0.5], share: 0.375 },
    { name: 'Tema', shares: [1], share: 1 },
  ]);
  expect(criterionShares([])).toEqual([]);
});
