import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTooDeep } from './json.ts';

const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;

test('a body of many levels is refused, whatever its strings contain', () => {
  expect(isTooDeep(nested(32))).toBe(false);
  expect(isTooDeep(nested(34))).toBe(true);
  expect(isTooDeep('['.repeat(60_000))).toBe(true);
  expect(isTooDeep(JSON.stringify({ html: '[{'.repeat(1000), quoted: '\\"[{"'.repeat(100) }))).toBe(false);
  expect(isTooDeep('{"never closed: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[')).toBe(false);
});

test('the depth is counted as JSON.parse nests', () => {
  const depth = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0;
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 40 }), (value) => {
      expect(isTooDeep(JSON.stringify(value))).toBe(depth(value) > 32);
    }),
  );
});
