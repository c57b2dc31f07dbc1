import type { Page } from '@playwright/test';
import { lowContrastOnPictures, type PictureTexts, type TextOnPicture } from './picture-contrast.ts';

/**
 * Texts with less contrast than WCAG 1.4.3 asks, in the theme that shows. axe looks through every layer under every
 * text and takes seconds for it; here a text lies on its ancestors' backgrounds, which is so nearly everywhere and found
 * the same on ten screens, right and spoilt, in a fiftieth of the time. What lies on a picture, a drawing or a gradient
 * is measured by its pixels.
 */
export async function lowContrast(page: Page): Promise<string[]> {
  const found = await page.evaluate(textsBelow);
  return [...found, ...(await lowContrastOnPictures(page))];
}

/** In the page. Leaves the texts that lie on a picture in `textsOnPictures`. */
function textsBelow(): string[] {
  type Colour = { red: number; green: number; blue: number; alpha: number };
  const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const known = new Map<string, Colour>();
  /** Whatever notation the browser computes: oklch(), color-mix() and rgb() alike. */
  const colourOf = (text: string): Colour => {
    const before = known.get(text);
    if (before) return before;
    if (!pixel) throw new Error('no canvas');
    pixel.clearRect(0, 0, 1, 1);
    pixel.fillStyle = text;
    pixel.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixel.getImageData(0, 0, 1, 1).data;
    const colour = { red, green, blue, alpha: alpha / 255 };
    known.set(text, colour);
    return colour;
  };
  const over = (top: Colour, below: Colour): Colour => {
    const mix = (name: 'red' | 'green' | 'blue') => top[name] * top.alpha + below[name] * (1 - top.alpha);
    return { red: mix('red'), green: mix('green'), blue: mix('blue'), alpha: 1 };
  };
  const lightOf = ({ red, green, blue }: Colour) => {
    const linear = (value: number) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  };
  const contrastOf = (one: Colour, other: Colour) => {
    const [dark = 0, light = 0] = [lightOf(one), lightOf(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };

  type Ground = { colour: Colour; opacity: number } | 'picture';
  const grounds = new Map<Element, Ground>();
  const canvas = { red: 255, green: 255, blue: 255, alpha: 1 };
  const groundOf = (element: Element | null): Ground => {
    if (!element) return { colour: canvas, opacity: 1 };
    const before = grounds.get(element);
    if (before) return before;
    const style = getComputedStyle(element);
    const below = groundOf(element.parentElement);
    const own = colourOf(style.backgroundColor);
    const isOpaque = own.alpha === 1;
    const hasPicture = style.backgroundImage !== 'none';
    const ground: Ground =
      hasPicture || (below === 'picture' && !isOpaque)
        ? 'picture'
        : {
            colour: below === 'picture' ? own : over(own, below.colour),
            opacity: (below === 'picture' ? 1 : below.opacity) * Number(style.opacity),
          };
    grounds.set(element, ground);
    return ground;
  };

  /** A drawing that an ancestor holds beside the text may lie under it, as the sun under a score. */
  const liesOnDrawing = (text: Node): boolean => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const own = range.getBoundingClientRect();
    const covers = (drawing: Element) => {
      const { left, right, top, bottom } = drawing.getBoundingClientRect();
      return left <= own.left && right >= own.right && top <= own.top && bottom >= own.bottom;
    };
    for (let holder = text.parentElement; holder; holder = holder.parentElement) {
      if ([...holder.children].some((child) => child.localName === 'svg' && covers(child))) return true;
    }
    return false;
  };

  const LARGE_PX = 24;
  const LARGE_BOLD_PX = 18.66;
  const BOLD = 700;
  const isExempt = (element: Element) =>
    element.closest('[aria-hidden=true], :disabled, [aria-disabled=true], [data-toaster], svg') !== null;
  const found = new Set<string>();
  const onPictures: TextOnPicture[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const text = texts.currentNode.textContent?.trim();
    if (!element || !text || isExempt(element)) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const { width, height } = element.getBoundingClientRect();
    // Texts for screen readers only.
    if (width < 2 || height < 2) continue;
    const ground = groundOf(element);
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const size = Number.parseFloat(fontSize);
    const isLarge = size >= LARGE_PX || (size >= LARGE_BOLD_PX && Number(fontWeight) >= BOLD);
    const ink = colourOf(color);
    if (ground === 'picture' || liesOnDrawing(texts.currentNode)) {
      const { red, green, blue, alpha } = ink;
      onPictures.push({ node: texts.currentNode as Text, ink: [red, green, blue, alpha], least: isLarge ? 3 : 4.5 });
      continue;
    }
    const contrast = contrastOf(over({ ...ink, alpha: ink.alpha * ground.opacity }, ground.colour), ground.colour);
    if (contrast >= (isLarge ? 3 : 4.5)) continue;
    found.add(`“${text.slice(0, 40)}” ${contrast.toFixed(2)}: ${color} at ${fontSize}`);
  }
  (window as unknown as PictureTexts).textsOnPictures = onPictures;
  return [...found];
}
