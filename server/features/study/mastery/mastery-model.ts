/**
 * The knowledge of a student as a one-parameter logistic model that is updated with each answer (Elo). The chance of a
 * right answer depends on the student's ability, plus an offset for the topic, minus the question's difficulty; it is
 * never below the chance of a guess. Pure, so that a replay of the answers gives the same result as the online
 * updates.
 */

/** Something learnt from answers, on the logistic scale: the more answers, the smaller its variance and its next step. */
export type Estimate = { value: number; answers: number };

/** How an estimate begins and how fast it settles. */
type Pace = {
  /** The variance before the first answer, which is also the first step. */
  variance: number;
  /** What one answer adds to the precision: at most 0.25, the information of a question at the student's own level. */
  information: number;
  /** The variance never falls below this: abilities change, and old answers must not hold them. */
  floor: number;
};

export type Paces = { ability: Pace; offset: Pace; difficulty: Pace };

export const paces: Paces = {
  ability: { variance: 1, information: 0.15, floor: 0.08 },
  offset: { variance: 0.3, information: 0.2, floor: 0.03 },
  difficulty: { variance: 1.5, information: 0.15, floor: 0.01 },
};

/** What is known of a student before an answer: everywhere, and in the question's topic. */
export type MasteryState = { ability: Estimate; offset: Estimate };

export const newcomer: MasteryState = { ability: { value: 0, answers: 0 }, offset: { value: 0, answers: 0 } };

/** The chance of a right answer by guessing, where the number of options is known. */
export const guessing = (options: number | null): number => (options && options > 1 ? 1 / options : 0);

export const varianceOf = (pace: Pace, answers: number): number =>
  Math.max(pace.floor, 1 / (1 / pace.variance + pace.information * answers));

/** A logit that is only known up to a variance pulls the probability towards one half (MacKay's approximation). */
export const damped = (logit: number, variance: number): number => logit / Math.sqrt(1 + (Math.PI / 8) * variance);

export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

export const withGuess = (known: number, guess: number): number => guess + (1 - guess) * known;

/**
 * The difference between the answer and the expectation. With a guessing floor a right answer is less informative than
 * a wrong one.
 */
function surprise(logit: number, variance: number, guess: number, right: boolean): number {
  const known = logistic(damped(logit, variance));
  return right ? ((1 - withGuess(known, guess)) * known) / withGuess(known, guess) : -known;
}

/** Variances of the three estimates, in the order of `Paces`. */
function variances(standing: MasteryState, difficulty: Estimate, pace: Paces): [number, number, number] {
  return [
    varianceOf(pace.ability, standing.ability.answers),
    varianceOf(pace.offset, standing.offset.answers),
    varianceOf(pace.difficulty, difficulty.answers),
  ];
}

/** The chance that this student has this question right. */
export const probability = (standing: MasteryState, difficulty: Estimate, guess: number, pace: Paces = paces): number =>
  withGuess(logistic(knownLogit(standing, difficulty, pace)), guess);

/** The logit that the student knows the answer, damped by what is unknown. */
export function knownLogit(standing: MasteryState, difficulty: Estimate, pace: Paces = paces): number {
  const [ability, offset, item] = variances(standing, difficulty, pace);
  return damped(standing.ability.value + standing.offset.value - difficulty.value, ability + offset + item);
}

const moved = (estimate: Estimate, by: number): Estimate => ({
  value: estimate.value + by,
  answers: estimate.answers + 1,
});

/**
 * The state of the student after an answer. The ability treats all answers alike, whatever their topic: a right answer
 * can never lower it, and the order of topics does not matter. The offset takes what the ability leaves unexplained.
 */
export function afterAnswer(
  standing: MasteryState,
  difficulty: Estimate,
  guess: number,
  right: boolean,
  pace: Paces = paces,
): MasteryState {
  const [ability, offset, item] = variances(standing, difficulty, pace);
  const overall = standing.ability.value - difficulty.value;
  const unknownTopic = ability + pace.offset.variance + item;
  const here = overall + standing.offset.value;
  return {
    ability: moved(standing.ability, ability * surprise(overall, unknownTopic, guess, right)),
    offset: moved(standing.offset, offset * surprise(here, ability + offset + item, guess, right)),
  };
}

/** The question after a student's first answer to it. Later answers tell what the student remembers, not how hard it is. */
export function difficultyAfter(
  difficulty: Estimate,
  standing: MasteryState,
  guess: number,
  right: boolean,
  pace: Paces = paces,
): Estimate {
  const [ability, offset, item] = variances(standing, difficulty, pace);
  const logit = standing.ability.value + standing.offset.value - difficulty.value;
  return moved(difficulty, -item * surprise(logit, ability + offset + item, guess, right));
}
