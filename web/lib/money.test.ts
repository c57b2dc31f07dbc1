import { expect, it } from 'vitest';
import { formatMoney } from './format.ts';
import { readMoney } from './money.ts';

it.each([
  ['R$ 297,00', 29_700],
  ['297', 29_700],
  ['297,5', 29_750],
  ['297.50', 29_750],
  ['1.297,05', 129_705],
  ['R$ 1.234.567,89', 123_456_789],
  ['0,01', 1],
])('%s is %i cents', (typed, cents) => expect(readMoney(typed)).toBe(cents));

it.each(['', 'abc', '-5', '1,234', '12,345', '1.2.3', '297,00 ou menos', '1e3', '٣'])('%s is no amount', (typed) =>
  expect(readMoney(typed)).toBeNaN(),
);

it('every amount that formatMoney writes can be read back', () => {
  for (const cents of [1, 99, 100, 29_700, 100_000, 123_456_789]) expect(readMoney(formatMoney(cents))).toBe(cents);
});
