import { type Box, identity, type Matrix, multiply, toMatrix, transformBox, transformPoint } from './matrix.ts';

/** A character of a page. `y` is its baseline; all lengths are points from the left upper corner of the page. */
export type Glyph = {
  text: string;
  x: number;
  y: number;
  w: number;
  size: number;
  isBold: boolean;
  isItalic: boolean;
  /** The font or the colour of a run; runs of one style share it. */
  style: string;
  /** From 0 (black) to 1 (white). */
  lightness: number;
  /** Written from left to right, not turned. */
  isUpright: boolean;
  /** Not painted: the text layer below a scanned page. */
  isHidden: boolean;
};

/** What is painted on a page besides text. */
export type Mark = {
  kind: 'image' | 'rule' | 'fill';
  box: Box;
  lightness: number;
  /** The name by which pdfjs has a picture, and whether it is neither turned nor mirrored. */
  image?: string;
  isUpright?: boolean;
};

export type PageContent = { width: number; height: number; glyphs: Glyph[]; marks: Mark[] };

/** The operators of a page, as pdfjs lists them. */
export type Operators = { fnArray: ArrayLike<number>; argsArray: ArrayLike<unknown> };
export type Font = { name: string; matrixScale: number; isBold: boolean; isItalic: boolean; isVertical: boolean };

/** What a painter takes down of a page, to paint a part of it again. */
export type Painter = {
  glyph: (
    glyph: { character: string; unicode: string },
    matrix: Matrix,
    state: Ink & { fontId: string; font: Font | null },
  ) => void;
  path: (operation: string, data: unknown, state: Ink) => void;
  image: (name: string, state: Ink) => void;
};

/** The state of a page that decides how something looks. `clip` is the path that cuts it off. */
export type Ink = {
  ctm: Matrix;
  fillColour: string;
  strokeColour: string;
  alpha: number;
  strokeAlpha: number;
  lineWidth: number;
  lineCap: number;
  lineJoin: number;
  dash: readonly [readonly number[], number];
  clip: Clip | null;
};
/** Each lies within the one before it. */
export type Clip = { data: unknown; ctm: Matrix; isEvenOdd: boolean; outer: Clip | null };

type PdfGlyph = { unicode: string; fontChar: string; width: number; isSpace: boolean };
type State = Ink & {
  font: Font | null;
  fontId: string;
  size: number;
  charSpacing: number;
  wordSpacing: number;
  scale: number;
  leading: number;
  rise: number;
  mode: number;
  fill: number;
};

const HIDDEN_MODE = 3;
/** Shown for a pattern, which is not painted again. */
const PATTERN = 'silver';
const black = {
  fillColour: 'black',
  strokeColour: 'black',
  alpha: 1,
  strokeAlpha: 1,
  lineWidth: 1,
  lineCap: 0,
  lineJoin: 0,
  dash: [[], 0] as const,
  clip: null,
};

const colourOf = (colour: unknown): string => (/^#[0-9a-f]{6}$/i.test(String(colour)) ? String(colour) : 'black');

/** Ink thinner than this is a rule of a table or an underline. */
const RULE_MAX = 3;

const lightnessOf = (colour: unknown): number => {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(String(colour));
  if (!found) return 0;
  const [red = 0, green = 0, blue = 0] = found.slice(1).map((part) => Number.parseInt(part, 16) / 255);
  return 0.299 * red + 0.587 * green + 0.114 * blue;
};

/** Walks over the operators of a page and collects what is painted, in page coordinates. */
export function collectContent(
  operators: Operators,
  names: ReadonlyMap<number, string>,
  view: { transform: Matrix; width: number; height: number },
  fontOf: (id: string) => Font | null,
  painter?: Painter,
): PageContent {
  const content: PageContent = { width: view.width, height: view.height, glyphs: [], marks: [] };
  let state: State = {
    ctm: view.transform,
    ...black,
    font: null,
    fontId: '',
    size: 1,
    charSpacing: 0,
    wordSpacing: 0,
    scale: 1,
    leading: 0,
    rise: 0,
    mode: 0,
    fill: 0,
  };
  let clipping: 'clip' | 'eoClip' | null = null;
  const saved: State[] = [];
  let text: Matrix = identity;
  let line: Matrix = identity;
  const moveTo = (x: number, y: number) => {
    line = multiply(line, [1, 0, 0, 1, x, y]);
    text = line;
  };
  const restore = () => {
    state = saved.pop() ?? state;
  };

  const inkLightness = () => 1 - state.alpha * (1 - state.fill);

  const show = (items: readonly (PdfGlyph | number)[]) => {
    const { font } = state;
    if (!font || font.isVertical) return;
    let x = 0;
    for (const item of items) {
      if (typeof item === 'number') x -= (item * state.size) / 1000;
      else {
        const width = item.width * font.matrixScale * state.size;
        push(item.unicode, x * state.scale, width * state.scale, font);
        if (state.mode !== HIDDEN_MODE) {
          const place: Matrix = [state.size * state.scale, 0, 0, state.size, x * state.scale, state.rise];
          const glyph = { character: item.fontChar, unicode: item.unicode };
          painter?.glyph(glyph, multiply(multiply(state.ctm, text), place), state);
        }
        x += width + state.charSpacing + (item.isSpace ? state.wordSpacing : 0);
      }
    }
    text = multiply(text, [1, 0, 0, 1, x * state.scale, 0]);
  };
  const push = (unicode: string, offset: number, width: number, font: Font) => {
    const full = multiply(state.ctm, text);
    const start = transformPoint(full, offset, state.rise);
    const end = transformPoint(full, offset + width, state.rise);
    const size = Math.abs(state.size) * Math.hypot(full[2], full[3]);
    const length = Math.hypot(end.x - start.x, end.y - start.y);
    const isUpright = full[0] * state.size > 0 && Math.abs(full[1]) < 0.03 * Math.abs(full[0]);
    content.glyphs.push({
      text: unicode,
      x: start.x,
      y: start.y,
      w: length,
      size,
      isBold: font.isBold,
      isItalic: font.isItalic,
      style: font.name,
      lightness: inkLightness(),
      isUpright,
      isHidden: state.mode === HIDDEN_MODE,
    });
  };

  const paint = (limits: ArrayLike<number> | null | undefined, isImage: boolean, image?: unknown) => {
    const corners = isImage ? ([0, 0, 1, 1] as const) : cornersOf(limits);
    if (!corners) return;
    const box = transformBox(state.ctm, corners);
    const isRule = Math.min(box.w, box.h) <= RULE_MAX;
    const mark: Mark = { kind: isImage ? 'image' : isRule ? 'rule' : 'fill', box, lightness: inkLightness() };
    if (typeof image === 'string') {
      const [a, b, c, d] = state.ctm;
      content.marks.push({ ...mark, image, isUpright: a > 0 && d < 0 && Math.abs(b) + Math.abs(c) < 0.01 * a });
    } else content.marks.push(mark);
  };

  const construct = (operation: string, data: unknown, limits: ArrayLike<number> | null) => {
    if (paintedPaths.has(operation)) {
      paint(limits, false);
      painter?.path(operation, data, state);
    }
    if (clipping) {
      const isEvenOdd = clipping === 'eoClip';
      state = { ...state, clip: { data, ctm: state.ctm, isEvenOdd, outer: state.clip } };
    }
    clipping = null;
  };

  const actions: Record<string, (args: readonly unknown[]) => void> = {
    save: () => saved.push(state),
    restore,
    transform: (args) => {
      state = { ...state, ctm: multiply(state.ctm, toMatrix(args as number[])) };
    },
    paintFormXObjectBegin: ([matrix]) => {
      saved.push(state);
      if (matrix) state = { ...state, ctm: multiply(state.ctm, toMatrix(matrix as number[])) };
    },
    paintFormXObjectEnd: restore,
    beginText: () => {
      text = identity;
      line = identity;
    },
    setCharSpacing: ([value]) => {
      state = { ...state, charSpacing: Number(value) };
    },
    setWordSpacing: ([value]) => {
      state = { ...state, wordSpacing: Number(value) };
    },
    setHScale: ([value]) => {
      state = { ...state, scale: Number(value) / 100 };
    },
    setLeading: ([value]) => {
      state = { ...state, leading: -Number(value) };
    },
    setTextRise: ([value]) => {
      state = { ...state, rise: Number(value) };
    },
    setTextRenderingMode: ([value]) => {
      state = { ...state, mode: Number(value) };
    },
    setFont: ([id, size]) => {
      state = { ...state, font: fontOf(String(id)), fontId: String(id), size: Number(size) };
    },
    setFillRGBColor: ([colour]) => {
      state = { ...state, fill: lightnessOf(colour), fillColour: colourOf(colour) };
    },
    setStrokeRGBColor: ([colour]) => {
      state = { ...state, strokeColour: colourOf(colour) };
    },
    setFillColorN: () => {
      state = { ...state, fillColour: PATTERN };
    },
    setStrokeColorN: () => {
      state = { ...state, strokeColour: PATTERN };
    },
    setLineWidth: ([width]) => {
      state = { ...state, lineWidth: Number(width) };
    },
    setLineCap: ([cap]) => {
      state = { ...state, lineCap: Number(cap) };
    },
    setLineJoin: ([join]) => {
      state = { ...state, lineJoin: Number(join) };
    },
    setDash: ([dash, phase]) => {
      state = { ...state, dash: [dash as number[], Number(phase)] };
    },
    clip: () => {
      clipping = 'clip';
    },
    eoClip: () => {
      clipping = 'eoClip';
    },
    setGState: ([entries]) => {
      for (const [name, value] of (entries as [string, unknown][] | undefined) ?? []) {
        if (name === 'ca') state = { ...state, alpha: Number(value) };
        else if (name === 'CA') state = { ...state, strokeAlpha: Number(value) };
        else if (name === 'LW') state = { ...state, lineWidth: Number(value) };
        else if (name === 'Font') {
          const [id, size] = value as [string, number];
          state = { ...state, font: fontOf(id), fontId: id, size };
        }
      }
    },
    moveText: ([x, y]) => moveTo(Number(x), Number(y)),
    setLeadingMoveText: ([x, y]) => {
      state = { ...state, leading: Number(y) };
      moveTo(Number(x), Number(y));
    },
    setTextMatrix: ([values]) => {
      line = toMatrix(values as number[]);
      text = line;
    },
    nextLine: () => moveTo(0, state.leading),
    showText: ([items]) => show(items as (PdfGlyph | number)[]),
    paintImageXObject: ([image]) => {
      paint(null, true, image);
      painter?.image(String(image), state);
    },
    paintInlineImageXObject: () => paint(null, true),
    paintImageMaskXObject: () => paint(null, true),
    constructPath: ([operation, data, limits]) =>
      construct(names.get(Number(operation)) ?? '', data, limits as ArrayLike<number> | null),
  };

  for (let at = 0; at < operators.fnArray.length; at += 1) {
    const name = names.get(operators.fnArray[at] ?? -1);
    if (name === undefined) continue;
    actions[name]?.((operators.argsArray[at] as readonly unknown[] | null) ?? []);
  }
  return content;
}

const paintedPaths = new Set([
  'stroke',
  'closeStroke',
  'fill',
  'eoFill',
  'fillStroke',
  'eoFillStroke',
  'closeFillStroke',
  'closeEOFillStroke',
]);

function cornersOf(limits: ArrayLike<number> | null | undefined): readonly [number, number, number, number] | null {
  if (!limits || limits.length < 4) return null;
  const [left = 0, top = 0, right = 0, bottom = 0] = Array.from(limits);
  return [left, top, right, bottom].every(Number.isFinite) ? [left, top, right, bottom] : null;
}
