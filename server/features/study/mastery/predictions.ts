/** How good predictions of right answers are. */
export type Prediction = { probability: number; right: boolean };

export type Scores = {
  logLoss: number;
  /** The chance that a right answer was given a higher probability than a wrong one. */
  auc: number;
  /** Mean distance, in points, between what was said and what came, in ten equally filled bins. */
  ece: number;
};

const BINS = 10;
/** No prediction is so sure that one answer could cost more than this. */
const SUREST = 1e-6;

export function score(predictions: readonly Prediction[]): Scores {
  const sorted = [...predictions].sort((a, b) => a.probability - b.probability);
  const round = (value: number, digits: number) => Number(value.toFixed(digits));
  return {
    logLoss: round(logLoss(sorted), 4),
    auc: round(areaUnderCurve(sorted), 4),
    ece: round(calibrationError(sorted), 2),
  };
}

const lossOf = ({ probability, right }: Prediction): number =>
  -Math.log(Math.min(1 - SUREST, Math.max(SUREST, right ? probability : 1 - probability)));

const logLoss = (predictions: readonly Prediction[]): number =>
  predictions.reduce((sum, prediction) => sum + lossOf(prediction), 0) / predictions.length;

/** Standard errors that a difference must have before it is more than chance. */
const BEYOND_CHANCE = 2;

/** Whether these predictions of the same answers are better than the others by more than chance. */
export function isBetter(ours: readonly Prediction[], others: readonly Prediction[]): boolean {
  const gains = ours.map((prediction, at) => lossOf(others[at] ?? prediction) - lossOf(prediction));
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / gains.length;
  return mean > BEYOND_CHANCE * Math.sqrt(variance / gains.length);
}

/** By ranks; equal probabilities share theirs. */
function areaUnderCurve(sorted: readonly Prediction[]): number {
  let ranks = 0;
  let rights = 0;
  for (let start = 0; start < sorted.length; ) {
    let end = start;
    let here = 0;
    while (end < sorted.length && sorted[end]?.probability === sorted[start]?.probability)
      here += sorted[end++]?.right ? 1 : 0;
    ranks += here * ((start + 1 + end) / 2);
    rights += here;
    start = end;
  }
  const wrongs = sorted.length - rights;
  return rights === 0 || wrongs === 0 ? 0.5 : (ranks - (rights * (rights + 1)) / 2) / (rights * wrongs);
}

function calibrationError(sorted: readonly Prediction[]): number {
  let distance = 0;
  for (let bin = 0; bin < BINS; bin++) {
    const inside = sorted.slice(
      Math.floor((bin * sorted.length) / BINS),
      Math.floor(((bin + 1) * sorted.length) / BINS),
    );
    distance += Math.abs(inside.reduce((sum, { probability, right }) => sum + probability - (right ? 1 : 0), 0));
  }
  return (100 * distance) / sorted.length;
}
