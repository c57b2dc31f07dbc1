import type { Step } from './plan.ts';

/**
 * The fewest steps that still fail, by delta debugging: ever smaller stretches are left out as long as the rest fails.
 * `fails` plays the steps on a new database.
 */
export async function shrink(steps: readonly Step[], fails: (steps: readonly Step[]) => Promise<boolean>) {
  let current = [...steps];
  for (let size = Math.ceil(current.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < current.length; ) {
      const rest = [...current.slice(0, from), ...current.slice(from + size)];
      if (rest.length < current.length && (await fails(rest))) current = rest;
      else from += size;
    }
  }
  return current;
}
