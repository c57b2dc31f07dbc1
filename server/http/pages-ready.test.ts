import { expect, test } from 'vitest';
import { chooseEncoding } from './pages-ready.ts';

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['BR', 'br'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['identity', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('Accept-Encoding %j is answered in %s', (accept, encoding) => {
  expect(chooseEncoding(accept)).toBe(encoding);
});
