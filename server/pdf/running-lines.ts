import type { Line } from './lines.ts';

/** A line that pages repeat: title of the exam, name of the organiser, number of the page. */
export type RunningLine = { text: string; pages: number };

/** As shares of the page's height: where headers and footers are. */
const MARGIN = 0.14;
/** A line at the same height counts as the same line within this many points. */
const NEAR = 6;

type Page = { width: number; height: number };

/** Digits change from page to page. */
const shapeOf = (text: string) => text.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * Parts the lines that repeat at one height of the pages from those that are read. A line runs when a third of the
 * pages has it in the same margin, with other digits at most. Left and right pages may differ. `rows` are the lines over
 * the full width: a header is one row on pages with and without columns, though columns cut it into different lines.
 */
export function splitRunningLines(
  lines: readonly Line[],
  rows: readonly Line[],
  pages: readonly Page[],
): { body: Line[]; running: RunningLine[] } {
  const fromRows = repeatedLines(rows, pages);
  const isInRow = (line: Line) =>
    [...fromRows.left].some(
      (row) => row.page === line.page && Math.abs(row.baseline - line.baseline) < 0.4 * Math.max(row.size, line.size),
    );
  const inRows = new Set(lines.filter(isInRow));
  const others = lines.filter((line) => !inRows.has(line));
  const { left, running } = repeatedLines(others, pages);
  for (const line of outermost(others, left, pages)) left.add(line);
  return { body: others.filter((line) => !left.has(line)), running: [...fromRows.running, ...running] };
}

function repeatedLines(lines: readonly Line[], pages: readonly Page[]): { left: Set<Line>; running: RunningLine[] } {
  const inMargin = (line: Line) => {
    const height = pages[line.page - 1]?.height ?? 842;
    return line.box.y + line.box.h < MARGIN * height || line.box.y > (1 - MARGIN) * height;
  };
  const groups: { shape: string; y: number; lines: Line[] }[] = [];
  const byShape = new Map<string, (typeof groups)[number][]>();
  for (const line of lines.filter(inMargin)) {
    const shape = shapeOf(line.text);
    const known = byShape.get(shape) ?? [];
    const group = known.find(({ y }) => Math.abs(y - line.baseline) < NEAR);
    if (group) group.lines.push(line);
    else {
      const made = { shape, y: line.baseline, lines: [line] };
      known.push(made);
      groups.push(made);
      byShape.set(shape, known);
    }
  }
  const enough = Math.max(2, Math.ceil(pages.length / 3));
  const counts = new Map<string, number>();
  for (const { text } of lines) counts.set(shapeOf(text), (counts.get(shapeOf(text)) ?? 0) + 1);
  const byPage = pages.map((_, index) => lines.filter((line) => line.page === index + 1));
  const left = new Set<Line>();
  const running: (RunningLine & { y: number })[] = [];
  // From the edges of the pages inwards: behind a line of the text no line runs.
  const height = pages[0]?.height ?? 842;
  for (const { shape, lines: repeated } of groups.sort(
    (one, other) => Math.min(one.y, height - one.y) - Math.min(other.y, height - other.y),
  )) {
    const count = new Set(repeated.map(({ page }) => page)).size;
    // Statements end with the same words again and again, and two of them may lie at one height.
    const elsewhere = (counts.get(shape) ?? 0) - repeated.length;
    const isPhrase = /\p{L}/u.test(shape) && elsewhere >= repeated.length;
    // The end of a sentence at the top of a column.
    const isFragment = /^\p{Ll}.*[.;,]$/u.test(repeated[0]?.text ?? '');
    if (count < enough || isPhrase || isFragment || !countsPages(repeated)) continue;
    const isAtEdge = (line: Line) =>
      (byPage[line.page - 1] ?? []).every((other) => left.has(other) || !isOutside(other, line, height));
    const atEdge = repeated.filter(isAtEdge);
    if (new Set(atEdge.map(({ page }) => page)).size < enough) continue;
    for (const line of atEdge) left.add(line);
    running.push({ text: atEdge[0]?.text ?? '', pages: count, y: atEdge[0]?.baseline ?? 0 });
  }
  running.sort((one, other) => one.y - other.y);
  return { left, running: running.map(({ text, pages: count }) => ({ text, pages: count })) };
}

/** Whether a line lies between another one and the nearer edge of the page. Parts of one row do not. */
function isOutside(other: Line, line: Line, height: number): boolean {
  const near = 0.5 * Math.max(other.size, line.size);
  return line.baseline < height / 2 ? other.baseline < line.baseline - near : other.baseline > line.baseline + near;
}

/** Numbers of a running line are the same everywhere, or count the pages; those of questions do neither. */
function countsPages(lines: readonly Line[]): boolean {
  const numbers = lines.map(({ text, page }) =>
    (text.match(/\d+/g) ?? []).map((digits) => ({ value: Number(digits), page })),
  );
  const [first = []] = numbers;
  return first.every((_, at) => {
    const column = numbers.map((row) => row[at] ?? { value: 0, page: 0 });
    const isConstant = (values: number[]) => mostFrequent(values) >= 0.8 * values.length;
    return isConstant(column.map(({ value }) => value)) || isConstant(column.map(({ value, page }) => value - page));
  });
}

function mostFrequent(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

/** A bare number of a page, beyond every other line of it, that counts pages. A question number does not. */
function outermost(lines: readonly Line[], left: ReadonlySet<Line>, pages: readonly Page[]): Line[] {
  const bare = pages.flatMap((_, index) => {
    const own = lines.filter((line) => line.page === index + 1 && !left.has(line));
    return own.filter((line) => {
      const isApart = (other: Line) =>
        other === line ||
        other.box.y + other.box.h < line.box.y - line.size ||
        other.box.y > line.box.y + 2 * line.size;
      const isEnd =
        own.every((other) => other === line || other.baseline < line.baseline) ||
        own.every((other) => other === line || other.baseline > line.baseline);
      return pageNumber.test(line.text) && isEnd && own.every(isApart);
    });
  });
  const offsetOf = ({ text, page }: Line) => Number(/\d+/.exec(text)?.[0]) - page;
  const isNamed = ({ text }: Line) => /p[áa]g|de|\/|[-–—|]/iu.test(text);
  return bare.filter(
    (line) =>
      isNamed(line) ||
      (pages.length === 1 && offsetOf(line) === 0) ||
      bare.some((other) => other !== line && offsetOf(other) === offsetOf(line)),
  );
}

const pageNumber = /^(?:p[áa]g(?:ina)?\.?\s*)?[-–—|]?\s*\d{1,3}\s*[-–—|]?(?:\s*(?:de|\/)\s*\d{1,3})?$/iu;
