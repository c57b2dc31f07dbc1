import { SYLLABUS_TEXT_MAX } from '#contract/limits.ts';
import type { Line } from '#server/pdf/lines.ts';
import type { PdfText } from '#server/pdf/read-pdf.ts';
import { beforeColon, nameKey, splitProgramme } from './edital-counts.ts';

/** Share of bold lines above which bold says nothing. */
const BOLD_MAX = 0.5;
const HEADING_MAX = 90;
/** In lines: a larger distance parts two paragraphs. */
const PARAGRAPH_GAP = 1.6;

export type EditalText = { text: string; isCut: boolean };

/** The programme of an edital in PDF as one would paste it: bold subjects end with a colon, paragraphs are apart. */
export function editalText({ lines }: Pick<PdfText, 'lines'>): EditalText {
  const usesBold = lines.filter(isBold).length <= BOLD_MAX * lines.length;
  const step = usualStep(lines);
  const rows = lines.flatMap((line, at) => {
    const before = lines[at - 1];
    const isApart =
      before?.page === line.page &&
      before.column === line.column &&
      line.baseline - before.baseline > PARAGRAPH_GAP * step;
    return [...(isApart ? [''] : []), ...(usesBold ? headed(line) : [line.text])];
  });
  const { lines: programme, counts } = splitProgramme(rows);
  const named = new Map(programme.map((row) => [nameKey(beforeColon(row)), beforeColon(row)]));
  const given = [...counts].flatMap(([key, count]) => {
    const name = named.get(key);
    return name === undefined ? [] : [`${name} – ${count} questões`];
  });
  const text = [...given, ...(given.length > 0 ? [''] : []), ...programme].join('\n').trim();
  if (text.length <= SYLLABUS_TEXT_MAX) return { text, isCut: false };
  return { text: text.slice(0, text.lastIndexOf('\n', SYLLABUS_TEXT_MAX)).toWellFormed(), isCut: true };
}

const isBold = ({ spans }: Line) => spans.every((span) => span.isBold || span.text.trim() === '');
const isNumbered = (text: string) => /^\d/u.test(text);

/** A bold line is a subject, and so is a bold beginning that ends with a colon. */
function headed(line: Line): string[] {
  const { text, spans } = line;
  if (isBold(line)) {
    return text.length > HEADING_MAX || isNumbered(text) || /[.,;:]$/u.test(text) ? [text] : [`${text}:`];
  }
  const end = spans.findIndex((span) => !span.isBold);
  const head = spans
    .slice(0, end)
    .map((span) => span.text)
    .join('');
  const colon = /^\s*:/u.exec(spans[end]?.text ?? '')?.[0].length ?? 0;
  const isHead = (colon > 0 || /:\s*$/u.test(head)) && (head.match(/\p{L}/gu)?.length ?? 0) > 3 && !isNumbered(head);
  if (!isHead || head.length > HEADING_MAX) return [text];
  const rest = text.slice(head.length + colon).trim();
  return [`${head.replace(/\s*:\s*$/u, '')}:`, ...(rest === '' ? [] : [rest])];
}

/** The distance that most lines have from the one before. */
function usualStep(lines: readonly Line[]): number {
  const steps = lines
    .flatMap((line, at) => {
      const before = lines[at - 1];
      return before && before.page === line.page && before.column === line.column && line.baseline > before.baseline
        ? [line.baseline - before.baseline]
        : [];
    })
    .sort((one, other) => one - other);
  return steps[Math.floor(steps.length / 2)] ?? 12;
}
