import { generatorParameters } from 'ts-fsrs';
import { memoryOf, WEIGHTS } from '../engine/memory.ts';
import { memoryWeights } from '../memory-replay.ts';
import { type AnsweredDay, chanceOf, traceOf } from './traces.ts';

/** The last part of the answers, by time, that a fit does not see and is judged by. */
const HELD_OUT = 0.2;
/** With fewer held-out repeats a fit is not judged. */
const HELD_OUT_MIN = 20;
/** A fit has to be this much better per answer, in logarithms: less is luck. */
const BETTER_BY = 0.002;
/** The default weights count like this many repeats: a fit on few answers stays near them. */
const DEFAULT_REPEATS = 400;

/** The day that splits training answers from held-out ones; null if there are too few to judge. */
export function dividingDay(questions: readonly (readonly AnsweredDay[])[]): number | null {
  const days = questions.flatMap((answers) => answers.slice(1).map(([day]) => day)).toSorted((a, b) => a - b);
  const from = days[Math.floor(days.length * (1 - HELD_OUT))];
  if (from === undefined) return null;
  return days.filter((day) => day >= from).length < HELD_OUT_MIN ? null : from;
}

/** Each answer after the first of its question, with everything before it: what the optimiser learns from. */
export function trainingItems(questions: readonly (readonly AnsweredDay[])[], before: number) {
  return questions.flatMap((answers) => {
    const known = answers.filter(([day]) => day < before);
    return known.slice(1).map((_, at) =>
      known.slice(0, at + 2).map(([day, right], place) => ({
        rating: right ? GOOD : AGAIN,
        days: place === 0 ? 0 : day - (known[place - 1]?.[0] ?? day),
      })),
    );
  });
}
const AGAIN = 1;
const GOOD = 3;

/** Mean log loss of what weights expected of the answers from a day on. What is forgotten may be guessed. */
export function lossOf(
  questions: readonly (readonly AnsweredDay[])[],
  weights: readonly number[],
  from: number,
  guess = 0,
): number {
  const memory = memoryOf(weights);
  let sum = 0;
  let count = 0;
  for (const answers of questions)
    traceOf(memory, answers, guess, (expected, right, day) => {
      if (day < from) return;
      sum -= Math.log(chanceOf(expected, right));
      count += 1;
    });
  return count > 0 ? sum / count : Number.POSITIVE_INFINITY;
}

/**
 * The default weights, moved towards the fitted ones in proportion to the number of repeats. Null if the fit is
 * invalid.
 */
export function towardsDefault(fitted: readonly number[], repeats: number): number[] | null {
  if (fitted.length !== WEIGHTS || !fitted.every(Number.isFinite)) return null;
  const share = repeats / (repeats + DEFAULT_REPEATS);
  return asStored(fitted.map((weight, at) => (memoryWeights[at] ?? weight) * (1 - share) + weight * share));
}

/** The fitted weights where they predict what they have not seen better than the defaults do; else null. */
export function weightsIfBetter(
  questions: readonly (readonly AnsweredDay[])[],
  fitted: readonly number[],
  from: number,
  guess = 0,
): number[] | null {
  const weights = towardsDefault(fitted, trainingItems(questions, from).length);
  if (!weights) return null;
  const [own, byDefault] = [weights, memoryWeights].map((one) => lossOf(questions, one, from, guess)) as [
    number,
    number,
  ];
  return Number.isFinite(own) && own < byDefault - BETTER_BY ? weights : null;
}

/** The shortest that `ts-fsrs` lets a first answer last. */
const FIRST_DAYS_MIN = 0.1;
/** Clamped to the bounds of the package that computes the states, so that the judged weights are those used later. */
const asStored = (fitted: readonly number[]): number[] =>
  generatorParameters({ w: [...fitted] }).w.map((weight, at) => (at < 4 ? Math.max(FIRST_DAYS_MIN, weight) : weight));
