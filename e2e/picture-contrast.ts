import type { Page } from '@playwright/test';
import sharp from 'sharp';

/** A text over a picture, a drawing or a gradient: its colour as sRGB with alpha, and the contrast that it needs. */
export type TextOnPicture = { node: Text; ink: [number, number, number, number]; least: number };
export type PictureTexts = { textsOnPictures?: TextOnPicture[] };

type Measured = {
  text: string;
  ink: TextOnPicture['ink'];
  least: number;
  lines: { left: number; top: number; width: number; height: number }[];
};
type Picture = { data: Buffer; width: number; height: number };

/** The share of pixels under a text that may be below its contrast: a line of a drawing that touches a letter's edge. */
const SPARE = 0.02;
/** Screens scroll to each text that is still to be measured; more than these are a list of the same. */
const VIEWS = 6;

/**
 * The texts that contrast.ts left in the page, against the pixels under them: the same window without its letters. Every
 * step scrolls to the first text that was not measured and takes all that are in the window.
 */
export async function lowContrastOnPictures(page: Page): Promise<string[]> {
  const found = new Set<string>();
  for (let view = 0; view < VIEWS; view += 1) {
    const texts = await page.evaluate(textsInView);
    if (texts.length === 0) break;
    const style = await page.evaluateHandle(hideLetters);
    const shot = await page.screenshot({ scale: 'css', animations: 'disabled', caret: 'hide' });
    await style.evaluate((sheet) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    });
    const { data, info } = await sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    for (const text of texts) {
      const contrast = worstContrast(text, { data, width: info.width, height: info.height });
      if (contrast < text.least) found.add(`“${text.text}” ${contrast.toFixed(2)} on a picture`);
    }
  }
  return [...found];
}

/** In the page: shapes keep their colours, and only letters go. */
function hideLetters(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '*, *::before, *::after { -webkit-text-fill-color: transparent !important; text-shadow: none !important; text-decoration-color: transparent !important; }',
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return sheet;
}

/** In the page: scrolls to the first text that is left and takes those that are whole in the window and on top. */
function textsInView(): Measured[] {
  const holder = window as unknown as PictureTexts;
  const [first, ...others] = holder.textsOnPictures ?? [];
  if (!first) return [];
  first.node.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const linesOf = (node: Text) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
  };
  const isOnTop = (node: Text, { left, top, width, height }: DOMRect) => {
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && (hit.contains(node) || (node.parentElement?.contains(hit) ?? false));
  };
  const isInView = ({ node }: TextOnPicture) => {
    const lines = linesOf(node);
    const fits = ({ left, top, right, bottom }: DOMRect) =>
      left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return lines.length > 0 && lines.every((line) => fits(line) && isOnTop(node, line));
  };
  holder.textsOnPictures = others.filter((text) => !isInView(text));
  return [first, ...others].filter(isInView).map(({ node, ink, least }) => ({
    text: (node.textContent ?? '').trim().slice(0, 40),
    ink,
    least,
    lines: linesOf(node).map(({ left, top, width, height }) => ({ left, top, width, height })),
  }));
}

const linear = (value: number) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const lightOf = (red: number, green: number, blue: number) =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** The lowest contrast under a text, but for the spare pixels. Letters fill the middle of their line. */
function worstContrast({ ink, lines }: Measured, { data, width, height }: Picture): number {
  const [red, green, blue, alpha] = ink;
  const contrasts: number[] = [];
  for (const line of lines) {
    const inset = line.height * 0.2;
    const [fromY, toY] = [Math.ceil(line.top + inset), Math.floor(line.top + line.height - inset)];
    for (let y = Math.max(0, fromY); y < Math.min(height, toY); y += 1) {
      for (let x = Math.max(0, Math.ceil(line.left)); x < Math.min(width, line.left + line.width); x += 1) {
        const at = (y * width + x) * 3;
        const below = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0] as const;
        const mix = (top: number, ground: number) => top * alpha + ground * (1 - alpha);
        const letter = lightOf(mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]));
        const ground = lightOf(...below);
        contrasts.push((Math.max(letter, ground) + 0.05) / (Math.min(letter, ground) + 0.05));
      }
    }
  }
  contrasts.sort((a, b) => a - b);
  return contrasts[Math.floor(contrasts.length * SPARE)] ?? Number.POSITIVE_INFINITY;
}
