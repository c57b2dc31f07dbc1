import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberWriter } from './intl.ts';

const styles = [
  { maximumFractionDigits: 0 },
  { maximumFractionDigits: 1 },
  { minimumFractionDigits: 1, maximumFractionDigits: 1 },
  { minimumFractionDigits: 1, maximumFractionDigits: 2 },
  { minimumFractionDigits: 2, maximumFractionDigits: 2 },
  { style: 'percent', maximumFractionDigits: 0 },
] as const;

const values = fc.oneof(
  fc.integer(),
  fc.integer({ min: -100_000_000, max: 100_000_000 }).map((hundredths) => hundredths / 100),
  // Halves, where two ways of rounding part.
  fc.integer({ min: -100_000, max: 100_000 }).map((half) => Number(`${half}5e-2`)),
  fc.double({ min: -1e15, max: 1e15, noNaN: true }),
  fc.constantFrom(0, -0, 1e21, 1e-7, Number.NaN, Number.POSITIVE_INFINITY),
);

test.each(styles)('numbers are written as Intl writes them in pt-BR: %o', (style) => {
  const [write, { format }] = [numberWriter(style), new Intl.NumberFormat('pt-BR', style)];
  fc.assert(
    fc.property(values, (value) => {
      expect(write(value)).toBe(format(value));
    }),
    { numRuns: 2000 },
  );
});
