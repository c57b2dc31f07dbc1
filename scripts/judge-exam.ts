/** Compares a question that was read from a PDF with its checked text, and asks the page who is right. */

export type CheckedQuestion = {
  number: number;
  statement: string;
  options: string[];
  /** Null where the question was annulled. */
  key: string | null;
};

export type ReadQuestion = { number: number; statement: string; options: readonly { text: string }[] };

/** What a difference consists of. */
export type DifferenceKind = 'missing' | 'options' | 'space' | 'sign' | 'characters' | 'text';

/** Which of the two texts the stored characters of the file contain at the place of a difference. */
export type PageVerdict = 'read' | 'checked' | 'unclear';

export type Difference = {
  /** 'question', 'statement', or the letter of an option. */
  where: string;
  kind: DifferenceKind;
  page: PageVerdict;
  read: string;
  checked: string;
};

/** The form in which texts are compared: NFKC, one space, joined hyphens of line ends, one form of quotes and dashes. */
export const normal = (text: string): string =>
  text
    // A closing quote that the checked texts have decoded with the wrong table.
    .replace(/\uFFFD\?/g, '"')
    .replace(/[´`‘’]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/(\p{L})-\s+(?=\p{L})/gu, '$1-')
    .replace(/\s+/g, ' ')
    .trim();

const bare = (text: string) => normal(text).replace(/\s+|-/g, '');

/** The stored characters of a file, with and without the spaces between words. */
export type StoredText = { spaced: string; bare: string };

export const storedText = (text: string): StoredText => ({ spaced: normal(text), bare: bare(text) });

/** All differences of a question; none where it is exact. */
export function differencesOf(
  question: ReadQuestion | undefined,
  checked: CheckedQuestion,
  stored: StoredText,
): Difference[] {
  if (!question) {
    return [{ where: 'question', kind: 'missing', page: 'checked', read: '', checked: checked.statement }];
  }
  const count = Math.max(question.options.length, checked.options.length);
  const parts = [
    { where: 'statement', read: question.statement, checked: checked.statement },
    ...Array.from({ length: count }, (_, at) => ({
      where: String.fromCharCode(65 + at),
      read: question.options[at]?.text ?? '',
      checked: checked.options[at] ?? '',
    })),
  ];
  return parts.flatMap(({ where, read, checked: expected }): Difference[] => {
    const [one, other] = [normal(read), normal(expected)];
    if (one === other) return [];
    const isCounted = one !== '' && other !== '';
    return [
      {
        where,
        kind: isCounted ? kindOf(one, other) : 'options',
        page: isCounted ? verdictOf(one, other, stored) : 'unclear',
        read: one,
        checked: other,
      },
    ];
  });
}

/** A difference of more characters is a line that was lost or caught. */
const SMALL = 12;

function kindOf(read: string, checked: string): DifferenceKind {
  if (bare(read) === bare(checked)) return 'space';
  const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
  if (letters(read) === letters(checked)) return 'sign';
  const changed = changesBetween(read, checked).map((change) => Math.max(change.read.length, change.checked.length));
  return Math.max(...changed) <= SMALL ? 'characters' : 'text';
}

type Change = { read: string; checked: string; readWindow: string; checkedWindow: string };

/** Characters on each side of a change that the page has to have, too. */
const AROUND = 15;

/** The places at which two texts differ, from the longest common subsequence of their characters. */
export function changesBetween(read: string, checked: string): Change[] {
  const lengths: Uint16Array[] = Array.from({ length: read.length + 1 }, () => new Uint16Array(checked.length + 1));
  for (let at = read.length - 1; at >= 0; at -= 1) {
    const [row, below] = [lengths[at] as Uint16Array, lengths[at + 1] as Uint16Array];
    for (let to = checked.length - 1; to >= 0; to -= 1) {
      row[to] = read[at] === checked[to] ? (below[to + 1] ?? 0) + 1 : Math.max(below[to] ?? 0, row[to + 1] ?? 0);
    }
  }
  const changes: Change[] = [];
  let [at, to] = [0, 0];
  while (at < read.length || to < checked.length) {
    if (at < read.length && read[at] === checked[to]) {
      at += 1;
      to += 1;
      continue;
    }
    const [from, start] = [at, to];
    while ((at < read.length || to < checked.length) && (at >= read.length || read[at] !== checked[to])) {
      const isReadShorter = (lengths[at + 1]?.[to] ?? -1) >= (lengths[at]?.[to + 1] ?? 0);
      if (at < read.length && (to >= checked.length || isReadShorter)) at += 1;
      else to += 1;
    }
    changes.push({
      read: read.slice(from, at),
      checked: checked.slice(start, to),
      readWindow: windowOf(read, from, at),
      checkedWindow: windowOf(checked, start, to),
    });
  }
  return changes;
}

const windowOf = (text: string, from: number, to: number) =>
  text.slice(Math.max(0, from - AROUND), Math.min(to, from + 2 * AROUND) + AROUND);

/** The page agrees with a side when it has all of that side's places and lacks one of the other's. */
function verdictOf(read: string, checked: string, stored: StoredText): PageVerdict {
  const changes = changesBetween(read, checked);
  const has = (window: string, change: Change) =>
    bare(change.readWindow) === bare(change.checkedWindow)
      ? stored.spaced.includes(window.trim())
      : stored.bare.includes(bare(window));
  const hasRead = changes.every((change) => has(change.readWindow, change));
  const hasChecked = changes.every((change) => has(change.checkedWindow, change));
  return hasRead === hasChecked ? 'unclear' : hasRead ? 'read' : 'checked';
}
