import { expect, it } from 'vitest';
import { coloursOf, contrast, night, paper } from './brand-colours.ts';

it.each(['#122341', '#ffe600', '#ffffff', '#000000', '#777777', '#c0392b', '#00a86b'])(
  'on %s everything can be read',
  (brand) => {
    const { onBrand, link, nightLink } = coloursOf(brand);
    expect(contrast(onBrand, brand)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(link, paper.card)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(nightLink, night.card)).toBeGreaterThanOrEqual(4.5);
  },
);

it('text is readable in the light and the dark palette', () => {
  for (const { ink, soft, card, page } of [paper, night]) {
    for (const text of [ink, soft]) {
      for (const ground of [card, page]) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
    }
  }
});
