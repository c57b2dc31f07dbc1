import type { ExamLine } from './exam-lines.ts';
import type { Piece } from './join-lines.ts';
import type { QuestionParts } from './question-parts.ts';
import { endsSentence } from './sentences.ts';
import { opensBaseText } from './shared-texts.ts';

/** How the options of an exam are set, learnt from those that end at the next label. */
export type OptionLayout = {
  /** Indents of second and further lines, from the label. Empty where too few were seen. */
  indents: number[];
  /** The widest step from line to line, in points. */
  step: number;
};

const SEEN_MIN = 5;
/** Points by which two indents may differ. */
const NEAR = 2.5;

export function learnLayout(questions: readonly QuestionParts[]): OptionLayout {
  const indents: number[] = [];
  const steps: number[] = [];
  for (const { options } of questions) {
    for (const { pieces } of options.slice(0, -1)) {
      for (const [at, { line }] of pieces.entries()) {
        const [first, before] = [pieces[0]?.line, pieces[at - 1]?.line];
        if (!first || !before || before === line) continue;
        indents.push(line.indent - first.indent);
        if (before.side === line.side) steps.push(line.baseline - before.baseline);
      }
    }
  }
  steps.sort((one, other) => one - other);
  return {
    indents: indents.length < SEEN_MIN ? [] : frequent(indents),
    step: steps[Math.floor(0.98 * (steps.length - 1))] ?? 0,
  };
}

/** Indents that at least one line in fifty has. */
function frequent(indents: readonly number[]): number[] {
  const near = (indent: number) => indents.filter((other) => Math.abs(other - indent) < NEAR).length;
  return [...new Set(indents.map(Math.round))].filter((indent) => near(indent) >= Math.max(2, 0.02 * indents.length));
}

export type Tail = {
  /** The pieces that belong to the option. */
  kept: Piece[];
  /** Lines behind it: titles, texts of other questions, notes. */
  tail: ExamLine[];
  /** The option may end elsewhere: only weak signs say where. */
  isUnsure: boolean;
};

/** Finds where the last option of a question ends: behind it nothing says so but the layout. */
export function cutTail(options: readonly (readonly Piece[])[], usual: OptionLayout): Tail {
  const pieces = options.at(-1) ?? [];
  const layout = { ...usual, indents: [...usual.indents, ...ownIndents(options.slice(0, -1))] };
  const [first] = pieces;
  if (!first) return { kept: [], tail: [], isUnsure: false };
  const kept: Piece[] = [first];
  let isUnsure = false;
  for (const [at, piece] of pieces.entries()) {
    if (at === 0) continue;
    const before = kept.at(-1) as Piece;
    const following = pieces.slice(at + 1, at + 4).map(({ line }) => line.text);
    const verdict = goesOn(first.line, before.line, piece.line, { layout, following });
    if (verdict === 'no' || verdict === 'hardly') {
      return { kept, tail: pieces.slice(at).map(({ line }) => line), isUnsure: isUnsure || verdict === 'hardly' };
    }
    if (verdict === 'unsure') isUnsure = true;
    kept.push(piece);
  }
  return { kept, tail: [], isUnsure };
}

/** Indents of the other options of the same question, which may be labelled unlike the others. */
const ownIndents = (options: readonly (readonly Piece[])[]) =>
  options.flatMap((pieces) => pieces.slice(1).map(({ line }) => line.indent - (pieces[0]?.line.indent ?? 0)));

type Verdict = 'yes' | 'no' | 'unsure' | 'hardly';

function goesOn(
  first: ExamLine,
  before: ExamLine,
  line: ExamLine,
  { layout, following }: { layout: OptionLayout; following: readonly string[] },
): Verdict {
  if (before === line) return 'yes';
  if (Math.abs(line.size - first.size) > 0.08 * first.size) return 'no';
  if (opensBaseText(line.text, endsSentence(before.text) ? following : [])) return 'no';
  const indent = line.indent - first.indent;
  const isIndented = layout.indents.some((usual) => Math.abs(usual - indent) < NEAR);
  const isBold = (one: ExamLine) => one.spans.every((span) => span.isBold);
  if (isBold(line) && !isBold(first)) return 'no';
  if (line.side === before.side) {
    const step = line.baseline - before.baseline;
    if (layout.step > 0 && step > 1.25 * layout.step) return 'no';
    // A line further left than the label is no part of the option; any other indent may be one.
    if (layout.indents.length > 0 && !isIndented) return indent < -NEAR || step > 1.1 * layout.step ? 'no' : 'hardly';
    return 'yes';
  }
  if (layout.indents.length > 0 && !isIndented) return endsSentence(before.text) ? 'no' : 'hardly';
  // At the top of another column. A hanging indent proves it, and so does a sentence that goes on.
  const isHanging = isIndented && Math.abs(indent) > NEAR;
  const isOpen = !/[.;:?!]["”’)]?$/u.test(before.text) && /^[\p{Ll}\d(“"]/u.test(line.text);
  if (isHanging || isOpen) return 'yes';
  return endsSentence(before.text) ? 'hardly' : 'unsure';
}
