/**
 * FSRS-6 for simulations: the same formulas as `ts-fsrs`, which computes the stored states (a test compares the two),
 * with everything that depends only on the weights computed once. Right is "good" and wrong is "again"; no question is
 * asked twice on one day.
 */

/** How a memory may forget and grow. */
export const memoryForms = ['fsrs6', 'exponential', 'hyperbolic', 'stretched'] as const;
export type MemoryForm = (typeof memoryForms)[number];

/**
 * The forms that the product considers for a student, each with its prior as a logarithm; the answers decide. Few
 * people have a long tail. 'stretched' is left out on purpose: a simulation needs a world that the model does not
 * know.
 */
export const believedForms: readonly { form: MemoryForm; prior: number }[] = [
  { form: 'fsrs6', prior: 0 },
  { form: 'exponential', prior: 0 },
  { form: 'hyperbolic', prior: -3 },
];

/** `stability` is the number of days after which nine of ten are still known. */
export type Trace = { stability: number; difficulty: number };

export type Memory = {
  form: MemoryForm;
  /** The chance that it is still known, days after the last answer. */
  recall: (stability: number, days: number) => number;
  first: (right: boolean) => Trace;
  stabilityAfterRight: (stability: number, difficulty: number, recall: number) => number;
  stabilityAfterWrong: (stability: number, difficulty: number, recall: number) => number;
  difficultyAfter: (difficulty: number, right: boolean) => number;
};

/** The chance of a right answer: what is not known any more is guessed. */
export const rightChance = (recall: number, guess: number): number => guess + (1 - guess) * recall;

/** The chance that a right answer was known, and not guessed. */
export const knownChance = (recall: number, guess: number): number =>
  recall > 0 ? recall / rightChance(recall, guess) : 0;

export const WEIGHTS = 21;
const SHORTEST = 0.001;
const LONGEST = 36_500;
const between = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

const AGAIN = 1;
const GOOD = 3;
const EASY = 4;
const NINE_TENTHS = Math.log(0.9);

export function memoryOf(weights: readonly number[], form: MemoryForm = 'fsrs6'): Memory {
  if (weights.length !== WEIGHTS || !weights.every(Number.isFinite)) throw new Error('FSRS-6 has 21 weights');
  const w = (index: number) => weights[index] as number;
  const decay = -w(20);
  const factor = Math.exp(NINE_TENTHS / decay) - 1;
  const firstDifficulty = (grade: number) => w(4) - Math.exp(w(5) * (grade - 1)) + 1;
  const first = (grade: number): Trace => ({
    stability: between(w(grade - 1), SHORTEST, LONGEST),
    difficulty: between(firstDifficulty(grade), 1, 10),
  });
  const [again, good, easiest] = [first(AGAIN), first(GOOD), firstDifficulty(EASY)];
  const [growth, shrink, spacing, forgetting] = [Math.exp(w(8)), -w(9), w(10), w(14)];
  const [lapse, lapseDifficulty, lapseStability] = [w(11), -w(12), w(13)];
  const mostAfterWrong = Math.exp(-w(17) * w(18));
  const [harder, reversion] = [w(6) * (GOOD - AGAIN), w(7)];

  const common = {
    form,
    first: (right: boolean) => (right ? good : again),
    difficultyAfter: (difficulty: number, right: boolean) => {
      const next = right ? difficulty : difficulty + (harder * (10 - difficulty)) / 9;
      return between(reversion * easiest + (1 - reversion) * next, 1, 10);
    },
  };
  if (form === 'hyperbolic') return { ...common, ...hyperbolic(again.stability) };
  if (form === 'stretched') return { ...common, ...stretched(again.stability) };
  return {
    ...common,
    recall:
      form === 'exponential'
        ? (stability, days) => Math.exp((NINE_TENTHS * days) / stability)
        : (stability, days) => (1 + (factor * days) / stability) ** decay,
    stabilityAfterRight: (stability, difficulty, recall) =>
      between(
        stability * (1 + growth * (11 - difficulty) * stability ** shrink * (Math.exp(spacing * (1 - recall)) - 1)),
        SHORTEST,
        LONGEST,
      ),
    stabilityAfterWrong: (stability, difficulty, recall) =>
      between(
        Math.min(
          lapse *
            difficulty ** lapseDifficulty *
            ((stability + 1) ** lapseStability - 1) *
            Math.exp(forgetting * (1 - recall)),
          stability * mostAfterWrong,
        ),
        SHORTEST,
        LONGEST,
      ),
  };
}

/**
 * A different form: a long tail, growth by the square root of the forgotten share, a third of the stability left after
 * a lapse.
 */
const hyperbolic = (shortest: number): Pick<Memory, 'recall' | 'stabilityAfterRight' | 'stabilityAfterWrong'> => ({
  recall: (stability, days) => 1 / (1 + days / (9 * stability)),
  stabilityAfterRight: (stability, _difficulty, recall) =>
    between(stability * (1 + 3 * Math.sqrt(1 - recall)), SHORTEST, LONGEST),
  stabilityAfterWrong: (stability, _difficulty, _recall) =>
    between(Math.max(shortest, stability / 3), SHORTEST, LONGEST),
});

/**
 * A stretched exponential: fast forgetting at first, then slow; growth by the forgotten share, half of the stability
 * left after a lapse.
 */
const stretched = (shortest: number): Pick<Memory, 'recall' | 'stabilityAfterRight' | 'stabilityAfterWrong'> => ({
  recall: (stability, days) => Math.exp(NINE_TENTHS * Math.sqrt(days / stability)),
  stabilityAfterRight: (stability, _difficulty, recall) =>
    between(stability * (1.3 + 4 * (1 - recall)), SHORTEST, LONGEST),
  stabilityAfterWrong: (stability, _difficulty, _recall) =>
    between(Math.max(shortest, stability / 2), SHORTEST, LONGEST),
});
