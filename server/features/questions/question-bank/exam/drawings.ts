import type { Mark } from '#server/pdf/glyphs.ts';
import type { Line } from '#server/pdf/lines.ts';
import { type Box, unionOf } from '#server/pdf/matrix.ts';

/** Painted lines and shapes that lie together: a chart, a diagram, the grid of a table. */
export type Drawing = { box: Box; isGrid: boolean };

/** Further marks of a page are not looked at: an exam page has some hundred. */
const MARKS_MAX = 2000;
/** Points between marks of one drawing. */
const NEAR = 4;
/** Points: smaller drawings are ornaments, bubbles and check boxes. */
const SIDE_MIN = 40;
/** As a share of the page's height: longer rules part columns. */
const RULE_MAX = 0.6;
/** As a share of the page: larger drawings are frames of the page. */
const PAGE_SHARE_MAX = 0.7;
const MARKS_MIN = 3;
/** Share of a drawing that text may cover. A frame around a text is no drawing. */
const TEXT_MAX = 0.35;
/** Rules in each direction that make a grid. */
const GRID_RULES = 3;

/** The drawings of a page that are no frames, underlines or bars behind titles. */
export function drawingsOf(
  marks: readonly Mark[],
  lines: readonly Line[],
  page: { width: number; height: number },
): Drawing[] {
  const painted = marks
    .filter(({ kind, box }) => kind !== 'image' && box.h < RULE_MAX * page.height && !isUnderline(box, lines))
    .slice(0, MARKS_MAX);
  return clustersOf(painted).flatMap((cluster): Drawing[] => {
    const box = unionOf(cluster.map((mark) => mark.box));
    const isLarge = box.w >= SIDE_MIN && box.h >= SIDE_MIN && box.w * box.h < PAGE_SHARE_MAX * page.width * page.height;
    if (cluster.length < MARKS_MIN || !isLarge || cluster.every((mark) => isOnEdge(mark.box, box))) return [];
    const upright = cluster.filter((mark) => mark.box.w <= 3 && mark.box.h > 10).length;
    const level = cluster.filter((mark) => mark.box.h <= 3 && mark.box.w > 10).length;
    if (upright >= GRID_RULES && level >= GRID_RULES) return [{ box, isGrid: true }];
    return textShare(box, lines) < TEXT_MAX ? [{ box, isGrid: false }] : [];
  });
}

/** A rule of the frame around a box. */
const isOnEdge = (rule: Box, box: Box) =>
  (rule.w <= 3 && (rule.x - box.x <= NEAR || box.x + box.w - rule.x - rule.w <= NEAR)) ||
  (rule.h <= 3 && (rule.y - box.y <= NEAR || box.y + box.h - rule.y - rule.h <= NEAR));

const isUnderline = (box: Box, lines: readonly Line[]) =>
  box.h < 2 &&
  lines.some(
    (line) =>
      box.y > line.baseline - 0.1 * line.size &&
      box.y < line.baseline + 0.35 * line.size &&
      box.x >= line.box.x - 2 &&
      box.x + box.w <= line.box.x + line.box.w + 2,
  );

const isNear = (one: Box, other: Box) =>
  one.x - NEAR < other.x + other.w &&
  other.x - NEAR < one.x + one.w &&
  one.y - NEAR < other.y + other.h &&
  other.y - NEAR < one.y + one.h;

function clustersOf(marks: readonly Mark[]): Mark[][] {
  const clusters: { box: Box; marks: Mark[] }[] = [];
  for (const mark of marks) {
    const touching = clusters.filter(({ box }) => isNear(box, mark.box));
    const merged = {
      box: unionOf([mark.box, ...touching.map(({ box }) => box)]),
      marks: [...touching.flatMap((cluster) => cluster.marks), mark],
    };
    for (const one of touching) clusters.splice(clusters.indexOf(one), 1);
    clusters.push(merged);
  }
  return clusters.map((cluster) => cluster.marks);
}

function textShare(box: Box, lines: readonly Line[]): number {
  let covered = 0;
  for (const { box: line } of lines) {
    const w = Math.min(box.x + box.w, line.x + line.w) - Math.max(box.x, line.x);
    const h = Math.min(box.y + box.h, line.y + line.h) - Math.max(box.y, line.y);
    if (w > 0 && h > 0) covered += w * h;
  }
  return covered / (box.w * box.h);
}
