/** How many may run at once, and how many may wait: in total, and per key (an address, a person). */
export type Capacity = { total: number; perKey: number; waiting: number; waitingPerKey: number };

/** `leave` releases the slot or leaves the queue. Idempotent. */
type Slot = { leave(): void };

export type Slots = {
  /** Calls `granted` when the slot is free, which may be at once. Null: the queue is full, too. */
  take(key: string, granted: () => void): Slot | null;
  taken(): number;
  waiting(): number;
};

/** Slots for expensive work. Each key gets at most a share, and waiting keys are served in turn. */
export function createSlots({ total, perKey, waiting: maxWaiting, waitingPerKey }: Capacity): Slots {
  let taken = 0;
  let waiting = 0;
  const takenBy = new Map<string, number>();
  /** In the order of service: a key that was served goes to the end. */
  const lines = new Map<string, (() => void)[]>();

  const mayTake = (key: string) => taken < total && (takenBy.get(key) ?? 0) < perKey;

  const occupy = (key: string) => {
    taken += 1;
    takenBy.set(key, (takenBy.get(key) ?? 0) + 1);
  };
  const free = (key: string) => {
    taken -= 1;
    const left = (takenBy.get(key) ?? 0) - 1;
    if (left > 0) takenBy.set(key, left);
    else takenBy.delete(key);
  };
  const leaveLine = (key: string, admit: () => void) => {
    const line = (lines.get(key) ?? []).filter((other) => other !== admit);
    waiting -= 1;
    if (line.length > 0) lines.set(key, line);
    else lines.delete(key);
    return line;
  };
  const admitNext = () => {
    for (const [key, [admit]] of lines) {
      if (!admit || !mayTake(key)) continue;
      const rest = leaveLine(key, admit);
      lines.delete(key);
      if (rest.length > 0) lines.set(key, rest);
      admit();
      return;
    }
  };

  return {
    take(key, granted) {
      let state: 'waiting' | 'taken' | 'left' = 'waiting';
      const admit = () => {
        state = 'taken';
        occupy(key);
        granted();
      };
      const leave = () => {
        const before = state;
        state = 'left';
        if (before === 'taken') {
          free(key);
          admitNext();
        } else if (before === 'waiting') {
          leaveLine(key, admit);
        }
      };
      const line = lines.get(key) ?? [];
      // Earlier callers of this key keep their turn.
      if (line.length === 0 && mayTake(key)) {
        admit();
      } else {
        if (waiting >= maxWaiting || line.length >= waitingPerKey) return null;
        waiting += 1;
        lines.set(key, [...line, admit]);
      }
      return { leave };
    },
    taken: () => taken,
    waiting: () => waiting,
  };
}
