/** `hintAt`: where the hint begins in `inside`. */
type Open = { numbers: number[]; head: string; inside: string; hintAt: number | null };

const opening = /\{\{c(\d{1,3}(?:,\d{1,3}){0,20})::/y;

/**
 * The sentence of a cloze card in the form of `card-text.ts`. Gaps inside each other and gaps with several numbers are
 * not possible there: such a sentence keeps only the gaps with the number of its card.
 */
export function sentenceOf(source: string, gap: number): string {
  const simple = rewrite(source, null);
  return simple ?? rewrite(source, gap) ?? source;
}

/** Null where the gaps of a sentence cannot be written as they are (`gap` null). */
function rewrite(source: string, gap: number | null): string | null {
  const open: Open[] = [];
  let written = '';
  const add = (text: string) => {
    const last = open.at(-1);
    if (last) last.inside += text;
    else written += text;
  };
  let at = 0;
  while (at < source.length) {
    opening.lastIndex = at;
    const found = source.startsWith('{{c', at) ? opening.exec(source) : null;
    if (found) {
      const numbers = (found[1] ?? '').split(',').map(Number);
      if (gap === null && (open.length > 0 || numbers.length > 1)) return null;
      open.push({ numbers, head: found[0], inside: '', hintAt: null });
      at += found[0].length;
    } else if (open.length > 0 && source.startsWith('}}', at)) {
      const { numbers, inside, hintAt } = open.pop() as Open;
      at += 2;
      if (gap === null) add(`{{c${numbers[0]}::${inside}}}`);
      else
        add(
          numbers.includes(gap) && !isInside(open, gap)
            ? `{{c${gap}::${inside}}}`
            : inside.slice(0, hintAt ?? inside.length),
        );
    } else {
      const last = open.at(-1);
      if (last && last.hintAt === null && source.startsWith('::', at)) last.hintAt = last.inside.length;
      add(source[at] as string);
      at += 1;
    }
  }
  // A gap that never closes is text.
  while (open.length > 0) {
    const { head, inside } = open.pop() as Open;
    add(head + inside);
  }
  return written;
}

const isInside = (open: readonly Open[], gap: number) => open.some(({ numbers }) => numbers.includes(gap));
