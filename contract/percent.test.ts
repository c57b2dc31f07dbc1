import { expect, it } from 'vitest';
import { percentOf } from './percent.ts';

it.each([
  [2, 3, 66.7],
  [7, 10, 70],
  [0, 0, 0],
  [1, 200, 0.5],
  [1, 1000, 0.1],
])('%i of %i is %f percent', (part, whole, percent) => expect(percentOf(part, whole)).toBe(percent));
