import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pathIn } from './paint-parts.ts';
import { readPdf } from './read-pdf.ts';
import { column, type MadePage, makePdf, type Shape } from './testing/make-pdf.ts';

const RED: [number, number, number] = [1, 0, 0];
const BLUE: [number, number, number] = [0, 0, 1];

/** Paints a part of a made page, and reads the colour at a point of that page. */
async function paint(page: Partial<MadePage>, crop: { x: number; y: number; w: number; h: number }) {
  const file = await makePdf([{ texts: [], ...page }]);
  const { pictures } = await readPdf(file, { withPictures: true }, () => [{ page: 1, box: crop, crop }]);
  const own = pictures.find(({ box }) => box === crop);
  if (!own) return null;
  const { data, info } = await sharp(own.png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colourAt = (x: number, y: number) => {
    const column = Math.floor(((x - crop.x) / crop.w) * info.width);
    const row = Math.floor(((y - crop.y) / crop.h) * info.height);
    return [...data.subarray((row * info.width + column) * 3, (row * info.width + column) * 3 + 3)];
  };
  return { width: info.width, height: info.height, colourAt };
}

describe('a drawing made of lines and shapes', () => {
  it('is painted with its colours at its places, on white', async () => {
    const shapes: Shape[] = [
      { path: 'M100 100H150V180H100Z', fill: RED },
      { path: 'M200 100C260 100 260 180 200 180Z', fill: BLUE },
      { path: 'M100 190H260', stroke: [0, 0, 0], width: 4 },
    ];
    const painted = await paint({ shapes }, { x: 90, y: 90, w: 180, h: 110 });
    expect(painted).toMatchObject({ width: 500, height: 306 });
    expect(painted?.colourAt(125, 140)).toEqual([255, 0, 0]);
    expect(painted?.colourAt(220, 140)).toEqual([0, 0, 255]);
    expect(painted?.colourAt(180, 190)).toEqual([0, 0, 0]);
    expect(painted?.colourAt(175, 140)).toEqual([255, 255, 255]);
    // The curve is narrower at its ends than a rectangle would be.
    expect(painted?.colourAt(240, 104)).toEqual([255, 255, 255]);
  });

  it('shows the pictures that lie in it upright', async () => {
    const pictures = [{ x: 100, y: 100, w: 60, h: 60 }];
    const painted = await paint(
      { pictures, shapes: [{ path: 'M90 170H200', stroke: RED }] },
      { x: 90, y: 90, w: 120, h: 90 },
    );
    expect(painted?.colourAt(130, 130)).not.toEqual([255, 255, 255]);
    expect(painted?.colourAt(180, 130)).toEqual([255, 255, 255]);
  });

  it('does not exist where nothing is painted', async () => {
    expect(await paint({ texts: column(['Um texto em outro lugar.']) }, { x: 300, y: 600, w: 100, h: 100 })).toBeNull();
  });

  it('stays out when it consists of more paths than can be painted in a moment', async () => {
    const zigzag = (points: number): Shape => ({
      path: `M100 100${Array.from({ length: points }, (_, at) => `L${100 + (at % 97)} ${100 + ((at * 7) % 89)}`).join('')}`,
      stroke: RED,
    });
    const crop = { x: 90, y: 90, w: 120, h: 120 };
    expect(await paint({ shapes: [zigzag(50)] }, crop)).not.toBeNull();
    expect(await paint({ shapes: [zigzag(30_000)] }, crop)).toBeNull();
    expect(await paint({ shapes: Array.from({ length: 100 }, () => zigzag(900)) }, crop)).toBeNull();
  });
});

describe('a path of pdfjs', () => {
  it('is written in coordinates of the page, with its box', () => {
    const half = [0.5, 0, 0, -0.5, 10, 100] as const;
    expect(pathIn([0, 0, 0, 1, 20, 0, 2, 20, 10, 10, 20, 0, 20, 4], half)).toEqual({
      d: 'M10 100L20 100C20 95 15 90 10 90Z',
      box: { x: 10, y: 90, w: 10, h: 10 },
    });
  });

  it.each([
    ['empty', []],
    ['with an unknown operator', [9, 1, 1]],
    ['with a coordinate that is no number', [0, Number.NaN, 1]],
  ])('that is %s is left out', (_, data) => {
    expect(pathIn(data, [1, 0, 0, 1, 0, 0])).toBeNull();
  });
});
