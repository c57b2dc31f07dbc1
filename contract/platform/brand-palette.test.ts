import { describe, expect, it } from 'vitest';
import { BRAND_NAVY, BRAND_SUN } from './brand.ts';
import {
  accentOnColour,
  checkBrand,
  contrast,
  letterButton,
  paletteOf,
  SHAPE_CONTRAST,
  surfaces,
  TEXT_CONTRAST,
  textOn,
} from './brand-palette.ts';

/** A fixed sequence: a failing colour can be tried again. */
function* colours(seed: number, count: number) {
  let state = seed;
  for (let made = 0; made < count; made += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield `#${(state % 0x1000000).toString(16).padStart(6, '0')}`;
  }
}

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
    ['#0f4c46', '#ffffff', 9.84],
  ])('between %s and %s is %f, as WCAG computes it', (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 1);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });
});

describe('the button of a letter', () => {
  it('has the accent that the school has chosen, else its main colour, with readable words', () => {
    expect(letterButton({ colour: '#7a1030', accent: BRAND_SUN })).toBe('#7a1030');
    expect(letterButton({ colour: '#7a1030', accent: '#f2784b' })).toBe('#f2784b');
    for (const ground of ['#7a1030', '#f2784b', '#767676', '#777777']) {
      expect(contrast(textOn(ground), ground)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    }
  });
});

describe('the palette of a school', () => {
  it("is empty for the product's own colours", () => {
    expect(paletteOf({ colour: BRAND_NAVY, accent: BRAND_SUN })).toBeNull();
  });

  it('leaves out a colour that white letters cannot be read on, and an accent that dark ones cannot', () => {
    expect(paletteOf({ colour: '#ffe08a', accent: '#101010' })).toBeNull();
    const onlyAccent = paletteOf({ colour: '#ffe08a', accent: '#f2784b' });
    expect(onlyAccent?.light['--sun']).toBe('#f2784b');
    expect(onlyAccent?.light['--night']).toBeUndefined();
    const onlyColour = paletteOf({ colour: '#0f4c46', accent: '#101010' });
    expect(onlyColour?.light['--night']).toBe('#0f4c46');
    expect(onlyColour?.light['--sun']).toBeUndefined();
  });

  it('proposes a darker neighbour of the same hue where the accent is no text colour on paper', () => {
    const { accentOnPaper, accentText } = checkBrand({ colour: '#0f4c46', accent: '#f2784b' });
    expect(accentOnPaper).toBeLessThan(TEXT_CONTRAST);
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(accentText.slice(at, at + 2), 16));
    expect(red > green && green > blue).toBe(true);
    expect(checkBrand({ colour: '#0f4c46', accent: '#8a1c00' }).accentText).toBe('#8a1c00');
  });

  it('is readable on every surface, in both themes, for every pair of colours that is accepted', () => {
    const all = [...colours(7, 1_600)];
    let accepted = 0;
    for (let at = 0; at + 1 < all.length; at += 2) {
      const brand = { colour: all[at] ?? '', accent: all[at + 1] ?? '' };
      const { isColourReadable, isAccentReadable } = checkBrand(brand);
      if (!isColourReadable || !isAccentReadable) continue;
      accepted += 1;
      const palette = paletteOf(brand);
      const readable = (text: string, on: string, least: number, what: string) =>
        expect(contrast(text, on), `${what} of ${JSON.stringify(brand)}`).toBeGreaterThanOrEqual(least);
      const of = (name: string): [string, string] => {
        const day = palette?.light[name] ?? '';
        return [day, palette?.dark[name] ?? day];
      };
      const [nightDay, nightDark] = of('--night');
      const [deepDay] = of('--night-deep');
      const [softDay, softDark] = of('--on-night-soft');
      const [inkDay, inkDark] = of('--sun-ink');
      const [tintDay, tintDark] = of('--sun-tint');
      const [edgeDay, edgeDark] = of('--sun-edge');
      const [hover] = of('--primary-hover');
      for (const [on, soft] of [
        [nightDay, softDay],
        [deepDay, softDay],
        [nightDark, softDark],
      ] as const) {
        readable('#ffffff', on, TEXT_CONTRAST, 'white on the header');
        readable(soft, on, TEXT_CONTRAST, 'softer words on the header');
      }
      readable('#ffffff', hover, TEXT_CONTRAST, 'white on a hovered button');
      readable(surfaces.onSun, brand.accent, TEXT_CONTRAST, 'dark letters on the accent');
      readable(surfaces.onSun, of('--sun-hover')[0], TEXT_CONTRAST, 'dark letters on the hovered accent');
      for (const on of [surfaces.light.canvas, surfaces.light.surface, tintDay]) {
        readable(inkDay, on, TEXT_CONTRAST, 'the accent as text by day');
      }
      for (const on of [surfaces.dark.canvas, surfaces.dark.surface, tintDark]) {
        readable(inkDark, on, TEXT_CONTRAST, 'the accent as text by night');
      }
      readable(edgeDay, surfaces.light.canvas, SHAPE_CONTRAST, 'the rim of a sun by day');
      readable(edgeDark, surfaces.dark.surface, SHAPE_CONTRAST, 'the rim of a sun by night');
      for (const on of [nightDay, nightDark]) {
        readable(accentOnColour(brand), on, TEXT_CONTRAST, 'the accent as text on the header');
      }
    }
    expect(accepted).toBeGreaterThan(100);
  });
});
