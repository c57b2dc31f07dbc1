/** A class that took a quiz: made up, but always the same, and shaped as real ones are. */
export const CLASS_SIZE = 24;

/** Evenly spread over [0, 1), and the same for the same two numbers. */
export function spread(a: number, b: number): number {
  const mixed = Math.imul(a * 374_761_393 + b * 668_265_263 + 1_013_904_223, 1_274_126_177) >>> 0;
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

/** The question that the statistics should warn of: the better one is, the more one falls for its second option. */
const TRAP = 4;

/**
 * What the student number `student` of a class answers at each place: the index of an option, or null for a blank.
 * `right` holds the index of the right option at each place.
 */
export function classAnswers(student: number, right: readonly number[], optionCount: number): (number | null)[] {
  const ability = (student + 0.5) / CLASS_SIZE;
  return right.map((rightOption, place) => {
    const luck = spread(student, place);
    if (luck > 0.97) return null;
    if (place === TRAP) return luck < ability * 0.8 ? (rightOption + 1) % optionCount : rightOption;
    const hardness = spread(1000, place) * 0.25;
    if (luck < 0.3 + 0.85 * ability - hardness) return rightOption;
    const wrong = 1 + Math.floor(spread(place, student + 500) * (optionCount - 1));
    return (rightOption + wrong) % optionCount;
  });
}
