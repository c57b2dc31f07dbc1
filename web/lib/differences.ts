import type { Editing, Joining } from './editing.ts';

/** One field of the edited value, as a person reads it. `name` is its name in a merge. */
export type Line = { name: string; label: string; text: string };

export type Difference = {
  name: string;
  label: string;
  /** Null when the field does not exist. */
  mine: string | null;
  theirs: string | null;
  changedBy: 'me' | 'them' | 'both';
};

/** The fields in which mine and the stored version differ, and who changed each. */
export function differences<T>(
  { value, base, isBaseKnown, conflict }: Editing<T>,
  { merge }: Joining<T>,
  linesOf: (value: T) => Line[],
): Difference[] {
  if (!conflict) return [];
  const before = isBaseKnown ? base.value : null;
  const clashes = new Set(merge(before, value, conflict.value).clashes);
  const named = (lines: Line[]) => new Map(lines.map((line) => [line.name, line]));
  const [mine, theirs] = [named(linesOf(value)), named(linesOf(conflict.value))];
  const known = named(before ? linesOf(before) : []);
  return [...new Map([...theirs, ...mine]).values()].flatMap(({ name, label }): Difference[] => {
    const [my, their] = [mine.get(name)?.text ?? null, theirs.get(name)?.text ?? null];
    if (my === their && !clashes.has(name)) return [];
    const isMine = (known.get(name)?.text ?? null) === their;
    return [{ name, label, mine: my, theirs: their, changedBy: clashes.has(name) ? 'both' : isMine ? 'me' : 'them' }];
  });
}
