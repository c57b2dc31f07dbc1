import type { LeftOut } from './exam.ts';
import type { ExamLine } from './exam-lines.ts';
import { endsSentence } from './sentences.ts';
import { isItemsCommand, isSharedText, mentionedTitle, opensBaseText, sharedRange, titleOf } from './shared-texts.ts';
import { isHeading, subjectOf } from './subject-headings.ts';

/** A text that several questions share. */
export type SharedText = { lines: ExamLine[]; isRangeUnknown: boolean };

type Block = { lines: ExamLine[]; subject: string | null; hasHeading: boolean; unknown: ExamLine[] };

/** The next lines: an opening sentence may go on in them. */
const textsBehind = (lines: readonly ExamLine[], at: number) => lines.slice(at + 1, at + 4).map(({ text }) => text);

const joined = (lines: readonly ExamLine[]) => lines.map(({ text }) => text).join('\n');

/** As a share of the size: no paragraph of an item begins so far below the line before it. */
const FAR_BELOW = 4;

/** Parts an item without options from what stands behind it: a title, a text, the command of the next items. */
export function splitItem(lines: readonly ExamLine[]): { own: ExamLine[]; tail: ExamLine[] } {
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1];
    if (!before) continue;
    const rest = joined(lines.slice(at));
    const isFarBelow = line.page === before.page && line.baseline - before.baseline > FAR_BELOW * line.size;
    const isApart = line.side !== before.side || line.baseline - before.baseline > 1.5 * line.size;
    const isSentence = endsSentence(before.text);
    const isEnded = isSentence && /^[\p{Lu}\d“"]/u.test(line.text);
    const opens =
      opensBaseText(line.text, textsBehind(lines, at)) || (isEnded && isItemsCommand(rest.replaceAll('\n', ' ')));
    if (
      opens ||
      (isFarBelow && isSentence) ||
      (isApart && isEnded && (isSharedText(line.text) || isHeading(line, before.size)))
    ) {
      return { own: lines.slice(0, at), tail: lines.slice(at) };
    }
  }
  return { own: [...lines], tail: [] };
}

/** What is written before the first question and behind each question, and which questions it belongs to. */
export function readBetween(
  blocks: readonly (readonly ExamLine[])[],
  numbers: readonly number[],
  { bodySize, firstPage }: { bodySize: number; firstPage: number },
) {
  const read = blocks.map((lines, at) => readBlock(at === 0 ? lastBlock(lines, bodySize) : lines, bodySize));
  const cover = blocks[0]?.slice(0, blocks[0].length - lastBlock(blocks[0], bodySize).length) ?? [];
  const shared: (SharedText | null)[] = [];
  const subjects: (string | null)[] = [];
  let current: { text: SharedText; until: number | null } | null = null;
  let subject: string | null = null;
  const titledTexts = new Map<string, ExamLine[]>();
  for (const [at, number] of numbers.entries()) {
    const block = read[at] as Block;
    if (block.hasHeading) {
      subject = block.subject ?? subject;
      if (current?.until === null) current = null;
    }
    if (block.lines.length > 0) {
      const range = sharedRange(joined(block.lines).replaceAll('\n', ' '));
      current = {
        text: {
          lines: withMentioned(block.lines, titledTexts),
          isRangeUnknown: range === null && !isItemsCommand(joined(block.lines)),
        },
        until: range && range.to >= number ? range.to : null,
      };
    }
    if (current?.until != null && number > current.until) current = null;
    shared.push(current?.text ?? null);
    subjects.push(subject);
  }
  const leftOut: LeftOut[] =
    cover.length > 0 ? [{ kind: 'cover', text: joined(cover).slice(0, 200), count: joined(cover).length }] : [];
  for (const [at, { unknown }] of read.entries()) {
    if (at > 0 && unknown.length > 0)
      leftOut.push({ kind: 'behind', text: joined(unknown).slice(0, 200), count: unknown.length });
  }
  return {
    sharedOf: (at: number) => shared[at] ?? null,
    subjectOf: (at: number) => subjects[at] ?? null,
    /** Whether unexplained text was left out behind a question. */
    unknownBehind: (at: number) => (read[at + 1]?.unknown.length ?? 0) > 0,
    /** Whether unexplained text is on the page of the first question, above it: a cover has its own page. */
    hasTextAbove: cover.filter((line) => isRunningText(line, firstPage, bodySize)).length >= TEXT_ABOVE_MIN,
    leftOut,
  };
}

/** The lines of a command, below the titled text that it speaks of where that came with an earlier command. */
function withMentioned(lines: ExamLine[], known: Map<string, ExamLine[]>): ExamLine[] {
  const title = titleOf(lines[0]?.text ?? '');
  if (title !== null) {
    const command = lines.findLastIndex(
      ({ text }, at) =>
        isItemsCommand(joined(lines.slice(at)).replaceAll('\n', ' ')) && opensBaseText(text, textsBehind(lines, at)),
    );
    known.set(title, command > 0 ? lines.slice(0, command) : lines);
    return lines;
  }
  const text = joined(lines).replaceAll('\n', ' ');
  const mentioned = isItemsCommand(text) ? known.get(mentionedTitle(text) ?? '') : undefined;
  return mentioned ? [...mentioned, ...lines] : lines;
}

const TEXT_LINES_MAX = 120;
const TEXT_ABOVE_MIN = 2;
const SENTENCE_MIN = 30;

const isRunningText = ({ page, text, size }: ExamLine, firstPage: number, bodySize: number) =>
  page === firstPage && text.length > SENTENCE_MIN && Math.abs(size - bodySize) < 0.15 * bodySize;

/** Before the first question only what directly belongs to it is read; the cover is not. */
function lastBlock(lines: readonly ExamLine[], bodySize: number): readonly ExamLine[] {
  const last = lines.findLastIndex(({ text }, at) => opensBaseText(text, textsBehind(lines, at)));
  const opening = textAbove(lines, last) ?? last;
  if (opening >= 0 && lines.length - opening <= TEXT_LINES_MAX) {
    const before = lines[opening - 1];
    return lines.slice(before && isHeading(before, bodySize) ? opening - 1 : opening);
  }
  let from = lines.length;
  while (from > 0 && isHeading(lines[from - 1] as ExamLine, bodySize)) from -= 1;
  return lines.slice(from);
}

/** Where the text begins that the command of the first items follows. */
function textAbove(lines: readonly ExamLine[], command: number): number | null {
  if (command < 0 || !isItemsCommand(joined(lines.slice(command)))) return null;
  const first = lines.findLastIndex(
    ({ text, page }, at) =>
      at < command &&
      page >= (lines[command]?.page ?? 0) - 1 &&
      (titleOf(text) !== null || (/^(?:textos?|leia)\b/iu.test(text) && opensBaseText(text, textsBehind(lines, at)))),
  );
  return first >= 0 && lines.length - first <= TEXT_LINES_MAX ? first : null;
}

function readBlock(lines: readonly ExamLine[], bodySize: number): Block {
  const block: Block = { lines: [], subject: null, hasHeading: false, unknown: [] };
  for (const [at, line] of lines.entries()) {
    const isOpen = block.lines.length > 0;
    if (!isOpen && !opensBaseText(line.text, textsBehind(lines, at)) && isHeading(line, bodySize)) {
      block.hasHeading = true;
      block.subject = subjectOf(line.text) ?? block.subject;
    } else block.lines.push(line);
  }
  if (block.lines.length > 0 && !isSharedText(joined(block.lines))) {
    block.unknown = block.lines;
    block.lines = [];
  }
  return block;
}
