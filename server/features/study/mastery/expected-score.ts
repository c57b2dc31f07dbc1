import { damped, type Estimate, logistic, paces, varianceOf, withGuess } from './mastery-model.ts';

/** A line of the syllabus with what is known of the student in it. */
export type Line = {
  questions: number;
  /** What one question is worth. */
  points: number;
  /** Better or worse here than elsewhere. */
  offset: Estimate;
  /** How hard its questions are, and how far they differ. */
  difficulty: number;
  spread: number;
  guess: number;
};

/** Of a normal distribution: eight of ten lie within. */
const EIGHTY = 1.2816;

/** The chance of a right answer in a line, with how it moves with the logit and how surely it is known. */
export function chanceOf(ability: Estimate, line: Line) {
  const abilityVariance = varianceOf(paces.ability, ability.answers);
  const offsetVariance = varianceOf(paces.offset, line.offset.answers);
  const logit = ability.value + line.offset.value - line.difficulty;
  const unknown = abilityVariance + offsetVariance;
  const known = logistic(damped(logit, unknown + line.spread));
  const slope = (1 - line.guess) * known * (1 - known);
  const at = (shift: number) => withGuess(logistic(damped(logit + shift, line.spread)), line.guess);
  const reach = EIGHTY * Math.sqrt(unknown);
  return {
    chance: withGuess(known, line.guess),
    low: at(-reach),
    high: at(reach),
    slope,
    abilityVariance,
    offsetVariance,
  };
}

/** The ability's variance has a floor that keeps its steps large; as doubt it is too wide. So much of it covers 80 %. */
const UNCERTAINTY = 0.6;

/** What is not known of a student, as variances on the logistic scale: for all lines together, and for each line. */
export type Uncertainty = { together: number; offset: (offset: Estimate) => number };

export const uncertaintyOf = (ability: Estimate): Uncertainty => ({
  together: varianceOf(paces.ability, ability.answers) * UNCERTAINTY,
  offset: (offset) => varianceOf(paces.offset, offset.answers),
});

export type Interval = { score: number; low: number; high: number; of: number };

/**
 * The points of an exam held today: the sum of worth and chance. Its variance is that of so many single answers
 * (Poisson-binomial) and of what is not known of the student: the ability moves all lines together, an offset its own.
 */
export function expectedPoints(ability: Estimate, lines: readonly Line[]): Interval {
  let score = 0;
  let of = 0;
  let variance = 0;
  let together = 0;
  let abilityVariance = 0;
  for (const line of lines) {
    const { chance, slope, ...unknown } = chanceOf(ability, line);
    const worth = line.questions * line.points;
    score += worth * chance;
    of += worth;
    variance += line.points ** 2 * line.questions * chance * (1 - chance);
    variance += (worth * slope) ** 2 * unknown.offsetVariance;
    together += worth * slope;
    abilityVariance = unknown.abilityVariance;
  }
  const reach = EIGHTY * Math.sqrt(variance + together ** 2 * abilityVariance * UNCERTAINTY);
  return { score, low: Math.max(0, score - reach), high: Math.min(of, score + reach), of };
}
