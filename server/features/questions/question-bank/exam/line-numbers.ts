import type { Line, Span } from '#server/pdf/lines.ts';

/** A number that may count the lines of a text: alone beside a line, or the first or last word of one. */
type Candidate = { line: Line; kind: 'alone' | 'first' | 'last'; value: number; x: number };

const number = /^\d{1,3}$/;
/** As a share of the size: numbers in the margin keep this distance from the text. */
const GAP = 0.5;
/** Points by which numbers of one margin may differ. */
const NEAR = 4;
/** Lines between two numbers. Texts number every third or fifth line; numbers of questions count one by one. */
const STEPS = { from: 2, to: 10 };
/** As a share: numbered lines have one pitch. */
const PITCH_TOLERANCE = 0.15;

/** Removes the numbers that count the lines of a text in its margin: 5, 10, 15, or 1, 4, 7. */
export function dropLineNumbers(lines: readonly Line[]): Line[] {
  const drops = new Map<Line, Candidate['kind']>();
  const byPage = new Map<number, Line[]>();
  for (const line of lines) byPage.set(line.page, [...(byPage.get(line.page) ?? []), line]);
  for (const page of byPage.values()) {
    const candidates = page.flatMap((line) => candidatesIn(line, page));
    for (const kind of ['alone', 'first', 'last'] as const) {
      for (const series of seriesOf(candidates.filter((one) => one.kind === kind))) {
        for (const { line } of series) drops.set(line, kind);
      }
    }
  }
  return lines.flatMap((line) => {
    const kind = drops.get(line);
    if (kind === undefined) return [line];
    return kind === 'alone' ? [] : [withoutWord(line, kind === 'first' ? 0 : line.words.length - 1)];
  });
}

function candidatesIn(line: Line, page: readonly Line[]): Candidate[] {
  const { words, size } = line;
  const [first, second] = words;
  const [last, before] = [words.at(-1), words.at(-2)];
  if (!first || !last) return [];
  const found: Candidate[] = [];
  const add = (kind: Candidate['kind'], word: typeof first) =>
    found.push({ line, kind, value: Number(word.text), x: word.x + word.w });
  if (words.length === 1 && number.test(first.text)) {
    const isBeside = page.some(
      (other) => other !== line && Math.abs(other.baseline - line.baseline) < 0.4 * other.size && other.text.length > 3,
    );
    if (isBeside) add('alone', first);
  }
  if (second && number.test(first.text) && second.x - first.x - first.w >= GAP * size) add('first', first);
  if (before && number.test(last.text) && last.x - before.x - before.w >= GAP * size) add('last', last);
  return found;
}

/** Runs of numbers in one margin whose distance on the page is the number of lines that they count. */
function seriesOf(candidates: readonly Candidate[]): Candidate[][] {
  const sorted = [...candidates].sort((one, other) => one.line.baseline - other.line.baseline);
  const runs: Candidate[][] = [];
  const used = new Set<Candidate>();
  for (const start of sorted) {
    if (used.has(start)) continue;
    const run = [start];
    for (const next of sorted) {
      const last = run.at(-1) as Candidate;
      if (next.line.baseline <= last.line.baseline || Math.abs(next.x - start.x) > NEAR || used.has(next)) continue;
      if (follows(last, next, run)) run.push(next);
    }
    if (run.length < 3) continue;
    for (const one of run) used.add(one);
    runs.push(run);
  }
  return runs;
}

function follows(last: Candidate, next: Candidate, run: readonly Candidate[]): boolean {
  const step = next.value - last.value;
  if (step < STEPS.from || step > STEPS.to) return false;
  const pitch = (next.line.baseline - last.line.baseline) / step;
  const size = Math.max(last.line.size, next.line.size);
  if (pitch < 0.9 * size || pitch > 3 * size) return false;
  const [one, two] = run;
  if (!one || !two) return true;
  const usual = (two.line.baseline - one.line.baseline) / (two.value - one.value);
  return Math.abs(pitch - usual) < PITCH_TOLERANCE * usual;
}

function withoutWord(line: Line, at: number): Line {
  const words = line.words.filter((_, index) => index !== at);
  const dropped = line.words[at]?.text.length ?? 0;
  const length = line.text.length;
  const [from, to] = at === 0 ? [dropped + 1, length] : [0, length - dropped - 1];
  const spans: Span[] = [];
  let offset = 0;
  for (const span of line.spans) {
    const text = span.text.slice(Math.max(0, from - offset), Math.max(0, to - offset));
    offset += span.text.length;
    if (text !== '') spans.push({ ...span, text });
  }
  const [first, last] = [words[0], words.at(-1)];
  const x = first?.x ?? line.box.x;
  return {
    ...line,
    words,
    spans,
    text: line.text.slice(from, to),
    box: { ...line.box, x, w: last ? last.x + last.w - x : line.box.w },
  };
}
