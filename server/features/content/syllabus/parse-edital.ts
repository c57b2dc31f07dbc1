import { QUESTION_LABEL_MAX, SUBJECT_NAME_MAX, SYLLABUS_SUBJECTS_MAX, SYLLABUS_TOPICS_MAX } from '#contract/limits.ts';

/** A line of an edital that was understood: its name, the number of questions it gives, and what lies below it. */
export type EditalLine = { name: string; questions: number | null; below: EditalLine[] };

export type Edital = { subjects: EditalLine[]; leftOut: number };

/** How a line is marked: two lines with the same marking stand on the same level. */
type Marked = { indent: number; marker: string; name: string; questions: number | null };

const SUBTOPIC = 2;
/** Whatever a line says beyond this is no name. */
const LINE_MAX = 600;

/**
 * Reads the programme of an edital as people paste it: indented, numbered (1, 1.1, 1.1.1), with bullets, with subjects
 * in capitals, or in running text ('LÍNGUA PORTUGUESA: 1 Crase. 2 Regência. 2.1 Verbal.').
 */
export function parseEdital(text: string): Edital {
  const subjects: EditalLine[] = [];
  const open: { indent: number; marker: string; line: EditalLine }[] = [];
  const counts = { topics: 0, leftOut: 0 };
  for (const { indent, marker, name, questions } of evenly([...linesOf(text)])) {
    const level = levelOf(open, indent, marker);
    open.length = level;
    const line: EditalLine = { name, questions, below: [] };
    const depth = Math.min(level, SUBTOPIC);
    const isFull =
      depth === 0 ? subjects.length >= SYLLABUS_SUBJECTS_MAX : counts.topics >= SYLLABUS_TOPICS_MAX || !subjects.length;
    if (isFull) counts.leftOut += 1;
    else {
      (depth === 0 ? subjects : (open[depth - 1]?.line.below ?? [])).push(line);
      counts.topics += depth === 0 ? 0 : 1;
    }
    open.push({ indent, marker, line });
  }
  for (const subject of subjects) subject.name = cut(subject.name, SUBJECT_NAME_MAX);
  return { subjects, leftOut: counts.leftOut };
}

/** The level of a line: beside the last one marked like it, else below the one before. */
function levelOf(open: readonly { indent: number; marker: string }[], indent: number, marker: string): number {
  for (let at = open.length - 1; at >= 0; at--) {
    const above = open[at] as { indent: number; marker: string };
    if (above.indent === indent && above.marker === marker) return at;
    // Back to a depth that no line had: the next outer one takes it in.
    if (isPlain(marker) && isPlain(above.marker) && above.indent < indent) return at + 1;
  }
  return isPlain(marker) && open[0] && isPlain(open[0].marker) && indent < open[0].indent ? 0 : open.length;
}

/** Where indents tell the levels, capitals mean nothing. */
function evenly(lines: readonly Marked[]): readonly Marked[] {
  const plain = lines.filter(({ marker }) => isPlain(marker));
  const isIndented = plain.some(({ indent }) => indent > (plain[0]?.indent ?? 0));
  return isIndented ? lines.map((line) => (isPlain(line.marker) ? { ...line, marker: 'plain' } : line)) : lines;
}

const isPlain = (marker: string) => marker === 'plain' || marker === 'capitals';

function* linesOf(text: string): Generator<Marked> {
  for (const raw of joined(text)) {
    const inline = /^(.{2,120}?)\s*:\s*(?=1[.)]?\s+\S)/u.exec(raw.trim());
    if (!inline) {
      const line = marked(raw);
      if (line) yield line;
      continue;
    }
    const head = marked(inline[1] ?? '');
    if (head) yield { ...head, indent: 0, marker: 'capitals' };
    for (const item of enumerated(raw.trim().slice(inline[0].length))) yield item;
  }
}

/** Running text of a PDF is broken anywhere: its lines are put together again until the next heading or empty line. */
function joined(text: string): string[] {
  const lines: string[] = [];
  let isRunning = false;
  for (const line of text.replaceAll('\r\n', '\n').split(/[\n\r]/)) {
    const trimmed = line.trim();
    const begins = /^.{2,120}?\s*:\s*1[.)]?\s+\S/u.test(trimmed);
    if (isRunning && !begins && trimmed !== '' && !isCapitals(trimmed)) lines[lines.length - 1] += ` ${trimmed}`;
    else {
      isRunning = begins;
      lines.push(line);
    }
  }
  return lines;
}

/** '1 Crase. 2 Regência. 2.1 Verbal.' Only a number that can follow the last one begins an item: 'art. 5' does not. */
function* enumerated(text: string): Generator<Marked> {
  let last: number[] = [0];
  let from = 0;
  let level = 0;
  const item = (to: number): Marked | null => {
    const line = from > 0 ? marked(text.slice(from, to)) : null;
    return line && { ...line, indent: 0, marker: `number${level}` };
  };
  for (const found of text.matchAll(/(?<=^|[.;:\s])(\d{1,3}(?:\.\d{1,3})*)[.)]?\s+(?=\p{L}|["'“(])/gu)) {
    const parts = (found[1] ?? '').split('.').map(Number);
    const isAfterStop = found.index === 0 || /[.;:]\s*$/.test(text.slice(Math.max(0, found.index - 10), found.index));
    if (!follows(last, parts) || !isAfterStop) continue;
    const before = item(found.index);
    if (before) yield before;
    last = parts;
    level = parts.length;
    from = found.index + found[0].length;
  }
  const end = item(text.length);
  if (end) yield end;
}

function follows(last: readonly number[], next: readonly number[]): boolean {
  const end = next.length - 1;
  const isChild = next.length === last.length + 1 && next[end] === 1;
  const shared = next.slice(0, end).every((part, at) => part === last[at]);
  return shared && (isChild || (end < last.length && next[end] === (last[end] ?? 0) + 1));
}

const markers: readonly [RegExp, (found: string) => string][] = [
  [
    /^(\d{1,3}(?:\.\d{1,3})*)(?:[.)]|\s*[-–—])?\s+(?=\S)/u,
    (found) => `number${found.split('.').filter(Boolean).length}`,
  ],
  [/^([IVXLC]{1,6})(?:[.)]|\s*[-–—])\s+(?=\S)/u, () => 'roman'],
  [/^([a-z])[.)]\s+(?=\S)/u, () => 'letter'],
  [/^([-–—•*·○▪])\s*(?=\S)/u, (found) => `bullet${found}`],
];

function marked(raw: string): Marked | null {
  const indent = (/^[\s\u00A0]*/u.exec(raw)?.[0] ?? '').replaceAll('\t', '    ').length;
  const text = raw.trim();
  for (const [pattern, markerOf] of markers) {
    const found = pattern.exec(text);
    if (!found) continue;
    const named = nameAndCount(text.slice(found[0].length));
    return named && { indent, marker: markerOf(found[1] ?? ''), ...named };
  }
  const named = nameAndCount(text);
  return named && { indent, marker: isCapitals(named.name) || text.endsWith(':') ? 'capitals' : 'plain', ...named };
}

const isCapitals = (text: string) => {
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.length >= 4 && !/\p{Ll}/u.test(text);
};

/** 'Língua Portuguesa (18 questões)' */
function nameAndCount(whole: string): { name: string; questions: number | null } | null {
  const text = whole.slice(0, LINE_MAX);
  const count = /[\s:,([–—-]*\b(\d{1,3})\s*(?:quest(?:ões|oes|ão|ao)|itens|item)\b[\s)\].;:]*$/iu.exec(text);
  const bare = (count ? text.slice(0, count.index) : text)
    .replaceAll('>', ' ')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/[\s.;:,–—-]+$/u, '')
    .trim();
  if (!/\p{L}/u.test(bare)) return null;
  return { name: cut(bare, QUESTION_LABEL_MAX), questions: count ? Number(count[1]) : null };
}

function cut(name: string, max: number): string {
  if (name.length <= max) return name;
  const words = name.slice(0, max - 1).replace(/\s+\S*$/u, '');
  return `${words.toWellFormed()}…`;
}

/** What each topic counts: its own number, else an equal part of what its subject leaves, else one. */
export function amountsOf(subject: EditalLine): (line: EditalLine) => number {
  const leaves = subject.below.flatMap((topic) => (topic.below.length > 0 ? topic.below : [topic]));
  const stated = leaves.reduce((sum, { questions }) => sum + (questions ?? 0), 0);
  const open = leaves.filter(({ questions }) => questions === null).length;
  const rest = Math.max(0, (subject.questions ?? 0) - stated);
  const each = subject.questions === null ? 1 : Math.round((rest / Math.max(1, open)) * 100) / 100;
  return (line) => line.questions ?? (line.below.length > 0 ? 0 : each);
}
