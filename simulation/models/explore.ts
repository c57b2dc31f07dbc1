/** What can happen in a state: the name of the event, and the state after it; null: it cannot happen there. */
export type Events<State> = Record<string, (state: State) => State | null>;

export type Explored<State> = {
  states: State[];
  /** Every event that happened in at least one state. */
  happened: Set<string>;
  /** The shortest way to a state. */
  wayTo(state: State): string[];
  /** The states from which no way leads to one that `isAtRest`. */
  stuck(isAtRest: (state: State) => boolean): State[];
};

const keyOf = (state: unknown) => JSON.stringify(state);

/** Every state that is reachable from `start`, breadth first. States are plain data; equal data is the same state. */
export function explore<State>(start: State, events: Events<State>): Explored<State> {
  const found = new Map<string, { state: State; from: string | null; by: string }>();
  const before = new Map<string, Set<string>>();
  const happened = new Set<string>();
  found.set(keyOf(start), { state: start, from: null, by: '' });
  const queue = [start];
  for (let state = queue.shift(); state !== undefined; state = queue.shift()) {
    const key = keyOf(state);
    for (const [by, run] of Object.entries(events)) {
      const next = run(state);
      if (next === null) continue;
      happened.add(by);
      const nextKey = keyOf(next);
      const sources = before.get(nextKey) ?? new Set();
      before.set(nextKey, sources.add(key));
      if (found.has(nextKey)) continue;
      found.set(nextKey, { state: next, from: key, by });
      queue.push(next);
    }
  }

  const wayTo = (state: State): string[] => {
    const { from, by } = found.get(keyOf(state)) ?? { from: null, by: '' };
    const source = from === null ? undefined : found.get(from);
    return source ? [...wayTo(source.state), by] : [];
  };
  return {
    states: [...found.values()].map(({ state }) => state),
    happened,
    wayTo,
    stuck(isAtRest) {
      const good = [...found].filter(([, { state }]) => isAtRest(state)).map(([key]) => key);
      const seen = new Set(good);
      for (let key = good.pop(); key !== undefined; key = good.pop()) {
        for (const source of before.get(key) ?? []) if (!seen.has(source)) good.push(source);
        for (const source of before.get(key) ?? []) seen.add(source);
      }
      return [...found].filter(([key]) => !seen.has(key)).map(([, { state }]) => state);
    },
  };
}
