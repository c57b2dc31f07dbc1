/** A syllabus as lines of an outline: a subject, its topics, their subtopics. Moving a line moves its descendants. */
export type Level = 0 | 1 | 2;
type Placed = { level: Level };

/** Where the line and everything below it ends. */
export function blockEnd(rows: readonly Placed[], at: number): number {
  const level = rows[at]?.level ?? 0;
  const after = rows.findIndex((row, place) => place > at && row.level <= level);
  return after < 0 ? rows.length : after;
}

/** A line may follow one that is at most one level above it, and takes no subtopics of another line. */
function fits(rows: readonly Placed[], place: number, level: Level): boolean {
  const above = rows[place - 1];
  const below = rows[place];
  return (level === 0 ? true : above !== undefined && above.level >= level - 1) && (!below || below.level <= level);
}

/** The line with its descendants, moved to the next valid position in the direction of `to`. */
export function moved<R extends Placed>(rows: readonly R[], from: number, to: number): readonly R[] {
  const end = blockEnd(rows, from);
  const block = rows.slice(from, end);
  const rest = [...rows.slice(0, from), ...rows.slice(end)];
  const step = to < from ? -1 : 1;
  // Positions among the remaining lines: a target below the block shifts up by its length.
  const wanted = step < 0 ? to : Math.max(from + 1, to - block.length + 1);
  for (let place = wanted; place >= 0 && place <= rest.length; place += step) {
    if (place !== from && fits(rest, place, block[0]?.level ?? 0)) {
      return [...rest.slice(0, place), ...block, ...rest.slice(place)];
    }
  }
  return rows;
}

export const movedUp = <R extends Placed>(rows: readonly R[], at: number): readonly R[] => moved(rows, at, at - 1);
export const movedDown = <R extends Placed>(rows: readonly R[], at: number): readonly R[] =>
  moved(rows, at, blockEnd(rows, at));

/** Indents or outdents a line with its descendants; unchanged when that is not possible. */
export function shifted<R extends Placed>(rows: readonly R[], at: number, by: 1 | -1): readonly R[] {
  const end = blockEnd(rows, at);
  const block = rows.slice(at, end);
  const level = (rows[at]?.level ?? 0) + by;
  const above = rows[at - 1];
  const isPossible =
    level >= 0 &&
    (level === 0 || (above !== undefined && above.level >= level - 1)) &&
    block.every((row) => row.level + by <= 2);
  if (!isPossible) return rows;
  return [
    ...rows.slice(0, at),
    ...block.map((row) => ({ ...row, level: (row.level + by) as Level })),
    ...rows.slice(end),
  ];
}

export const removed = <R extends Placed>(rows: readonly R[], at: number): readonly R[] => [
  ...rows.slice(0, at),
  ...rows.slice(blockEnd(rows, at)),
];
