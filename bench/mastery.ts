/**
 * How well the product foresees an answer:
 *   npm run bench -- mastery [--answers FILE] [--json]
 * Answers of `train` students give the difficulties (the nightly pass); each answer of a `test` student is predicted
 * before it is taken in. Beside ours: the same chance for everybody (constant), the question's own share of right
 * answers (itemMean), and the student's so far (shareRight), which is what study sites show. Without a file the set
 * handed out is read, and made-up classes show what it cannot: what the topic offset is worth.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { estimateDifficulties } from '#server/features/study/mastery/difficulties.ts';
import { type Paces, paces } from '#server/features/study/mastery/mastery-model.ts';
import { expected, learn, nothingLearnt } from '#server/features/study/mastery/replay.ts';
import { kinds, madeUp, type Recorded, readAnswers } from './mastery-data.ts';
import { type Prediction, type Scores, score } from './predictions.ts';
import { coverage } from './score-coverage.ts';

const { values } = parseArgs({ options: { answers: { type: 'string' }, json: { type: 'boolean', default: false } } });
const handedOut = join(import.meta.dirname, '../../shared/data/answers-statics.csv');

/** As many answers at the general share stand behind every share, so that the first answers do not swing it. */
const PRIOR_ANSWERS = 2;
const withoutOffset: Paces = { ...paces, offset: { variance: 1e-9, information: 0, floor: 0 } };

type Compared = { ours: Scores; shareRight: Scores; itemMean: Scores; constant: Scores };

function compare(recorded: readonly Recorded[]): Compared {
  const test = recorded.filter((one) => one.test).map((one) => one.answer);
  if (test.length === 0) throw new Error('no answers of test students');
  const train = recorded.filter((one) => !one.test).map((one) => one.answer);
  const general = (train.filter((answer) => answer.right).length + 1) / (train.length + 2);
  const ofItems = new Shares(general);
  const ofStudents = new Shares(general);
  for (const answer of train) ofItems.add(answer.question, answer.right);

  const itemMean: Prediction[] = [];
  const shareRight: Prediction[] = [];
  for (const { question, student, right } of test) {
    itemMean.push({ probability: ofItems.of(question), right });
    shareRight.push({ probability: ofStudents.of(student), right });
    ofStudents.add(student, right);
  }
  return {
    ours: score(predict(recorded, paces)),
    shareRight: score(shareRight),
    itemMean: score(itemMean),
    constant: score(test.map(({ right }) => ({ probability: general, right }))),
  };
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

class Shares {
  readonly #general: number;
  readonly #counts = new Map<string, { right: number; all: number }>();

  constructor(general: number) {
    this.#general = general;
  }

  of(id: string): number {
    const { right, all } = this.#counts.get(id) ?? { right: 0, all: 0 };
    return (right + PRIOR_ANSWERS * this.#general) / (all + PRIOR_ANSWERS);
  }

  add(id: string, right: boolean): void {
    const count = this.#counts.get(id) ?? { right: 0, all: 0 };
    this.#counts.set(id, { right: count.right + (right ? 1 : 0), all: count.all + 1 });
  }
}

const recorded = await readAnswers(values.answers ?? handedOut);
const result = compare(recorded);
console.log(`${recorded.length} answers, ${recorded.filter((one) => one.test).length} of them predicted`);
console.table(result);

if (!values.answers) {
  console.log('\nMade-up classes: log loss of test students, with and without the offset per topic');
  const rows = Object.entries(kinds).map(([name, kind], index) => {
    const made = madeUp(kind, 1000 + index);
    const { ours, shareRight, itemMean } = compare(made);
    const without = score(predict(made, withoutOffset)).logLoss;
    const offsetGains = Number((without - ours.logLoss).toFixed(4));
    return [
      name,
      {
        ours: ours.logLoss,
        withoutOffset: without,
        offsetGains,
        shareRight: shareRight.logLoss,
        itemMean: itemMean.logLoss,
        ece: ours.ece,
      },
    ] as const;
  });
  console.table(Object.fromEntries(rows));

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
