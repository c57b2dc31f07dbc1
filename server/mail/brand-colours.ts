import { BRAND_NAVY } from '#contract/platform/brand.ts';
import { contrast, letterButton, TEXT_CONTRAST, textOn } from '#contract/platform/brand-palette.ts';

/** Light and dark palette of an e-mail, whatever colour the school has chosen. */
export const paper = { page: '#faf7f1', card: '#fffefb', line: '#e4ded2', ink: BRAND_NAVY, soft: '#54607a' };
export const night = { page: '#0f1626', card: '#172033', line: '#2d3950', ink: '#f3efe6', soft: '#b4bdd0' };

/**
 * The colours of a letter. Links have the main colour where it is readable in the light or dark palette.
 */
export function coloursOf({ colour, accent }: { colour: string; accent: string }) {
  const button = letterButton({ colour, accent });
  return {
    brand: colour,
    button,
    onButton: textOn(button),
    link: contrast(colour, paper.card) >= TEXT_CONTRAST ? colour : paper.ink,
    nightLink: contrast(colour, night.card) >= TEXT_CONTRAST ? colour : night.ink,
  };
}
