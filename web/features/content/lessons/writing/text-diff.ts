/** A stretch of text that both have, or that only one has. */
export type Stretch = { kind: 'same' | 'gone' | 'new'; text: string };

/** The most cells of one comparison: the time grows with the square. */
const MOST_CELLS = 4_000_000;

/** Paragraphs of two texts, as far as they follow each other in both; within a changed one, its words. */
export function diffTexts(before: string, after: string): Stretch[] {
  const lines = (text: string) => (text === '' ? [] : text.split(/(?<=\n)/));
  const stretches = diff(lines(before), lines(after));
  return stretches.flatMap((stretch, at) => {
    const next = stretches[at + 1];
    const last = stretches[at - 1];
    if (stretch.kind === 'gone' && next?.kind === 'new') return diff(wordsOf(stretch.text), wordsOf(next.text));
    // Compared together with the text that it replaced.
    if (stretch.kind === 'new' && last?.kind === 'gone') return [];
    return [stretch];
  });
}

const wordsOf = (text: string) => text.split(/(?<=\s)/);

/** The longest common subsequence; a common start and end are matched first. */
function diff(before: readonly string[], after: readonly string[]): Stretch[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const isLeft = () => before.length - end > start && after.length - end > start;
  while (isLeft() && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const middle = common(before.slice(start, before.length - end), after.slice(start, after.length - end));
  return joined([
    ...before.slice(0, start).map((text): Stretch => ({ kind: 'same', text })),
    ...middle,
    ...before.slice(before.length - end).map((text): Stretch => ({ kind: 'same', text })),
  ]);
}

function common(before: readonly string[], after: readonly string[]): Stretch[] {
  const gone = before.map((text): Stretch => ({ kind: 'gone', text }));
  const fresh = after.map((text): Stretch => ({ kind: 'new', text }));
  if (before.length * after.length > MOST_CELLS) return [...gone, ...fresh];
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const found: Stretch[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old, now] = [before[row], after[column]];
    if (old !== undefined && old === now) {
      found.push({ kind: 'same', text: old });
      [row, column] = [row + 1, column + 1];
    } else if (old !== undefined && (now === undefined || at(row + 1, column) >= at(row, column + 1))) {
      found.push({ kind: 'gone', text: old });
      row += 1;
    } else {
      found.push({ kind: 'new', text: now ?? '' });
      column += 1;
    }
  }
  return found;
}

function joined(stretches: readonly Stretch[]): Stretch[] {
  const whole: Stretch[] = [];
  for (const { kind, text } of stretches) {
    const last = whole.at(-1);
    if (last?.kind === kind) last.text += text;
    else whole.push({ kind, text });
  }
  return whole;
}
