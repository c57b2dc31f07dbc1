const contents = new WeakMap<object, string>();

/**
 * The content of a value as JSON. `key` identifies a row on the screen and is not content. Values are immutable, so the
 * result is cached: a long value is not serialised at every keystroke.
 */
function contentOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const known = contents.get(value);
  if (known !== undefined) return known;
  const content = JSON.stringify(value, (name, part: unknown) => (name === 'key' ? undefined : part));
  contents.set(value, content);
  return content;
}

/** Whether saving one or the other makes no difference. */
export const isSame = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || contentOf(one) === contentOf(other);

/** `clashes` names the fields that both sides changed differently: `mine` wins, unless it was given up. */
export type Merged<T> = { value: T; clashes: string[] };

/**
 * A three-way merge: what only one side changed since `base` is taken from that side. Without a base every difference
 * is a clash. `givenUp` names the clashes in which the other side wins.
 */
export type Merge<T> = (base: T | null, mine: T, theirs: T, givenUp?: ReadonlySet<string>) => Merged<T>;

const nobody: ReadonlySet<string> = new Set();

/** Merges field by field. */
export function mergeFields<T extends object>(
  base: T | null,
  mine: T,
  theirs: T,
  givenUp: ReadonlySet<string> = nobody,
): Merged<T> {
  const value = { ...theirs };
  const clashes: string[] = [];
  for (const name of Object.keys({ ...theirs, ...mine }) as (keyof T & string)[]) {
    const [before, my, their] = [base?.[name], mine[name], theirs[name]];
    if (name === 'key') value[name] = my;
    if (name === 'key' || isSame(my, their)) continue;
    if (base && isSame(my, before)) continue;
    if (base && isSame(their, before)) {
      value[name] = my;
      continue;
    }
    clashes.push(name);
    if (!givenUp.has(name)) value[name] = my;
  }
  return { value, clashes };
}

type Rows<R> = {
  base: readonly R[] | null;
  mine: readonly R[];
  theirs: readonly R[];
  /** Identifies the same row in all three lists. */
  nameOf: (row: R) => string;
  merge: (base: R | null, mine: R, theirs: R) => R;
};

/**
 * Merges two lists of rows. A row that one side deleted is dropped only when the other side left it unchanged: edits
 * are never lost. The order is that of the side that changed it, mine if both did.
 */
export function mergeRows<R>({ base, mine, theirs, nameOf, merge }: Rows<R>): R[] {
  const named = (rows: readonly R[]) => new Map(rows.map((row) => [nameOf(row), row]));
  const [before, my, their] = [named(base ?? []), named(mine), named(theirs)];
  const kept = new Map<string, R>();
  for (const name of new Set([...their.keys(), ...my.keys()])) {
    const [one, other, old] = [my.get(name), their.get(name), before.get(name)];
    if (one !== undefined && other !== undefined) kept.set(name, merge(old ?? null, one, other));
    else if (old === undefined || !isSame(one ?? other, old)) kept.set(name, (one ?? other) as R);
  }
  const common = (rows: readonly R[]) => rows.map(nameOf).filter((name) => before.has(name) && my.has(name));
  const iMoved = base === null || !isSame(common(base), common(mine));
  const [first, second] = iMoved ? [mine, theirs] : [theirs, mine];
  const order = first.map(nameOf).filter((name) => kept.has(name));
  second.map(nameOf).forEach((name, place, names) => {
    if (!kept.has(name) || order.includes(name)) return;
    // Inserted after the row that it follows on its side.
    const previous = names.slice(0, place).findLast((earlier) => order.includes(earlier));
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, name);
  });
  return order.map((name) => kept.get(name) as R);
}
