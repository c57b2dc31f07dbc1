import { kindOf } from '#contract/questions/question-kind.ts';

/** Mixes two numbers so well that neighbours land far apart (the finaliser of MurmurHash3). */
function mixed(a: number, b: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Options in the order of one attempt: random to the student, and the same whenever the attempt is read. Certo comes
 * before Errado, always.
 */
export const inOrderOf = <Option extends { id: number; optionText: string }>(
  attemptId: number,
  options: readonly Option[],
): Option[] =>
  kindOf(options) === 'true_false'
    ? [...options]
    : options.toSorted((a, b) => mixed(attemptId, a.id) - mixed(attemptId, b.id) || a.id - b.id);
