import { describe, expect, it } from 'vitest';
import {
  type Corners,
  isSheet,
  movedCorner,
  type Pixels,
  projection,
  sheetSize,
  straighten,
  turnedCorners,
  wholePicture,
} from './straighten.ts';

const skewed: Corners = [
  { x: 0.1, y: 0.2 },
  { x: 0.9, y: 0.1 },
  { x: 0.8, y: 0.9 },
  { x: 0.2, y: 0.7 },
];

const picture = (width: number, height: number, grey: (x: number, y: number) => number): Pixels => {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) data.fill(grey(x, y), (y * width + x) * 4, (y * width + x) * 4 + 4);
  }
  return { width, height, data };
};
const blank = (width: number, height: number) => picture(width, height, () => 0);

describe('straightening', () => {
  it('maps the corners of the sheet to those of the rectangle, and straight lines to straight lines', () => {
    const at = projection(skewed);
    const corners = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
    corners.forEach(({ x, y }, index) => {
      expect([x, y]).toEqual([expect.closeTo(skewed[index]?.x ?? 0), expect.closeTo(skewed[index]?.y ?? 0)]);
    });
    const [start, middle, end] = [at(0, 0.3), at(0.5, 0.3), at(1, 0.3)];
    const cross = (middle.x - start.x) * (end.y - start.y) - (middle.y - start.y) * (end.x - start.x);
    expect(cross).toBeCloseTo(0);
  });

  it('leaves a whole picture as it is', () => {
    const source = picture(7, 5, (x, y) => x * 30 + y);
    const target = blank(7, 5);
    straighten(source, wholePicture, target);
    expect([...target.data]).toEqual([...source.data]);
  });

  it('cuts out the part between the corners', () => {
    const source = picture(8, 8, (x, y) => (x >= 4 && y >= 4 ? 200 : 10));
    const target = blank(4, 4);
    const part: Corners = [
      { x: 0.5, y: 0.5 },
      { x: 1, y: 0.5 },
      { x: 1, y: 1 },
      { x: 0.5, y: 1 },
    ];
    straighten(source, part, target);
    expect(new Set(target.data)).toEqual(new Set([200]));
  });

  it('takes the longer sides as the size of the sheet, within the bound', () => {
    expect(sheetSize(wholePicture, { width: 3000, height: 4000 }, 2000)).toEqual({ width: 1500, height: 2000 });
    expect(sheetSize(wholePicture, { width: 300, height: 400 }, 2000)).toEqual({ width: 300, height: 400 });
  });

  it('turns the corners with the picture: four turns are none', () => {
    const once = turnedCorners(skewed);
    expect([once[0].x, once[0].y]).toEqual([expect.closeTo(0.3), expect.closeTo(0.2)]);
    expect(isSheet(once)).toBe(true);
    const four = turnedCorners(turnedCorners(turnedCorners(once)));
    four.forEach(({ x, y }, index) => {
      expect([x, y]).toEqual([expect.closeTo(skewed[index]?.x ?? 0), expect.closeTo(skewed[index]?.y ?? 0)]);
    });
  });

  it('knows crossed corners, and keeps corners within the picture', () => {
    expect(isSheet(wholePicture)).toBe(true);
    expect(isSheet(movedCorner(wholePicture, 0, { x: 0.9, y: 0.95 }))).toBe(false);
    expect(movedCorner(wholePicture, 2, { x: 1.4, y: -1 })[2]).toEqual({ x: 1, y: 0 });
  });
});
