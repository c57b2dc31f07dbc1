import { type ExamLine, gapBehind } from './exam-lines.ts';
import { optionLabels } from './option-labels.ts';

/** How an exam writes the numbers of its questions. */
type NumberStyle = 'named' | 'bare' | 'dot' | 'paren' | 'dash' | 'margin';

export type QuestionNumber = {
  line: number;
  number: number;
  style: NumberStyle;
  /** Characters of the line's text that are the number. */
  skipped: number;
};

const patterns: readonly { style: NumberStyle; pattern: RegExp }[] = [
  { style: 'named', pattern: /^(?:quest[ãa]o|item)\s*(?:n\s*[.ºo°]*\s*)?(\d{1,3})(?!\d)\s*[.):ºª°–—-]*\s*/iu },
  { style: 'bare', pattern: /^(\d{1,3})$/u },
  { style: 'dot', pattern: /^(\d{1,3})\s*\.(?!\d)\s*/u },
  { style: 'paren', pattern: /^(\d{1,3})\s*\)\s*/u },
  { style: 'dash', pattern: /^(\d{1,3})\s*[–—-]\s*(?=\D)/u },
  { style: 'margin', pattern: /^(\d{1,3})\s+(?=\D)/u },
];

/** A gap behind a number in the margin, in characters. A word gap is a quarter of one. */
const MARGIN_GAP = 0.5;

function candidatesIn(line: ExamLine): QuestionNumber[] {
  return patterns.flatMap(({ style, pattern }) => {
    const found = pattern.exec(line.text);
    const number = Number(found?.[1]);
    if (!found || number === 0) return [];
    if (style === 'margin' && !isInMargin(line)) return [];
    return [{ line: line.index, number, style, skipped: found[0].length }];
  });
}

const isInMargin = (line: ExamLine) =>
  gapBehind(line, 0) >= MARGIN_GAP ||
  line.indent < -3 ||
  (line.spans.length > 1 &&
    line.spans[0]?.isBold === true &&
    line.spans[1]?.isBold === false &&
    /^\d+\s*$/.test(line.spans[0].text));

/** Numbers that are missing between two questions cost more than a question is worth half of. */
const GAP_PENALTY = 0.6;
const LONGEST_GAP = 4;

type Scored = QuestionNumber & { weight: number; total: number; before: number };

export type Numbering = {
  numbers: QuestionNumber[];
  /** The line at which another series begins, such as a questionnaire numbered from 1 again. */
  end: number;
  /** How many questions the series behind the end has. */
  leftOut: number;
};

/**
 * The series of question numbers that counts on from line to line, in the one style that explains most questions.
 * Numbers of lists inside statements do not fit into it.
 */
export function findNumbering(lines: readonly ExamLine[]): Numbering {
  const all = lines.flatMap(candidatesIn);
  const labelled = new Set(
    lines.filter((line) => optionLabels(line).some(({ letter }) => letter === 0)).map(({ index }) => index),
  );
  const styles = [...new Set(all.map(({ style }) => style))];
  const chains = styles.map((style) =>
    bestChain(
      all.filter((one) => one.style === style),
      lines,
      labelled,
    ),
  );
  const best = chains.reduce((most, next) => (next.total > most.total ? next : most), {
    numbers: [],
    total: 0,
  } as Chain);
  const last = best.numbers.at(-1);
  if (!last) return { numbers: [], end: lines.length, leftOut: 0 };
  const again = all.filter(
    ({ line, style, number }) => line > last.line && style === last.style && number <= last.number,
  );
  const series = again.length > 0 ? bestChain(again, lines, labelled).numbers : [];
  const [restart] = series;
  return restart && series.length > 1
    ? { numbers: best.numbers, end: restart.line, leftOut: series.length }
    : { numbers: best.numbers, end: lines.length, leftOut: 0 };
}

type Chain = { numbers: QuestionNumber[]; total: number };

function bestChain(
  candidates: readonly QuestionNumber[],
  lines: readonly ExamLine[],
  labelled: ReadonlySet<number>,
): Chain {
  const usual = usualIndent(candidates, lines);
  const scored: Scored[] = [];
  for (const [at, candidate] of candidates.entries()) {
    const weight = weightOf(candidate, candidates[at + 1]?.line ?? lines.length, lines, labelled, usual);
    let total = weight + (candidate.number === 1 ? 0.5 : 0);
    let before = -1;
    for (const [place, other] of scored.entries()) {
      const step = candidate.number - other.number;
      if (step < 1 || step > LONGEST_GAP || other.line === candidate.line) continue;
      const sum = other.total + weight - GAP_PENALTY * (step - 1);
      if (sum > total) {
        total = sum;
        before = place;
      }
    }
    scored.push({ ...candidate, weight, total, before });
  }
  let at = scored.reduce((most, next, place) => (next.total > (scored[most]?.total ?? 0) ? place : most), 0);
  const total = scored[at]?.total ?? 0;
  const numbers: QuestionNumber[] = [];
  while (at >= 0) {
    const { weight: _, total: __, before, ...number } = scored[at] as Scored;
    numbers.unshift(number);
    at = before;
  }
  return { numbers, total };
}

/** A question has options before the next number, and stands where most numbers stand. */
function weightOf(
  { line, style }: QuestionNumber,
  next: number,
  lines: readonly ExamLine[],
  labelled: ReadonlySet<number>,
  usual: number,
): number {
  let hasOptions = false;
  for (let at = line; at < next && !hasOptions; at += 1) hasOptions = labelled.has(at);
  const isUsual = Math.abs((lines[line]?.indent ?? 0) - usual) < 4;
  return 0.5 + (hasOptions ? 0.4 : 0) + (isUsual ? 0.1 : 0) + (style === 'named' ? 0.3 : 0);
}

function usualIndent(candidates: readonly QuestionNumber[], lines: readonly ExamLine[]): number {
  const counts = new Map<number, number>();
  for (const { line } of candidates) {
    const indent = Math.round((lines[line]?.indent ?? 0) / 3) * 3;
    counts.set(indent, (counts.get(indent) ?? 0) + 1);
  }
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), [0, 0])[0];
}
