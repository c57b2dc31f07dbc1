import { AREA_SCALE, AREA_SIDE_LEAST, type PageArea } from '#contract/exams/essay-pages.ts';

/** A point of a page in thousandths. */
type Point = { x: number; y: number };

const bounded = (value: number, most: number) => Math.round(Math.min(most, Math.max(0, value)));

/** The rectangle between two points; null: too small to be meant. */
export function areaBetween(page: number, from: Point, to: Point): PageArea | null {
  const [left, right] = [from.x, to.x].map((x) => bounded(x, AREA_SCALE)).toSorted((a, b) => a - b) as [number, number];
  const [top, bottom] = [from.y, to.y].map((y) => bounded(y, AREA_SCALE)).toSorted((a, b) => a - b) as [number, number];
  const area = { page, x: left, y: top, width: right - left, height: bottom - top };
  return area.width < AREA_SIDE_LEAST || area.height < AREA_SIDE_LEAST ? null : area;
}

/** Where arrow keys begin: about one line of a ruled sheet at the top of the page. */
const firstArea = (page: number): PageArea => ({ page, x: 80, y: 80, width: 400, height: 30 });

const STEP = 15;

/** The rectangle one step further, or with `resize` larger and smaller; another page begins at its top. */
export function movedArea(
  area: PageArea | null,
  key: string,
  { pages, resize }: { pages: number; resize: boolean },
): PageArea | null {
  if (key === 'PageDown' || key === 'PageUp') {
    const page = (area?.page ?? 0) + (key === 'PageDown' ? 1 : -1);
    return page >= 1 && page <= pages ? firstArea(page) : area;
  }
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (!step) return area;
  if (!area) return firstArea(1);
  const [across = 0, down = 0] = step.map((direction) => direction * STEP);
  if (resize) {
    const width = Math.max(AREA_SIDE_LEAST, bounded(area.width + across, AREA_SCALE - area.x));
    return { ...area, width, height: Math.max(AREA_SIDE_LEAST, bounded(area.height + down, AREA_SCALE - area.y)) };
  }
  return {
    ...area,
    x: bounded(area.x + across, AREA_SCALE - area.width),
    y: bounded(area.y + down, AREA_SCALE - area.height),
  };
}
