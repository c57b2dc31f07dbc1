import { levelOf, takeMarker, type WordMarker } from './word-markers.ts';

type ListType = '1' | 'a' | 'A' | 'i' | 'I';
type Entry = { item: Element; level: number; marker: WordMarker };
type OpenList = { list: HTMLElement; level: number; type: ListType | null; next: number };

/** Word writes lists as paragraphs with a typed bullet or number: converts them to real lists. */
export function makeWordLists(body: HTMLElement): void {
  for (const first of body.querySelectorAll<HTMLElement>('p[style*="mso-list"]')) {
    if (!first.isConnected || levelOf(first) === 0) continue;
    const run: Entry[] = [];
    for (let item: Element | null = first; item && levelOf(item) > 0; item = item.nextElementSibling) {
      run.push({ item, level: levelOf(item), marker: takeMarker(item) });
    }
    makeLists(run);
  }
}

function makeLists(run: readonly Entry[]): void {
  const open: OpenList[] = [];
  for (const [at, entry] of run.entries()) {
    const { item, level, marker } = entry;
    // '1.2.3', 'Art. 5º', '§ 2º': no HTML list counts like this, so the number stays in the text.
    if (marker.kind === 'text') {
      item.prepend(`${marker.text} `);
      item.removeAttribute('style');
      open.length = 0;
      continue;
    }
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    if (open.at(-1)?.level === level && !continues(open.at(-1), marker)) open.pop();
    if ((open.at(-1)?.level ?? 0) < level) {
      const outer = open.at(-1)?.list;
      const opened = openList(entry, followerOf(run, at));
      if (outer) (outer.lastElementChild ?? outer).append(opened.list);
      else item.before(opened.list);
      open.push(opened);
    }
    const current = open.at(-1);
    if (!current) continue;
    const line = document.createElement('li');
    const paragraph = document.createElement('p');
    paragraph.append(...item.childNodes);
    line.append(paragraph);
    current.list.append(line);
    current.next += 1;
    item.remove();
  }
}

function continues(open: OpenList | undefined, marker: WordMarker): boolean {
  if (!open || marker.kind === 'bullet') return open?.type === null;
  return open.type !== null && countOf(open.type, marker.text) === open.next;
}

function openList({ level, marker }: Entry, follower: string): OpenList {
  if (marker.kind === 'bullet') return { list: document.createElement('ul'), level, type: null, next: 1 };
  const type = typeOf(marker.text, follower);
  const start = countOf(type, marker.text) ?? 1;
  const list = document.createElement('ol');
  if (type !== '1') list.setAttribute('type', type);
  if (start !== 1) list.setAttribute('start', String(start));
  return { list, level, type, next: start };
}

/** The next number on the same level: it tells whether an 'i' is the Roman one or the ninth letter. */
function followerOf(run: readonly Entry[], at: number): string {
  const level = run[at]?.level ?? 0;
  const next = run.slice(at + 1).find((entry) => entry.level <= level);
  return next?.level === level && next.marker.kind === 'number' ? next.marker.text : '';
}

function typeOf(text: string, follower: string): ListType {
  if (/^\d/.test(text)) return '1';
  const isUpper = text === text.toUpperCase();
  const [letters, roman] = isUpper ? (['A', 'I'] as const) : (['a', 'i'] as const);
  const isFollowedIn = (type: ListType) =>
    follower !== '' && countOf(type, follower) === (countOf(type, text) ?? Number.NaN) + 1;
  if (isFollowedIn(letters)) return letters;
  if (isFollowedIn(roman)) return roman;
  return countOf(roman, text) !== null && (text.length > 1 || text.toLowerCase() === 'i') ? roman : letters;
}

const romanDigits: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
const romanNumber = /^M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$/;

/** The value of a typed number in a list of this type; null if it does not match. */
function countOf(type: ListType, text: string): number | null {
  if (type === '1') return /^\d{1,4}$/.test(text) ? Number(text) : null;
  const isUpper = type === 'A' || type === 'I';
  if (text !== (isUpper ? text.toUpperCase() : text.toLowerCase())) return null;
  const letters = text.toUpperCase();
  if (type === 'a' || type === 'A') return /^[A-Z]$/.test(letters) ? letters.charCodeAt(0) - 64 : null;
  if (!romanNumber.test(letters)) return null;
  const digits = [...letters].map((letter) => romanDigits[letter] ?? 0);
  return digits.reduce((sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0);
}
