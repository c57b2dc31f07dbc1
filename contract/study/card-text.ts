/**
 * The text of a card: plain text with formulas `\( … \)` or `\[ … \]` and numbered gaps `{{c1::hidden::hint}}`, as Anki
 * writes them.
 */
type Inline = { kind: 'text'; text: string } | { kind: 'formula'; latex: string; isBlock: boolean };
export type CardPart = Inline | { kind: 'gap'; number: number; inside: Inline[]; hint: string };

const tokens = /\{\{c(\d{1,3})::|\}\}|\\[()[\]]/g;

type Open = { opening: string; number: number; inside: Inline[] };

/** Reads the text from left to right, once. Markers without a partner are text. */
export function parseCardText(source: string): CardPart[] {
  const parts: CardPart[] = [];
  const found = [...source.matchAll(tokens)];
  const lastClosing = { ')': -1, ']': -1 };
  for (const [at, [token]] of found.entries()) {
    if (token === '\\)') lastClosing[')'] = at;
    if (token === '\\]') lastClosing[']'] = at;
  }
  let gap: Open | null = null;
  let done = 0;
  const addText = (text: string) => {
    if (text === '') return;
    const list: CardPart[] = gap ? gap.inside : parts;
    const last = list.at(-1);
    if (last?.kind === 'text') last.text += text;
    else list.push({ kind: 'text', text });
  };
  /** A gap that never closes is text. */
  const leaveOpen = () => {
    if (!gap) return;
    const { opening, inside } = gap;
    gap = null;
    addText(opening);
    for (const one of inside) {
      if (one.kind === 'text') addText(one.text);
      else parts.push(one);
    }
  };
  for (let at = 0; at < found.length; at += 1) {
    const token = found[at] as RegExpExecArray;
    const [sign, number] = token;
    if (token.index < done) continue;
    const end = token.index + sign.length;
    if (sign === '\\(' || sign === '\\[') {
      const closing = sign === '\\(' ? ')' : ']';
      if (lastClosing[closing] < at) continue;
      let to = at + 1;
      while (found[to]?.[0] !== `\\${closing}`) to += 1;
      const close = found[to] as RegExpExecArray;
      addText(source.slice(done, token.index));
      const formula = {
        kind: 'formula',
        latex: source.slice(end, close.index).trim(),
        isBlock: closing === ']',
      } as const;
      (gap ? gap.inside : parts).push(formula);
      done = close.index + 2;
      at = to;
    } else if (number !== undefined) {
      addText(source.slice(done, token.index));
      leaveOpen();
      gap = { opening: sign, number: Number(number), inside: [] };
      done = end;
    } else if (sign === '}}' && gap) {
      addText(source.slice(done, token.index));
      parts.push(closedGap(gap));
      gap = null;
      done = end;
    }
  }
  addText(source.slice(done));
  leaveOpen();
  return parts;
}

/** The words after the last `::` are the hint. */
function closedGap({ number, inside }: Open): CardPart {
  const last = inside.at(-1);
  const at = last?.kind === 'text' ? last.text.indexOf('::') : -1;
  if (last?.kind !== 'text' || at < 0) return { kind: 'gap', number, inside, hint: '' };
  const before = last.text.slice(0, at);
  const answer = [...inside.slice(0, -1), ...(before ? [{ kind: 'text' as const, text: before }] : [])];
  return { kind: 'gap', number, inside: answer, hint: last.text.slice(at + 2) };
}

/** The numbers of the gaps of a text, each once, in ascending order. */
export function gapNumbers(source: string): number[] {
  const numbers = parseCardText(source).flatMap((part) => (part.kind === 'gap' ? [part.number] : []));
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** The text that a reader sees once everything is shown, for lists and labels. */
export const plainCardText = (source: string): string =>
  parseCardText(source)
    .flatMap((part) => (part.kind === 'gap' ? part.inside : [part]))
    .map((part) => (part.kind === 'formula' ? part.latex : part.text))
    .join('');
