import { estimateDifficulties } from './difficulties.ts';
import { fitLayer, layerChance, shippedWeights } from './layer.ts';
import { layerExamples } from './layer-replay.ts';
import { isBetter, type Prediction, type Scores, score } from './predictions.ts';
import { type Answer, nothingLearnt } from './replay.ts';

/** Log loss and calibration of the layer, of the model without it, and of what study sites show. */
export type LayerScores = { layer: Scores; plain: Scores; shareRight: Scores; questionMean: Scores };

export type FittedLayer = {
  weights: number[];
  students: number;
  answers: number;
  /** Null where there are too few answers for a check. */
  check: (LayerScores & { predicted: number }) | null;
  isUsed: boolean;
};

/** One student of this many is predicted, the others are learnt from. */
const FOLDS = 5;
/** Fewer predicted answers are not conclusive. */
const PREDICTED_LEAST = 200;
/** Pseudo-counts at the general share, so that the first answers do not swing a share. */
const PRIOR_ANSWERS = 2;

/**
 * Fits the layer on a school's answers and checks it on students that it did not learn from. It is used where it has
 * the lowest log loss by more than chance. What is used is fitted on all students.
 */
export function fitNight<Id>(answers: readonly Answer<Id>[]): FittedLayer {
  const numbers = new Map<Id, number>();
  for (const { student } of answers) if (!numbers.has(student)) numbers.set(student, numbers.size);
  const isTest = ({ student }: Answer<Id>) => (numbers.get(student) ?? 0) % FOLDS === 0;
  const about = { students: numbers.size, answers: answers.length };
  const [test, train] = [answers.filter(isTest), answers.filter((answer) => !isTest(answer))];
  if (test.length < PREDICTED_LEAST) return { ...about, weights: [...shippedWeights], check: null, isUsed: false };
  const predictions = predictLayer(train, test);
  const check = { ...scoresOf(predictions), predicted: test.length };
  const weights = weightsFrom(answers);
  const { layer, plain, shareRight, questionMean } = predictions;
  const isBest = [plain, shareRight, questionMean].every((others) => isBetter(layer, others));
  return { ...about, weights, check, isUsed: isBest && weights.every(Number.isFinite) };
}

/** What the layer learns from `train`, checked on `test`. */
export const checkLayer = <Id>(train: readonly Answer<Id>[], test: readonly Answer<Id>[]): LayerScores =>
  scoresOf(predictLayer(train, test));

type Predictions = Record<keyof LayerScores, Prediction[]>;

const scoresOf = ({ layer, plain, shareRight, questionMean }: Predictions): LayerScores => ({
  layer: score(layer),
  plain: score(plain),
  shareRight: score(shareRight),
  questionMean: score(questionMean),
});

function predictLayer<Id>(train: readonly Answer<Id>[], test: readonly Answer<Id>[]): Predictions {
  const weights = weightsFrom(train);
  const examples = layerExamples(test, { ...nothingLearnt<Id>(), ...estimateDifficulties(train) });
  const general = (train.filter(({ right }) => right).length + 1) / (train.length + 2);
  const [ofQuestions, ofStudents] = [new Shares<Id>(general), new Shares<Id>(general)];
  for (const { question, right } of train) ofQuestions.add(question, right);
  const questionMean: Prediction[] = [];
  const shareRight: Prediction[] = [];
  for (const { question, student, right } of test) {
    questionMean.push({ probability: ofQuestions.of(question), right });
    shareRight.push({ probability: ofStudents.of(student), right });
    ofStudents.add(student, right);
  }
  return {
    layer: examples.map(({ input, guess, right }) => ({ probability: layerChance(weights, input, guess), right })),
    plain: examples.map(({ plain, right }) => ({ probability: plain, right })),
    shareRight,
    questionMean,
  };
}

/**
 * Each half of the students is predicted by difficulties of the other half. Otherwise the layer would learn from
 * difficulties that know the answer already, and trust them too much.
 */
function weightsFrom<Id>(answers: readonly Answer<Id>[]): number[] {
  const halves = new Map<Id, number>();
  for (const { student } of answers) if (!halves.has(student)) halves.set(student, halves.size % 2);
  const of = (half: number) => answers.filter(({ student }) => halves.get(student) === half);
  const [first, second] = [of(0), of(1)];
  const examples = (own: readonly Answer<Id>[], others: readonly Answer<Id>[]) =>
    layerExamples(own, { ...nothingLearnt<Id>(), ...estimateDifficulties(others) });
  return fitLayer([...examples(first, second), ...examples(second, first)]);
}

class Shares<Id> {
  readonly #general: number;
  readonly #counts = new Map<Id, { right: number; all: number }>();

  constructor(general: number) {
    this.#general = general;
  }

  of(id: Id): number {
    const { right, all } = this.#counts.get(id) ?? { right: 0, all: 0 };
    return (right + PRIOR_ANSWERS * this.#general) / (all + PRIOR_ANSWERS);
  }

  add(id: Id, right: boolean): void {
    const count = this.#counts.get(id) ?? { right: 0, all: 0 };
    this.#counts.set(id, { right: count.right + (right ? 1 : 0), all: count.all + 1 });
  }
}
