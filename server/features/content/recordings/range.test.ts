import { expect, it } from 'vitest';
import { RECORDING_CHUNK_BYTES } from '#contract/limits.ts';
import { stretchOf } from './range.ts';

it.each([
  ['bytes=0-', 100, { start: 0, end: 99 }],
  ['bytes=0-0', 100, { start: 0, end: 0 }],
  ['bytes=10-19', 100, { start: 10, end: 19 }],
  ['bytes=90-500', 100, { start: 90, end: 99 }],
  ['bytes=-10', 100, { start: 90, end: 99 }],
  ['bytes=-500', 100, { start: 0, end: 99 }],
  ['bytes=0-', 10 * RECORDING_CHUNK_BYTES, { start: 0, end: RECORDING_CHUNK_BYTES - 1 }],
  ['bytes=5-999999999', 10 * RECORDING_CHUNK_BYTES, { start: 5, end: RECORDING_CHUNK_BYTES + 4 }],
  ['bytes=100-', 100, null],
  ['bytes=999999999999999-', 100, null],
  ['bytes=-0', 100, null],
  ['bytes=0-', 0, null],
  [undefined, 100, undefined],
  ['', 100, undefined],
  ['bytes=-', 100, undefined],
  ['bytes=9-3', 100, undefined],
  ['bytes=0-1,5-9', 100, undefined],
  [`bytes=${'0-1,'.repeat(5000)}0-1`, 100, undefined],
  ['bytes=1e3-', 100, undefined],
  ['bytes=-1-5', 100, undefined],
  ['lines=1-2', 100, undefined],
  [`bytes=${'9'.repeat(400)}-`, 100, undefined],
])('the range %s of a file of %i bytes is read or refused by its limits', (header, size, stretch) => {
  expect(stretchOf(header, size)).toEqual(stretch);
});
