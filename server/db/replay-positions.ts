/** Parses a position in PostgreSQL's log (LSN), such as `16/B374D848`. */
export function parseLsn(lsn: string): bigint {
  const [high = '', low = ''] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Positions stored at most, one per second. A replica that is further behind is not used. */
const MOST = 120;

/**
 * Measures a replica by the primary's clock, without estimates: every entry is a time of the primary and its log
 * position then. Once the replica has replayed that position, it has everything that was committed before that time.
 */
export function replayPositions() {
  let marks: { at: number; place: bigint }[] = [];
  let through = Number.NEGATIVE_INFINITY;
  return {
    note(at: number, lsn: string): void {
      const place = parseLsn(lsn);
      // A log that goes back belongs to another primary: the entries of the previous one are void.
      if (marks.some((mark) => mark.place > place)) {
        marks = [];
        through = Number.NEGATIVE_INFINITY;
      }
      marks.push({ at, place });
      if (marks.length > MOST) marks.shift();
    },
    /** Takes the replayed position; returns the last moment up to which the replica has everything. */
    replayed(lsn: string): number {
      const place = parseLsn(lsn);
      const reached = marks.findLastIndex((mark) => mark.place <= place);
      if (reached >= 0) {
        through = marks[reached]?.at ?? through;
        marks = marks.slice(reached);
      }
      return through;
    },
  };
}
