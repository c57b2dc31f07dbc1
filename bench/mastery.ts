/**
 * How well the product predicts an answer:
 *   npm run bench -- mastery [--answers FILE] [--json]
 * The answers of `train` students determine the difficulties and the weights of the layer (the nightly job). Each
 * answer of a `test` student is predicted before it is added, by the layer and by the model without it (plain).
 * Baselines: the same chance for every student (constant), the share of right answers to the question (questionMean),
 * and that of the student so far (shareRight), which study sites show. Without a file the included set is read, and
 * simulated classes show what it does not contain: the value of the topic offset, and many repeats.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { estimateDifficulties } from '#server/features/study/mastery/difficulties.ts';
import { checkLayer, type LayerScores } from '#server/features/study/mastery/layer-night.ts';
import { type Paces, paces } from '#server/features/study/mastery/mastery-model.ts';
import { type Prediction, type Scores, score } from '#server/features/study/mastery/predictions.ts';
import { expected, learn, nothingLearnt } from '#server/features/study/mastery/replay.ts';
import { kinds, madeUp, manyRepeats, type Recorded, readAnswers } from './mastery-data.ts';
import { coverage } from './score-coverage.ts';

const { values } = parseArgs({ options: { answers: { type: 'string' }, json: { type: 'boolean', default: false } } });
const handedOut = join(import.meta.dirname, '../../shared/data/answers-statics.csv');

const REPEATS_SEED = 20_261_118;
const withoutOffset: Paces = { ...paces, offset: { variance: 1e-9, information: 0, floor: 0 } };

type Compared = LayerScores & { constant: Scores };

function compare(recorded: readonly Recorded[]): Compared {
  const test = recorded.filter((one) => one.test).map((one) => one.answer);
  if (test.length === 0) throw new Error('no answers of test students');
  const train = recorded.filter((one) => !one.test).map((one) => one.answer);
  const general = (train.filter((answer) => answer.right).length + 1) / (train.length + 2);
  const constant = score(test.map(({ right }) => ({ probability: general, right })));
  return { ...checkLayer(train, test), constant };
}

function predict(recorded: readonly Recorded[], pace: Paces): Prediction[] {
  const train = recorded.filter((one) => !one.test).map((one) => one.answer);
  const mastery = { ...nothingLearnt<string>(), ...estimateDifficulties(train, pace) };
  const predictions: Prediction[] = [];
  for (const { test, answer } of recorded) {
    if (!test) continue;
    predictions.push({ probability: expected(mastery, answer, pace), right: answer.right });
    learn(mastery, answer, { pace });
  }
  return predictions;
}

const recorded = await readAnswers(values.answers ?? handedOut);
const result = compare(recorded);
console.log(`${recorded.length} answers, ${recorded.filter((one) => one.test).length} of them predicted`);
console.table(result);

if (!values.answers) {
  console.log('\nMade-up classes: log loss of test students, with and without the offset per topic');
  const rows = Object.entries(kinds).map(([name, kind], index) => {
    const made = madeUp(kind, 1000 + index);
    const { layer, plain, shareRight, questionMean } = compare(made);
    const without = score(predict(made, withoutOffset)).logLoss;
    const offsetGains = Number((without - plain.logLoss).toFixed(4));
    return [
      name,
      {
        layer: layer.logLoss,
        plain: plain.logLoss,
        withoutOffset: without,
        offsetGains,
        shareRight: shareRight.logLoss,
        questionMean: questionMean.logLoss,
        ece: layer.ece,
      },
    ] as const;
  });
  console.table(Object.fromEntries(rows));

  const repeats = compare(manyRepeats(REPEATS_SEED));
  console.log(
    '\nFew questions and many repeats (aim: 0.03 below plain and questionMean, calibration error at most 2 points)',
  );
  console.table(repeats);
  const { layer, plain, questionMean } = repeats;
  if (layer.logLoss > Math.min(plain.logLoss, questionMean.logLoss) - 0.03 || layer.ece > 2) {
    console.error('Aim missed: few questions and many repeats.');
    process.exitCode = 1;
  }

  console.log('\nSimulados of made-up students within the 80 % interval, by quarters of ability (aim: 75 to 85 %)');
  console.table(coverage());

  const million = Array.from({ length: Math.ceil(1e6 / recorded.length) }, () => recorded)
    .flat()
    .slice(0, 1e6);
  const begun = process.cpuUsage();
  const mastery = nothingLearnt<string>();
  for (const { answer } of million) learn(mastery, answer);
  const { user, system } = process.cpuUsage(begun);
  console.log(`\nA million answers replayed in ${((user + system) / 1e6).toFixed(1)} s of processor time`);
}

if (values.json) console.log(JSON.stringify(result));
