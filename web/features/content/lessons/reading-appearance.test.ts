import { expect, it } from 'vitest';
import { readAppearance, saveAppearance } from './reading-appearance.ts';

it('comes back as it was kept', () => {
  const look = { size: 'larger', width: 'wide', paper: 'sepia' } as const;
  expect(readAppearance(saveAppearance(look))).toEqual(look);
});

it('takes what it does not know as if it were not there', () => {
  const plain = { size: 'normal', width: 'normal', paper: 'theme' };
  for (const kept of [null, '', 'x', 'huge wide', '{"size":1}']) {
    expect(readAppearance(kept)).toEqual(kept === 'huge wide' ? { ...plain, width: 'wide' } : plain);
  }
});
