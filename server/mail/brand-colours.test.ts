import { expect, it } from 'vitest';
import { BRAND_SUN } from '#contract/platform/brand.ts';
import { contrast } from '#contract/platform/brand-palette.ts';
import { coloursOf, night, paper } from './brand-colours.ts';

it.each(['#122341', '#ffe600', '#ffffff', '#000000', '#777777', '#c0392b', '#00a86b'])(
  'on %s everything can be read',
  (brand) => {
    for (const accent of [BRAND_SUN, '#f2784b', '#123456']) {
      const { button, onButton } = coloursOf({ colour: brand, accent });
      expect(button).toBe(accent === BRAND_SUN ? brand : accent);
      expect(contrast(onButton, button)).toBeGreaterThanOrEqual(4.5);
    }
    const { link, nightLink } = coloursOf({ colour: brand, accent: BRAND_SUN });
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
