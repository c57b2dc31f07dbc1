import { expect, it } from 'vitest';
import { cardAmountOf } from './card-price.ts';

const unset = { cardTotal: null, basePrice: 29_700 };

it('a card pays twelve times 29,70 for R$ 297,00 where nothing is set', () => {
  expect(cardAmountOf(29_700, unset)).toBe(35_640);
  expect(cardAmountOf(14_850, unset)).toBe(17_820);
  expect(cardAmountOf(29_700, { ...unset, instalments: { count: 10, percent: 11 } })).toBe(32_670);
});

it('the total that the owner sets counts for the default price, and others keep its proportion', () => {
  const set = { cardTotal: 32_670, basePrice: 29_700 };
  expect(cardAmountOf(29_700, set)).toBe(32_670);
  expect(cardAmountOf(69_700, set)).toBe(76_670);
});

it('a card never pays less than PIX', () => {
  expect(cardAmountOf(29_700, { cardTotal: 20_000, basePrice: 29_700 })).toBe(29_700);
});
