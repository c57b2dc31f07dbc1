import { QUESTION_LABEL_MAX, SUBJECT_NAME_MAX, SYLLABUS_SUBJECTS_MAX, SYLLABUS_TOPICS_MAX } from '#contract/limits.ts';
import { countOf, nameKey, splitProgramme } from './edital-counts.ts';
import { isCapitals, isIndented, joinProgramme } from './edital-lines.ts';

/** A line of an edital that was understood: its name, the number of questions it gives, and what lies below it. */
export type EditalLine = { name: string; questions: number | null; below: EditalLine[] };

export type Edital = { subjects: EditalLine[]; leftOut: number };

/** How a line is marked: two lines with the same marking stand on the same level. */
type Marked = { indent: number; marker: string; name: string; questions: number | null };

/** A title over several subjects. No topic lies under it. */
const groupTitle =
  /^(?:conhecimentos? (?:basicos?|gerais|geral|comuns|comum|especificos?)|anexo|cargos?|emprego|nivel|ensino|bloco|grupo|modulo|para|provas?|programas?|conteudos? programaticos?)\b/u;
const SUBTOPIC = 2;
/** An edital of a hundred pages has some six thousand. */
const LINES_MAX = 10_000;
/** Whatever a line says beyond this is no name. */
const LINE_MAX = 600;

/**
 * Reads the programme of an edital as people paste it: indented, numbered (1, 1.1, 1.1.1), with bullets, with subjects
 * in capitals, or in running text ('LÍNGUA PORTUGUESA: 1 Crase. 2 Regência. 2.1 Verbal.').
 */
export function parseEdital(text: string): Edital {
  const subjects: EditalLine[] = [];
  const open: { indent: number; marker: string; line: EditalLine }[] = [];
  const all = text.replaceAll('\r\n', '\n').split(/[\n\r]/);
  const counts = { topics: 0, leftOut: all.slice(LINES_MAX).filter((line) => line.trim() !== '').length };
  const { lines, counts: given } = splitProgramme(all.slice(0, LINES_MAX));
  for (const { indent, marker, name, questions } of evenly([...linesOf(lines)])) {
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
  for (const subject of subjects) {
    subject.questions ??= given.get(nameKey(subject.name)) ?? null;
    subject.name = cut(subject.name, SUBJECT_NAME_MAX);
  }
  const isTitle = ({ name, questions, below }: EditalLine) =>
    below.length === 0 && questions === null && groupTitle.test(nameKey(name));
  return { subjects: subjects.filter((subject) => !isTitle(subject)), leftOut: counts.leftOut };
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

function* linesOf(lines: readonly string[]): Generator<Marked> {
  if (isIndented(lines)) {
    for (const raw of lines) {
      const line = marked(raw);
      if (line) yield line;
    }
    return;
  }
  for (const { text, isHeading } of joinProgramme(lines)) {
    const line = isHeading || !/^1(?:\.1)?[.)]?\s/u.test(text) ? marked(text) : null;
    if (line) yield isHeading ? { ...line, marker: 'capitals' } : line;
    else yield* enumerated(text);
  }
}

/** '1 Crase. 2 Regência. 2.1 Verbal.' Only a number that can follow the last one begins an item: 'art. 5' does not. */
function* enumerated(text: string): Generator<Marked> {
  let last: number[] = text.startsWith('1.1') ? [1, 0] : [0];
  let from = 0;
  let level = 0;
  const item = (to: number): Marked | null => {
    const line = from > 0 ? marked(text.slice(from, to)) : null;
    return line && { ...line, indent: 0, marker: `number${level}` };
  };
  for (const found of text.matchAll(
    /(?<=^|[.;:\s])(\d{1,3}(?:\.\d{1,3}){0,5})(?:[.)]| ?[-–—])?\s+(?=\p{L}|["'“(])/gu,
  )) {
    const parts = (found[1] ?? '').split('.').map(Number);
    const isAfterStop =
      found.index === 0 || /(?:[.;:]\s*|\n)$/.test(text.slice(Math.max(0, found.index - 10), found.index));
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

/** 'Língua Portuguesa (18 questões)' */
function nameAndCount(whole: string): { name: string; questions: number | null } | null {
  const text = whole.slice(0, LINE_MAX);
  const found = countOf(text);
  const bare = (found ? found.name : text)
    .replaceAll('>', ' ')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/[\s.;:,–—-]+$/u, '')
    .trim();
  if (!/\p{L}/u.test(bare)) return null;
  return { name: cut(bare, QUESTION_LABEL_MAX), questions: found?.count ?? null };
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
