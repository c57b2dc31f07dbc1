/** A point of a picture in shares of its width and height. */
export type Point = { x: number; y: number };
/** The corners of the sheet: left upper, right upper, right lower, left lower. */
export type Corners = readonly [Point, Point, Point, Point];

export const wholePicture: Corners = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

const clamp = (value: number) => Math.min(1, Math.max(0, value));

export const movedCorner = (corners: Corners, index: number, to: Point): Corners =>
  corners.map((corner, at) => (at === index ? { x: clamp(to.x), y: clamp(to.y) } : corner)) as unknown as Corners;

/** The corners after a quarter turn of the picture to the right. */
export function turnedCorners([a, b, c, d]: Corners): Corners {
  const turn = ({ x, y }: Point): Point => ({ x: 1 - y, y: x });
  return [turn(d), turn(a), turn(b), turn(c)];
}

/** Whether the corners go round clockwise without a crossing, so that they are those of a sheet. */
export const isSheet = (corners: Corners): boolean =>
  corners.every((at, index) => {
    const next = corners[(index + 1) % 4] ?? at;
    const after = corners[(index + 2) % 4] ?? at;
    return (next.x - at.x) * (after.y - next.y) - (next.y - at.y) * (after.x - next.x) > 0.001;
  });

type Size = { width: number; height: number };

const distance = (a: Point, b: Point, { width, height }: Size) => Math.hypot((a.x - b.x) * width, (a.y - b.y) * height);

/** The size of the straightened sheet: its longer sides, at most `most` pixels. */
export function sheetSize([a, b, c, d]: Corners, picture: Size, most: number): Size {
  const width = Math.max(distance(a, b, picture), distance(d, c, picture));
  const height = Math.max(distance(a, d, picture), distance(b, c, picture));
  const scale = Math.min(1, most / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Maps the unit square to four corners: x = (a·u + b·v + c) / (g·u + h·v + 1), y likewise with d, e, f. */
export function projection([p0, p1, p2, p3]: Corners): (u: number, v: number) => Point {
  const sum = { x: p0.x - p1.x + p2.x - p3.x, y: p0.y - p1.y + p2.y - p3.y };
  const right = { x: p1.x - p2.x, y: p1.y - p2.y };
  const lower = { x: p3.x - p2.x, y: p3.y - p2.y };
  const base = right.x * lower.y - lower.x * right.y;
  const g = (sum.x * lower.y - lower.x * sum.y) / base;
  const h = (right.x * sum.y - sum.x * right.y) / base;
  const [a, b] = [p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x];
  const [d, e] = [p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y];
  return (u, v) => {
    const divisor = g * u + h * v + 1;
    return { x: (a * u + b * v + p0.x) / divisor, y: (d * u + e * v + p0.y) / divisor };
  };
}

export type Pixels = Size & { data: Uint8ClampedArray };

/** The sheet between the corners as a straight rectangle; between pixels the colours are mixed. */
export function straighten(source: Pixels, corners: Corners, target: Pixels): void {
  const at = projection(corners);
  const { width, height, data } = source;
  for (let row = 0; row < target.height; row += 1) {
    for (let column = 0; column < target.width; column += 1) {
      const { x, y } = at((column + 0.5) / target.width, (row + 0.5) / target.height);
      const left = Math.min(width - 1, Math.max(0, x * width - 0.5));
      const top = Math.min(height - 1, Math.max(0, y * height - 0.5));
      const [x0, y0] = [Math.floor(left), Math.floor(top)];
      const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1)];
      const [dx, dy] = [left - x0, top - y0];
      const to = (row * target.width + column) * 4;
      for (let channel = 0; channel < 4; channel += 1) {
        const pixel = (px: number, py: number) => data[(py * width + px) * 4 + channel] ?? 0;
        const upper = pixel(x0, y0) * (1 - dx) + pixel(x1, y0) * dx;
        const under = pixel(x0, y1) * (1 - dx) + pixel(x1, y1) * dx;
        target.data[to + channel] = upper * (1 - dy) + under * dy;
      }
    }
  }
}
