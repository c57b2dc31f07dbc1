import { expect, it } from 'vitest';
import { wantsSample } from './first-start.ts';

it.each([
  ['comes with a new embedded database', { sampleContent: undefined, isProduction: false }, true, true],
  ['stays away from an existing or outside database', { sampleContent: undefined, isProduction: false }, false, false],
  ['stays away from production', { sampleContent: undefined, isProduction: true }, true, false],
  ['comes with SAMPLE_CONTENT=on, also in production', { sampleContent: true, isProduction: true }, false, true],
  ['stays away with SAMPLE_CONTENT=off', { sampleContent: false, isProduction: false }, true, false],
])('sample content %s', (_, config, isNewEmbedded, wanted) => {
  expect(wantsSample(config, { isNewEmbedded })).toBe(wanted);
});
