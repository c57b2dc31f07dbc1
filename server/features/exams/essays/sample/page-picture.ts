import sharp from 'sharp';
import { essayLines } from '#contract/exams/essay-lines.ts';
import { AREA_SCALE, type PageArea } from '#contract/exams/essay-pages.ts';
import { PICTURE_WIDTH, writeLines } from '#server/pictures/lettering.ts';

const LINE_WIDTH = 68;
const LINES = 30;
const HEIGHT = 1720;
const TOP = 90;
const PITCH = 53;
const LEFT = 90;
const LETTER = 47;
/** What 68 letters take; a passage has its share of that. */
const WRITTEN = 1090;

/** A written page of the sample school: its lines on ruled paper. It is generated: no person wrote it. */
export async function pagePicture(text: string): Promise<Buffer> {
  const lines = essayLines(text, LINE_WIDTH).slice(0, LINES);
  const colour = { r: 36, g: 58, b: 134 };
  const written = await writeLines(
    lines.map(({ start, end }, at) => ({
      text: text.slice(start, end),
      height: LETTER,
      top: TOP + at * PITCH + PITCH - LETTER,
      colour,
    })),
  );
  if (!written) throw new Error('A letter of the sample has no picture.');
  const rules = Array.from({ length: LINES }, (_, at) => {
    const y = TOP + (at + 1) * PITCH;
    return `<path d="M${LEFT - 30} ${y}H${PICTURE_WIDTH - 30}" stroke="rgb(185,188,203)" stroke-width="2"/>`;
  });
  const paper = `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE_WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="rgb(245,241,230)"/>${rules.join('')}
    <path d="M${LEFT - 12} ${TOP}V${TOP + LINES * PITCH}" stroke="rgb(217,169,160)" stroke-width="2"/></svg>`;
  // No two lines of a hand begin at the same place.
  const layers = written.map((layer, at) => ({ ...layer, left: LEFT + ((at * 7) % 9) }));
  return sharp(Buffer.from(paper)).composite(layers).jpeg({ quality: 85 }).toBuffer();
}

/** Where the words are on the picture of the text. */
export function areaOfWords(text: string, words: string): PageArea {
  const from = text.indexOf(words);
  const at = essayLines(text, LINE_WIDTH).findIndex(({ end }) => end > from);
  const line = essayLines(text, LINE_WIDTH)[at];
  if (from < 0 || !line) throw new Error('The sample does not contain these words.');
  const length = Math.min(words.length, line.end - from);
  const across = (letters: number) => Math.round((letters / LINE_WIDTH) * (WRITTEN / PICTURE_WIDTH) * AREA_SCALE);
  const down = (pixels: number) => Math.round((pixels / HEIGHT) * AREA_SCALE);
  return {
    page: 1,
    x: Math.round((LEFT / PICTURE_WIDTH) * AREA_SCALE) + across(from - line.start),
    y: down(TOP + at * PITCH + 4),
    width: across(length) + 8,
    height: down(PITCH),
  };
}
