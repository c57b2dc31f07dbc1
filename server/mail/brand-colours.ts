import { BRAND_NAVY } from '#contract/platform/brand.ts';

/** Light and dark palette of an e-mail, whatever colour the school has chosen. */
export const paper = { page: '#faf7f1', card: '#fffefb', line: '#e4ded2', ink: BRAND_NAVY, soft: '#54607a' };
export const night = { page: '#0f1626', card: '#172033', line: '#2d3950', ink: '#f3efe6', soft: '#b4bdd0' };

const WHITE = '#ffffff';
const BLACK = '#000000';
/** Minimum contrast of text by WCAG 2.2 AA. */
const READABLE = 4.5;

const channel = (value: number) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => channel(Number.parseInt(colour.slice(at, at + 2), 16)));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The text colour on the school's colour, and whether the colour itself is readable in the light and dark palette. */
export function coloursOf(brand: string) {
  const onBrand = contrast(brand, WHITE) >= READABLE ? WHITE : BLACK;
  return {
    brand,
    onBrand,
    link: contrast(brand, paper.card) >= READABLE ? brand : paper.ink,
    nightLink: contrast(brand, night.card) >= READABLE ? brand : night.ink,
  };
}
