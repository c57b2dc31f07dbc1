import { expect, it } from 'vitest';
import { readAppearance, saveAppearance } from './reading-appearance.ts';

it('a stored appearance is read back unchanged', () => {
  const look = { size: 'larger', width: 'wide', paper: 'sepia' } as const;
  expect(readAppearance(saveAppearance(look))).toEqual(look);
});

it('unknown stored values are ignored', () => {
  const plain = { size: 'normal', width: 'normal', paper: 'theme' };
  for (const kept of [null, '', 'x', 'huge wide', '{"size":1}']) {
    expect(readAppearance(kept)).toEqual(kept === 'huge wide' ? { ...plain, width: 'wide' } : plain);
  }
});
