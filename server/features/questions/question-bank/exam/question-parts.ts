import type { ExamLine } from './exam-lines.ts';
import type { Piece } from './join-lines.ts';
import { longestRun, type OptionLabel, optionLabels } from './option-labels.ts';
import type { Numbering, QuestionNumber } from './question-numbers.ts';

/** The lines of one question, parted into its statement and its options. */
export type QuestionParts = {
  number: QuestionNumber;
  statement: Piece[];
  options: { label: OptionLabel; pieces: Piece[] }[];
  /** Lists inside the statement that look like options, too. */
  rivals: number;
  /** Labels of the exam's style that are not part of the run. */
  strays: number;
  /** Its options are labelled as in no other question. */
  isOtherStyle: boolean;
};

const whole = (line: ExamLine, from = 0): Piece => ({ line, from, to: line.text.length });

export function splitQuestions(lines: readonly ExamLine[], { numbers, end }: Numbering): QuestionParts[] {
  const spans = numbers.map((number, at) => ({
    number,
    lines: lines.slice(number.line, numbers[at + 1]?.line ?? end),
  }));
  const style = usualStyle(spans.map((span) => span.lines));
  return spans.map((span) => splitOne(span.number, span.lines, style));
}

/** The way of writing labels that most questions have. */
function usualStyle(questions: readonly (readonly ExamLine[])[]): string {
  const counts = new Map<string, number>();
  for (const lines of questions) {
    const labels = lines.flatMap(optionLabels);
    for (const style of new Set(labels.map((label) => label.style))) {
      const { run } = longestRun(labels.filter((label) => label.style === style));
      if (run.length >= 2) counts.set(style, (counts.get(style) ?? 0) + run.length);
    }
  }
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), ['', 0])[0];
}

function splitOne(number: QuestionNumber, lines: readonly ExamLine[], style: string): QuestionParts {
  const labels = lines.flatMap(optionLabels);
  const usual = labels.filter((label) => label.style === style);
  let { run, rivals } = longestRun(usual);
  let isOtherStyle = false;
  if (run.length < 2) {
    const others = [...new Set(labels.map((label) => label.style))].map((one) =>
      longestRun(labels.filter((label) => label.style === one)),
    );
    const other = others.reduce((most, next) => (next.run.length > most.run.length ? next : most), {
      run: [],
      rivals: 0,
    });
    if (other.run.length >= 3) {
      ({ run, rivals } = other);
      isOtherStyle = true;
    } else run = [];
  }
  const first = run[0];
  const statement = lines
    .filter((line) => first === undefined || line.index < first.line)
    .map((line, at) => whole(line, at === 0 ? number.skipped : 0));
  const options = run.map((label, at) => ({ label, pieces: piecesBetween(lines, label, run[at + 1]) }));
  return { number, statement, options, rivals, strays: usual.length - (isOtherStyle ? 0 : run.length), isOtherStyle };
}

function piecesBetween(lines: readonly ExamLine[], label: OptionLabel, next: OptionLabel | undefined): Piece[] {
  return lines
    .filter(({ index }) => index >= label.line && (!next || index <= next.line))
    .flatMap((line) => {
      const from = line.index === label.line ? label.at + label.length : 0;
      const to = next && line.index === next.line ? next.at : line.text.length;
      return to > from ? [{ line, from, to }] : [];
    });
}
