import { styleValue } from './lesson-html.ts';

/** A colour that says nothing: the paper's white, the greys of code and quotations, what is inherited. */
const silent = /^(|transparent|white|black|inherit|initial|unset|revert|none|auto|currentcolor)$|gr[ae]y|silver|smoke/;

/** Red, green and blue as far apart as a marker pen makes them. */
const isVivid = (channels: readonly number[]) => Math.max(...channels) - Math.min(...channels) >= 48;

/** True for the colours that a marker pen may have. */
function isHighlightColour(colour: string): boolean {
  if (silent.test(colour)) return false;
  const hex = /^#([0-9a-f]{3,8})$/.exec(colour)?.[1];
  if (hex) {
    const width = hex.length < 6 ? 1 : 2;
    const channels = [0, 1, 2].map((at) => hex.slice(at * width, (at + 1) * width).padEnd(2, hex[at * width]));
    return isVivid(channels.map((channel) => Number.parseInt(channel, 16)));
  }
  const numbers = (colour.match(/[\d.]+/g) ?? []).map(Number);
  if (colour.startsWith('rgb')) return numbers[3] !== 0 && isVivid(numbers.slice(0, 3));
  return /^[a-z]+$/.test(colour);
}

/** True where a style is the marker pen of Word, Docs or a web page: it becomes the lesson's own `mark`. */
export function isHighlight(style: string): boolean {
  const marked = styleValue(style, 'mso-highlight');
  if (marked !== '' && marked !== 'none') return true;
  return isHighlightColour(styleValue(style, 'background-color') || styleValue(style, 'background'));
}
