import { BRAND_NAVY, BRAND_SUN } from '#contract/platform/brand.ts';
import { contrast, TEXT_CONTRAST } from '#contract/platform/brand-palette.ts';

/** Light and dark palette of an e-mail, whatever colour the school has chosen. */
export const paper = { page: '#faf7f1', card: '#fffefb', line: '#e4ded2', ink: BRAND_NAVY, soft: '#54607a' };
export const night = { page: '#0f1626', card: '#172033', line: '#2d3950', ink: '#f3efe6', soft: '#b4bdd0' };

const WHITE = '#ffffff';
const BLACK = '#000000';

const textOn = (ground: string) => (contrast(ground, WHITE) >= TEXT_CONTRAST ? WHITE : BLACK);

/**
 * The colours of a letter. The button has the accent that the school has chosen, else its main colour. Links have the
 * main colour where it is readable in the light or dark palette.
 */
export function coloursOf({ colour, accent }: { colour: string; accent: string }) {
  const button = accent === BRAND_SUN ? colour : accent;
  return {
    brand: colour,
    button,
    onButton: textOn(button),
    link: contrast(colour, paper.card) >= TEXT_CONTRAST ? colour : paper.ink,
    nightLink: contrast(colour, night.card) >= TEXT_CONTRAST ? colour : night.ink,
  };
}
