import type { Line } from '#server/pdf/lines.ts';
import { type Box, unionOf } from '#server/pdf/matrix.ts';

/** Characters that the font of a formula does not name. */
const unnamed = /\uFFFD|[\uE000-\uF8FF]/u;
/** The sign before an item of a list comes from such a font, too. */
const bullet = /^(?:\uFFFD|[\uE000-\uF8FF])\s*/u;
/** As a share of the size: lines of one formula are no further apart. */
const GAP = 1.2;

/** Where a page has lines with letters that the file does not name: as text they say nothing, as a picture all. */
export function formulasOf(lines: readonly Line[]): Box[] {
  const found: { box: Box; last: Line }[] = [];
  for (const line of lines) {
    if (!unnamed.test(line.text.replace(bullet, ''))) continue;
    const before = found.at(-1);
    if (before && belongTogether(before.last, line)) {
      before.box = unionOf([before.box, line.box]);
      before.last = line;
    } else found.push({ box: line.box, last: line });
  }
  return found.map(({ box }) => box);
}

const belongTogether = (one: Line, other: Line): boolean =>
  one.page === other.page &&
  one.column === other.column &&
  other.box.y - one.box.y - one.box.h <= GAP * Math.max(one.size, other.size);
