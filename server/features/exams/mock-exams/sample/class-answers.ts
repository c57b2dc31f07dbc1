/** A deterministic pseudo-random number in [0, 1) for two numbers. */
export function spread(a: number, b: number): number {
  const mixed = Math.imul(a * 374_761_393 + b * 668_265_263 + 1_013_904_223, 1_274_126_177) >>> 0;
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

/** The question that the statistics should warn of: the better one is, the more one falls for its second option. */
const TRAP = 4;

export type Taker = {
  /** Tells one go from another. */
  seed: number;
  /** From 0 to 1. */
  ability: number;
};

/**
 * The simulated answer to each question: the index of an option, or null for a blank. `right` has the index of the
 * correct option of each question.
 */
export function answersOf({ seed, ability }: Taker, right: readonly number[], optionCount: number): (number | null)[] {
  return right.map((rightOption, place) => {
    const luck = spread(seed, place);
    if (luck > 0.97) return null;
    if (place === TRAP) return luck < ability * 0.8 ? (rightOption + 1) % optionCount : rightOption;
    const hardness = spread(1000, place) * 0.25;
    if (luck < 0.3 + 0.85 * ability - hardness) return rightOption;
    const wrong = 1 + Math.floor(spread(place, seed + 500) * (optionCount - 1));
    return (rightOption + wrong) % optionCount;
  });
}

/** The same for a given number of correct answers. The easiest questions are answered correctly, in a fixed order. */
export function answersWith(hits: number, right: readonly number[], optionCount: number): (number | null)[] {
  const byDifficulty = right.map((_, place) => place).toSorted((a, b) => spread(77, a) - spread(77, b));
  const known = new Set(byDifficulty.slice(0, hits));
  // With two options the wrong one is the next one.
  const step = optionCount > 2 ? 2 : 1;
  return right.map((rightOption, place) => (known.has(place) ? rightOption : (rightOption + step) % optionCount));
}
