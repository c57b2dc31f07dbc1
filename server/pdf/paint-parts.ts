import sharp from 'sharp';
import { escapeHtml } from '#contract/escape-html.ts';
import type { Clip, Font, Ink, Painter } from './glyphs.ts';
import { type Box, type Matrix, transformBox, transformPoint } from './matrix.ts';
import { loadPicture, type PageObjects, pixelsOf } from './pictures.ts';
import { encodePng } from './png.ts';

/** Pixels for a point: 200 dots per inch. */
const SCALE = 200 / 72;
/** A part with more is shown with fewer pixels for a point. */
const PIXELS_MAX = 2_500_000;
/** Characters of one drawing as SVG, and numbers of one path. More takes seconds: lines are cut with each other. */
const SVG_MAX = 400_000;
const PATH_MAX = 12_000;
/** Clip paths within each other. Drawing programs nest two or three. */
const CLIPS_MAX = 20;
/** Points: thinner lines are shown as thick as this. */
const LINE_MIN = 0.4;

/** Something painted on a page: where it is, and how it is written in SVG. */
type Stroke = { box: Box; clip: Clip | null } & ({ svg: string } | { image: string; ctm: Matrix; alpha: number });

type FontPaths = { has: (id: string) => boolean; get: (id: string) => unknown };

/** The codes in which pdfjs writes a path. */
const MOVE = 0;
const LINE = 1;
const CURVE = 2;
const QUADRATIC = 3;
const CLOSE = 4;
const letters = ['M', 'L', 'C', 'Q', 'Z'] as const;
const pointsOf: Readonly<Record<number, number>> = { [MOVE]: 1, [LINE]: 1, [CURVE]: 3, [QUADRATIC]: 2, [CLOSE]: 0 };

const round = (value: number): number => Math.round(value * 100) / 100;

/** A path of pdfjs in coordinates of the page. Null where it is empty or of another form. */
export function pathIn(data: ArrayLike<number> | null | undefined, matrix: Matrix): { d: string; box: Box } | null {
  if (!data || data.length === 0 || data.length > PATH_MAX) return null;
  const parts: string[] = [];
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < data.length; ) {
    const code = data[at] ?? -1;
    const count = pointsOf[code];
    if (count === undefined) return null;
    at += 1;
    const numbers: number[] = [];
    for (let point = 0; point < count; point += 1, at += 2) {
      const { x, y } = transformPoint(matrix, data[at] ?? 0, data[at + 1] ?? 0);
      if (!Number.isFinite(x) || !Number.isFinite(y)) return null;
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
      numbers.push(round(x), round(y));
    }
    parts.push(`${letters[code] ?? ''}${numbers.join(' ')}`);
  }
  return Number.isFinite(left)
    ? { d: parts.join(''), box: { x: left, y: top, w: right - left, h: bottom - top } }
    : null;
}

const firstPath = (data: unknown): ArrayLike<number> | null => (Array.isArray(data) ? (data[0] ?? null) : null);

const scaleOf = ([a, b, c, d]: Matrix): number => Math.sqrt(Math.abs(a * d - b * c));

const fillOf = ({ fillColour, alpha }: Ink, isEvenOdd: boolean): string =>
  `fill="${fillColour}"${alpha < 1 ? ` fill-opacity="${round(alpha)}"` : ''}${isEvenOdd ? ' fill-rule="evenodd"' : ''}`;

function strokeOf(ink: Ink): string {
  const { strokeColour, strokeAlpha, lineWidth, lineCap, lineJoin, dash } = ink;
  const scale = scaleOf(ink.ctm);
  const dashes = dash[0].map((length) => round(length * scale));
  return [
    `stroke="${strokeColour}" stroke-width="${Math.max(LINE_MIN, round(lineWidth * scale))}"`,
    strokeAlpha < 1 ? ` stroke-opacity="${round(strokeAlpha)}"` : '',
    lineCap > 0 ? ` stroke-linecap="${lineCap === 1 ? 'round' : 'square'}"` : '',
    lineJoin > 0 ? ` stroke-linejoin="${lineJoin === 1 ? 'round' : 'bevel'}"` : '',
    dashes.some((length) => length > 0) ? ` stroke-dasharray="${dashes.join(' ')}"` : '',
  ].join('');
}

/** For a character whose font is not in the file: written in a font of the machine, where it has one. */
function textSvg(unicode: string, [a, b, c, d, e, f]: Matrix, ink: Ink & { font: Font | null }): string {
  const place = [a, b, -c, -d].map((value) => value / 100).join(' ');
  const { name = '', isBold = false, isItalic = false } = ink.font ?? {};
  const family = /times|serif|roman|georgia/i.test(name) ? 'serif' : 'sans-serif';
  const look = `${isBold ? ' font-weight="bold"' : ''}${isItalic ? ' font-style="italic"' : ''}`;
  return `<text transform="matrix(${place} ${e} ${f})" font-size="100" font-family="${family}"${look} ${fillOf(ink, false)}>${escapeHtml(unicode.replaceAll(/\p{C}/gu, ''))}</text>`;
}

/** Takes down what a page paints, as far as it touches one of the boxes. */
export function noteStrokes(boxes: readonly Box[], fonts: FontPaths): { painter: Painter; strokes: Stroke[] } {
  const strokes: Stroke[] = [];
  const isWanted = (box: Box) => boxes.some((one) => touches(one, box));
  let size = 0;
  const note = (stroke: Stroke) => {
    if (size > SVG_MAX || !isWanted(stroke.box)) return;
    strokes.push(stroke);
    size += 'svg' in stroke ? stroke.svg.length : 0;
  };
  const painter: Painter = {
    glyph({ character, unicode }, matrix, ink) {
      // Most characters of a page are far from its drawings.
      const size = scaleOf(matrix);
      const near = { x: matrix[4] - 2 * size, y: matrix[5] - 2 * size, w: 4 * size, h: 4 * size };
      if (!isWanted(near)) return;
      const id = `${ink.fontId}_path_${character}`;
      const outline = fonts.has(id) ? (fonts.get(id) as { path?: ArrayLike<number> } | null)?.path : null;
      const path = pathIn(outline, matrix);
      if (path) note({ box: path.box, clip: ink.clip, svg: `<path d="${path.d}" ${fillOf(ink, false)}/>` });
      else if (unicode.trim() !== '') note({ box: near, clip: ink.clip, svg: textSvg(unicode, matrix, ink) });
    },
    path(operation, data, ink) {
      const path = pathIn(firstPath(data), ink.ctm);
      if (!path) return;
      const isClosed = operation.startsWith('close');
      const kind = operation.toLowerCase();
      const fill = kind.includes('fill') ? fillOf(ink, kind.includes('eofill')) : 'fill="none"';
      const stroke = kind.includes('stroke') ? ` ${strokeOf(ink)}` : '';
      note({ box: path.box, clip: ink.clip, svg: `<path d="${path.d}${isClosed ? 'Z' : ''}" ${fill}${stroke}/>` });
    },
    image(image, { ctm, alpha, clip }) {
      note({ box: transformBox(ctm, [0, 0, 1, 1]), clip, image, ctm, alpha });
    },
  };
  return { painter, strokes };
}

const touches = (one: Box, other: Box): boolean =>
  one.x <= other.x + other.w && other.x <= one.x + one.w && one.y <= other.y + other.h && other.y <= one.y + one.h;

/** Paints a part of a page as PNG. Null: nothing of it can be painted, or it is too much. */
export async function paintPart(
  crop: Box,
  strokes: readonly Stroke[],
  objects: PageObjects,
): Promise<Uint8Array | null> {
  const own = strokes.filter(({ box }) => touches(crop, box));
  if (own.length === 0) return null;
  const clips = new ClipPaths();
  let content = '';
  for (const stroke of own) {
    const svg = 'svg' in stroke ? stroke.svg : await imageSvg(stroke, objects);
    content += clips.around(svg, stroke.clip);
    if (content.length + clips.definitions.length > SVG_MAX) return null;
  }
  const { x, y, w, h } = crop;
  const scale = Math.min(SCALE, Math.sqrt(PIXELS_MAX / (w * h)));
  const size = `width="${Math.ceil(w * scale)}" height="${Math.ceil(h * scale)}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="${x} ${y} ${w} ${h}"><defs>${clips.definitions}</defs><rect x="${x}" y="${y}" width="${w}" height="${h}" fill="white"/>${content}</svg>`;
  try {
    return new Uint8Array(await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer());
  } catch {
    // A drawing that the library refuses stays a doubt of its question, like one that is too much.
    return null;
  }
}

async function imageSvg(
  { image, ctm, alpha }: { image: string; ctm: Matrix; alpha: number },
  objects: PageObjects,
): Promise<string> {
  const pixels = pixelsOf(await loadPicture(image, objects), PIXELS_MAX);
  if (!pixels) return '';
  const [a, b, c, d, e, f] = ctm;
  // A picture of a PDF is a square of one by one whose rows begin at the top, where y is 1.
  const place = [a, b, -c, -d, c + e, d + f].join(' ');
  const data = encodePng(pixels).toString('base64');
  const opacity = alpha < 1 ? ` opacity="${round(alpha)}"` : '';
  return `<image width="1" height="1" preserveAspectRatio="none" transform="matrix(${place})"${opacity} href="data:image/png;base64,${data}"/>`;
}

/** The clip paths of a drawing. Each is written once, and lies within the one before it. */
class ClipPaths {
  definitions = '';
  private readonly ids = new Map<Clip, string>();

  around(svg: string, clip: Clip | null): string {
    const chain: Clip[] = [];
    for (let at = clip; at && chain.length <= CLIPS_MAX; at = at.outer) chain.push(at);
    if (chain.length === 0) return svg;
    let outer = '';
    for (const one of chain.reverse()) outer = this.idOf(one, outer);
    return `<g clip-path="url(#${outer})">${svg}</g>`;
  }

  private idOf(clip: Clip, outer: string): string {
    const known = this.ids.get(clip);
    if (known !== undefined) return known;
    const path = pathIn(firstPath(clip.data), clip.ctm);
    const id = `c${this.ids.size}`;
    const within = outer === '' ? '' : ` clip-path="url(#${outer})"`;
    const rule = clip.isEvenOdd ? ' clip-rule="evenodd"' : '';
    this.definitions += `<clipPath id="${id}"${within}><path d="${path?.d ?? ''}"${rule}/></clipPath>`;
    this.ids.set(clip, id);
    return id;
  }
}
