/** A line of a programme without its line breaks: a heading, or what lies under the heading before it. */
export type ProgrammeLine = { text: string; isHeading: boolean };

/** A line shorter than this is not filled to the margin, whatever the others are. */
const WRAP_MIN = 50;
/** Share of the widest line that a line has to fill before it can be broken at the margin. */
const FULL_LINE = 0.75;
const HEADING_MAX = 90;
const HEADING_WORDS = 12;
/** A text that is longer and has separators is a row of items. */
const RUNNING_MIN = 60;

const numbered = /^(\d{1,3}(?:\.\d{1,3})*)(?:[.)]|\s*[-–—])?\s+(?=\S)/u;
const bulleted = /^(?:[IVXLC]{1,6}(?:[.)]|\s*[-–—])\s+|[a-z][.)]\s+|[-–—•*·○▪]\s*)(?=\S)/u;
/** 'LÍNGUA PORTUGUESA: 1 Crase', 'DIREITO PENAL: Crimes contra a vida; penas.' */
const beforeNumber = /^(.{2,120}?)\s*:\s*(?=1[.)]?\s+\S)/u;
const inCapitals = /^((?:\d{1,3}(?:\.\d{1,3})*[.)]?\s+)?[^:\p{Ll}]{4,120}?)\s*:\s+(?=\S)/u;
/** A word that ends no line: the next line goes on. */
const openEnd =
  /(?:^|\s)(?:d[aeo]s?|e|em|a|o|as|os|à|às|ao|aos|com|para|por|pel[ao]s?|n[ao]s?|ou|sobre|entre|sua?s?|art|n[º°o]?)\.?$|[,(/-]$/iu;

export const isCapitals = (text: string): boolean => {
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.length >= 4 && !/\p{Ll}/u.test(text);
};

/** Whether the lines are indented: then the indents say what lies below what. */
export function isIndented(lines: readonly string[]): boolean {
  const indents = lines.filter((line) => /\S/.test(line)).map((line) => (/^[\s\u00A0]*/u.exec(line)?.[0] ?? '').length);
  return indents.some((indent) => indent > (indents[0] ?? 0));
}

/**
 * Puts the broken lines of a programme without indents together: a subject alone on its line, and under it items over
 * several lines, numbered, with bullets, or one behind the other.
 */
export function joinProgramme(lines: readonly string[]): ProgrammeLine[] {
  const rows = lines.map((line) => line.trim().replace(/\s+/gu, ' '));
  const following = nextFilled(rows);
  const width = Math.max(0, ...rows.map(({ length }) => Math.min(length, 200)));
  const isFull = (text: string) => text.length >= Math.max(WRAP_MIN, FULL_LINE * width);
  const joined: ProgrammeLine[] = [];
  let block: string[] = [];
  const endBlock = () => {
    joined.push(...itemsOf(block, isFull).map((text) => ({ text, isHeading: false })));
    block = [];
  };
  const addHeading = (text: string) => {
    endBlock();
    joined.push({ text, isHeading: true });
  };
  for (const [at, row] of rows.entries()) {
    if (row === '') {
      // Between paragraphs of one subject and between subjects alike: the next line decides.
      if (block.length > 0) block.push('');
      continue;
    }
    const isContinued = goesOn(block.at(-1), isFull);
    const inline = beforeNumber.exec(row) ?? (isContinued ? null : inCapitals.exec(row));
    if (inline && row.length > inline[0].length) {
      addHeading(inline[1] ?? '');
      block.push(row.slice(inline[0].length));
    } else if (isHeadingAt(rows, at, following[at] ?? '', isContinued)) addHeading(row);
    else block.push(row);
  }
  endBlock();
  return joined;
}

/** For each line the next one with text behind it. */
export function nextFilled(lines: readonly string[]): string[] {
  const following: string[] = [];
  let next = '';
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    following[at] = next;
    if (lines[at]?.trim()) next = lines[at] ?? '';
  }
  return following;
}

/** Whether the last line of a block was broken at the margin. */
function goesOn(last: string | undefined, isFull: (text: string) => boolean): boolean {
  if (last === undefined || last === '') return false;
  return openEnd.test(last) || (isFull(last) && !/[.;:!?]$/u.test(last));
}

function isHeadingAt(rows: readonly string[], at: number, next: string, isContinued: boolean): boolean {
  const row = rows[at] ?? '';
  const number = numbered.exec(row);
  // A numbered subject: the numbers below it begin again.
  if (number) return isCapitals(row) && numbered.exec(next)?.[1] === '1';
  if (bulleted.test(row)) return false;
  if (isCapitals(row)) return row.length <= HEADING_MAX && !(isContinued && openEnd.test(rows[at - 1] ?? ''));
  if (isContinued) return false;
  if (row.endsWith(':')) return true;
  const before = rows[at - 1] ?? '';
  const isAlone =
    /^\p{Lu}/u.test(row) &&
    row.length <= HEADING_MAX &&
    row.split(' ').length <= HEADING_WORDS &&
    !/[.;,]$/u.test(row) &&
    !openEnd.test(row);
  return isAlone && (before === '' || /[.;:]$/u.test(before)) && beginsItems(next);
}

/** The first of several items, or a text that is a row of items. */
const beginsItems = (row: string) =>
  /^(?:1(?:\.1)?|I)(?:[.)]|\s*[-–—])?\s+\S/u.test(row) || /^[•·○▪]/u.test(row) || isRunning(row);

const isRunning = (row: string) => row.length >= RUNNING_MIN && /^\p{Lu}/u.test(row) && /[;,]\s|\.\s+\p{Lu}/u.test(row);

/** The items of what lies under one heading. */
function itemsOf(block: readonly string[], isFull: (text: string) => boolean): string[] {
  const rows = block.filter((row) => row !== '');
  if (rows.length === 0) return [];
  // Numbers decide by their order, line by line or running (enumerated).
  const others = rows.filter((row) => bulleted.test(row) && !numbered.test(row));
  if (/^1(?:\.1)?(?:[.)]|\s*[-–—])?\s/u.test(rows[0] ?? '') && others.length === 0) return [rows.join('\n')];
  const whole: string[] = [];
  for (const [at, row] of block.entries()) {
    if (row === '') continue;
    const before = block[at - 1] ?? '';
    const isMarked = bulleted.test(row) || (numbered.test(row) && !goesOn(before, isFull));
    const isWrapped =
      before !== '' &&
      (goesOn(before, isFull) || /^[\p{Ll}),;]/u.test(row) || (isFull(before) && /[;:]$/u.test(before)));
    if (whole.length > 0 && !isMarked && isWrapped) {
      whole[whole.length - 1] = joinedWords(whole[whole.length - 1] ?? '', row);
    } else whole.push(row);
  }
  return whole.flatMap((text) => (bulleted.test(text) || numbered.test(text) ? [text] : splitRunning(text)));
}

/** A hyphen at the end of a line before a small letter parts a word. */
const joinedWords = (before: string, next: string) =>
  /\p{L}-$/u.test(before) && /^\p{Ll}/u.test(next) ? `${before.slice(0, -1)}${next}` : `${before} ${next}`;

/** 'Crimes contra a vida; penas; prescrição.' One kind of separator parts the items: semicolons where there are any. */
function splitRunning(text: string): string[] {
  const parts = /;\s/u.test(text) ? text.split(/;\s+/u) : text.split(/(?<=[\p{L}\d)]{3}\.)\s+(?=\p{Lu})/u);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
