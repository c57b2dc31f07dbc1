import { logistic, withGuess } from './mastery-model.ts';

/** Right and wrong answers in all, with two moving averages of how far answers were above what was expected. */
export type Recent = { rights: number; wrongs: number; fast: number; slow: number };

export const nothingRecent = (): Recent => ({ rights: 0, wrongs: 0, fast: 0, slow: 0 });

const FAST = 0.2;
const SLOW = 0.03;

/** `expected` is the chance that the model gave the answer before it came. */
export function recentAfter({ rights, wrongs, fast, slow }: Recent, right: boolean, expected: number): Recent {
  const surprise = (right ? 1 : 0) - expected;
  return {
    rights: rights + (right ? 1 : 0),
    wrongs: wrongs + (right ? 0 : 1),
    fast: fast + FAST * (surprise - fast),
    slow: slow + SLOW * (surprise - slow),
  };
}

/** What the layer knows before an answer. */
export type LayerInput = {
  /** The logit that the model gives to knowing the answer, damped by what is unknown. */
  logit: number;
  ability: number;
  difficulty: number;
  /** Answers to questions of the topic, repeats included. */
  topicRights: number;
  topicWrongs: number;
  recent: Recent;
  /** The same question before: never, last wrong, last right. */
  before: 'never' | 'wrong' | 'right';
  /** Days since the last answer in the topic. */
  days: number;
};

export const layerFeatures = [
  'constant',
  'logit',
  'ability',
  'difficulty',
  'topicRights',
  'topicWrongs',
  'rights',
  'wrongs',
  'fast',
  'slow',
  'wrongBefore',
  'rightBefore',
  'days',
] as const;

/** Without a fit the layer says what the model says. */
export const shippedWeights: readonly number[] = layerFeatures.map((name) => (name === 'logit' ? 1 : 0));

function featuresOf({ logit, ability, difficulty, topicRights, topicWrongs, recent, before, days }: LayerInput) {
  return [
    1,
    logit,
    ability,
    difficulty,
    Math.log1p(topicRights),
    Math.log1p(topicWrongs),
    Math.log1p(recent.rights),
    Math.log1p(recent.wrongs),
    recent.fast,
    recent.slow,
    before === 'wrong' ? 1 : 0,
    before === 'right' ? 1 : 0,
    Math.log1p(days),
  ];
}

const dot = (weights: readonly number[], features: readonly number[]) =>
  features.reduce((sum, feature, at) => sum + feature * (weights[at] ?? 0), 0);

/** The logit of knowing the answer, by the layer. */
export const layerLogit = (weights: readonly number[], input: LayerInput): number => dot(weights, featuresOf(input));

export const layerChance = (weights: readonly number[], input: LayerInput, guess: number): number =>
  withGuess(logistic(layerLogit(weights, input)), guess);

export type LayerExample = { input: LayerInput; guess: number; right: boolean };

/** How far a fitted weight may lie from the shipped one before the answers speak, as a standard deviation. */
const PRIOR_DEVIATION = 0.5;
const ROUNDS = 8;

/**
 * The weights of highest posterior likelihood for the examples, with the shipped ones as the prior (Fisher scoring).
 */
export function fitLayer(examples: readonly LayerExample[]): number[] {
  const size = layerFeatures.length;
  const rows = examples.map(({ input, guess, right }) => ({ features: featuresOf(input), guess, right }));
  let weights = [...shippedWeights];
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = weights.map((weight, at) => ((shippedWeights[at] ?? 0) - weight) / PRIOR_DEVIATION ** 2);
    const bend = Array.from({ length: size }, (_, row) =>
      Array.from({ length: size }, (_, column) => (row === column ? 1 / PRIOR_DEVIATION ** 2 : 0)),
    );
    for (const { features, guess, right } of rows) {
      const known = logistic(dot(weights, features));
      const chance = Math.min(1 - 1e-9, Math.max(1e-9, withGuess(known, guess)));
      const rise = (1 - guess) * known * (1 - known);
      const pull = (rise * ((right ? 1 : 0) - chance)) / (chance * (1 - chance));
      const information = (rise * rise) / (chance * (1 - chance));
      for (let row = 0; row < size; row += 1) {
        const feature = features[row] as number;
        if (feature === 0) continue;
        slope[row] = (slope[row] as number) + pull * feature;
        const own = bend[row] as number[];
        for (let column = 0; column <= row; column += 1)
          own[column] = (own[column] as number) + information * feature * (features[column] as number);
      }
    }
    const step = solved(bend, slope);
    weights = weights.map((weight, at) => weight + (step[at] ?? 0));
  }
  return weights;
}

/** Solves a symmetric, positive definite system of which the lower half is given (Cholesky). */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const size = right.length;
  const lower = matrix.map((row) => [...row]);
  const at = (row: number, column: number) => lower[row]?.[column] as number;
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let sum = at(row, column);
      for (let inner = 0; inner < column; inner += 1) sum -= at(row, inner) * at(column, inner);
      (lower[row] as number[])[column] = row === column ? Math.sqrt(Math.max(1e-12, sum)) : sum / at(column, column);
    }
  }
  const half: number[] = [];
  for (let row = 0; row < size; row += 1) {
    let sum = right[row] as number;
    for (let inner = 0; inner < row; inner += 1) sum -= at(row, inner) * (half[inner] as number);
    half.push(sum / at(row, row));
  }
  const result: number[] = Array.from({ length: size }, () => 0);
  for (let row = size - 1; row >= 0; row -= 1) {
    let sum = half[row] as number;
    for (let inner = row + 1; inner < size; inner += 1) sum -= at(inner, row) * (result[inner] as number);
    result[row] = sum / at(row, row);
  }
  return result;
}
