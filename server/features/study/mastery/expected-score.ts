import type { Level } from './ability-history.ts';
import { forgettingVariance } from './forgetting.ts';
import { damped, type Estimate, logistic, paces, varianceOf, withGuess } from './mastery-model.ts';

/** A line of the syllabus with what is known of the student in it. */
export type Line = {
  questions: number;
  /** What one question is worth. */
  points: number;
  /** Better or worse here than elsewhere. */
  offset: Estimate;
  /** Logits lost since the last answer in this line. */
  forgotten: number;
  /** How hard its questions are, and how far they differ. */
  difficulty: number;
  spread: number;
  guess: number;
};

/** The quantile of the normal distribution for an 80 % interval. */
const EIGHTY = 1.2816;

/**
 * The chance of a right answer in a line, with how it moves with the logit and how surely it is known. Where the
 * nightly layer is used, `layer` is its logit.
 */
export function chanceOf(ability: Level, line: Line, layer: number | null = null) {
  const offsetVariance = varianceOf(paces.offset, line.offset.answers);
  const logit = ability.value + line.offset.value - line.difficulty - line.forgotten;
  const unknown = ability.variance + offsetVariance;
  const model = damped(logit, unknown + line.spread);
  const known = logistic(layer ?? model);
  const moved = layer === null ? 0 : layer - model;
  const slope = (1 - line.guess) * known * (1 - known);
  const at = (shift: number) => withGuess(logistic(damped(logit + shift, line.spread) + moved), line.guess);
  const reach = EIGHTY * Math.sqrt(unknown);
  return { chance: withGuess(known, line.guess), low: at(-reach), high: at(reach), slope, offsetVariance };
}

/** The chance of a right answer where the whole paper is harder than the bank by some logits. */
export function chanceOnPaper(ability: Level, line: Line, harder: number): number {
  const logit = ability.value + line.offset.value - line.difficulty - line.forgotten - harder;
  const unknown = ability.variance + varianceOf(paces.offset, line.offset.answers);
  return withGuess(logistic(damped(logit, unknown + line.spread)), line.guess);
}

/**
 * How much of the ability's variance the interval shows, and at most. Part of it is the spread between students who
 * learn and students who do not, which the fitted gains explain. `npm run bench -- score` holds both numbers.
 */
const ABILITY_SHARE = 0.4;
const ABILITY_MOST = 0.04;

/** What is not known of a student, as variances on the logistic scale: for all lines together, and for each line. */
export type Uncertainty = { together: number; offset: (line: Line) => number };

export function uncertaintyOf(ability: Level, lines: readonly Line[]): Uncertainty {
  const all = lines.reduce((sum, { questions }) => sum + questions, 0);
  const forgotten = lines.reduce((sum, line) => sum + line.questions * line.forgotten, 0) / Math.max(1e-9, all);
  return {
    together: Math.min(ABILITY_MOST, ability.variance * ABILITY_SHARE) + forgettingVariance(forgotten),
    offset: ({ offset }) => varianceOf(paces.offset, offset.answers),
  };
}

export type Interval = { score: number; low: number; high: number; of: number };

/**
 * The expected points of an exam taken today: the sum of worth times chance. The variance has two sources: the single
 * answers (Poisson-binomial) and the uncertainty about the student. The ability shifts all lines together, an offset
 * only its line. `wrong` is the cost of a wrong answer, in questions. Where a guess would lose points, unknown
 * questions are left blank.
 */
export function expectedPoints(ability: Level, lines: readonly Line[], wrong = 0): Interval {
  let score = 0;
  let of = 0;
  let least = 0;
  let variance = 0;
  let together = 0;
  for (const line of lines) {
    const { chance, slope, offsetVariance } = chanceOf(ability, line);
    const leavesBlank = line.guess + (1 - line.guess) * wrong < -1e-9;
    const answered = leavesBlank ? (chance - line.guess) / (1 - line.guess) : chance;
    const loss = leavesBlank ? 0 : wrong;
    const step = (leavesBlank ? slope / (1 - line.guess) : slope) * (1 - loss);
    const worth = line.questions * line.points;
    score += worth * (answered + (1 - answered) * loss);
    of += worth;
    least += worth * loss;
    variance += line.points ** 2 * line.questions * answered * (1 - answered) * (1 - loss) ** 2;
    variance += (worth * step) ** 2 * offsetVariance;
    together += worth * step;
  }
  const reach = EIGHTY * Math.sqrt(variance + together ** 2 * uncertaintyOf(ability, lines).together);
  return { score, low: Math.max(least, score - reach), high: Math.min(of, score + reach), of };
}
