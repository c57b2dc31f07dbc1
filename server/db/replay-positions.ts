/** A place in PostgreSQL's log, as it is written: `16/B374D848`. */
export function parseLsn(lsn: string): bigint {
  const [high = '', low = ''] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Positions stored at most, one per second. A replica that is further behind is not used. */
const MOST = 120;

/**
 * How far a replica is, told by the primary's clock and not by guessing: every mark is a moment of the primary and how
 * far its log had come by then. Once the replica has replayed that far, it has everything that was committed before.
 */
export function replayPositions() {
  let marks: { at: number; place: bigint }[] = [];
  let through = Number.NEGATIVE_INFINITY;
  return {
    note(at: number, lsn: string): void {
      const place = parseLsn(lsn);
      // A log that goes back is another primary's: what was noted of the one before says nothing about it.
      if (marks.some((mark) => mark.place > place)) {
        marks = [];
        through = Number.NEGATIVE_INFINITY;
      }
      marks.push({ at, place });
      if (marks.length > MOST) marks.shift();
    },
    /** Told how far the replica has replayed, the last moment of which it has everything. */
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
