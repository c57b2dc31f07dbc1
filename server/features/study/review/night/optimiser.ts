/** Answers of one question up to one of them: 1 wrong, 3 right, and the days since the answer before. */
export type TrainingItem = readonly { rating: number; days: number }[];
type Optimise = (items: readonly TrainingItem[]) => Promise<number[]>;

/**
 * The optimiser of FSRS, a native module that is not available on every machine. Without it all students use the
 * default weights, and everything else works.
 */
export async function openOptimiser(
  load: () => Promise<typeof import('@open-spaced-repetition/binding')> = () =>
    import('@open-spaced-repetition/binding'),
): Promise<Optimise | null> {
  let binding: Awaited<ReturnType<typeof load>>;
  try {
    binding = await load();
  } catch {
    return null;
  }
  const { computeParameters, FSRSBindingItem, FSRSBindingReview } = binding;
  return (items) =>
    computeParameters(
      items.map((item) => new FSRSBindingItem(item.map(({ rating, days }) => new FSRSBindingReview(rating, days)))),
      // Nothing is asked twice on one day, so there is no short term to be fitted.
      { enableShortTerm: false },
    );
}
