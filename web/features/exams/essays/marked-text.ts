import type { EssayMark } from '#contract/exams/essay-corrections.ts';
import type { EssayLine } from '#contract/exams/essay-lines.ts';

/** A stretch of one line under the same marks. `ends`: marks whose last character is in it. */
export type Segment = { start: number; end: number; markIds: string[]; ends: string[] };

/** Rectangles page by page, from top to bottom. */
const byArea = (a: EssayMark['area'], b: EssayMark['area']) =>
  a && b ? a.page - b.page || a.y - b.y || a.x - b.x : Number(a !== undefined) - Number(b !== undefined);

/** Marks in the order of the text or the pages: their position is the number that people read. */
export const sortedMarks = (marks: readonly EssayMark[]): EssayMark[] =>
  marks.toSorted((a, b) => byArea(a.area, b.area) || a.start - b.start || a.end - b.end || a.id.localeCompare(b.id));

/** A line cut wherever a mark begins or ends. */
export function segmentsOf({ start, end }: Pick<EssayLine, 'start' | 'end'>, marks: readonly EssayMark[]): Segment[] {
  const here = marks.filter((mark) => mark.start < end && mark.end > start);
  const cuts = [start, end, ...here.flatMap((mark) => [mark.start, mark.end])].filter((at) => at >= start && at <= end);
  const edges = [...new Set(cuts)].toSorted((a, b) => a - b);
  return edges.slice(0, -1).map((from, index) => {
    const to = edges[index + 1] ?? end;
    const over = here.filter((mark) => mark.start <= from && mark.end >= to);
    return {
      start: from,
      end: to,
      markIds: over.map(({ id }) => id),
      ends: over.filter((mark) => mark.end === to).map(({ id }) => id),
    };
  });
}
