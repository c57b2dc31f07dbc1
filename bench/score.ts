/**
 * Whether the expected score is reliable:
 *   npm run bench -- score [--students 400] [--seed N] [--json]
 * Simulated students of nine worlds answer 60 to 2,000 questions and take an exam of 60. Reports for each world how
 * often the result lies in the 80 % interval (aim: at least 75 %, 75 to 85 % over all), the mean error of the score,
 * and how wide the interval is with few, some and many answers, compared with its former width (it never grows). Exits
 * with 1 when an aim is missed.
 */
import { parseArgs } from 'node:util';
import { type Sitting, sittings, worlds } from './score-worlds.ts';

const { values } = parseArgs({
  options: {
    students: { type: 'string', default: '400' },
    seed: { type: 'string', default: '20261117' },
    json: { type: 'boolean', default: false },
  },
});

const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / Math.max(1, list.length);
const round = (value: number, digits = 2) => Number(value.toFixed(digits));
const covers = ({ low, high, result }: Sitting) => result >= low - 1e-9 && result <= high + 1e-9;
const width = ({ low, high }: Sitting) => high - low;

const LEAST_COVERED = 0.75;
const MOST_COVERED = 0.85;
/** Points come in steps, so two equal widths may differ by this much of a mean. */
const WIDTH_NOISE = 0.2;
const BIAS_MOST = 1.5;
const BIAS_MOST_HARDER = 3;

const bands = [
  [60, 150],
  [150, 600],
  [600, Number.POSITIVE_INFINITY],
] as const;
const all: Sitting[] = [];
const missed: string[] = [];
const table = Object.fromEntries(
  Object.entries(worlds).map(([name, world], at) => {
    const { told, fewData } = sittings(world, Number(values.students), Number(values.seed) + at);
    all.push(...told);
    const covered = mean(told.map((one) => (covers(one) ? 1 : 0)));
    const bias = mean(told.map(({ score, result }) => score - result));
    const within = (from: number, to: number) => told.filter(({ answers }) => answers >= from && answers < to);
    const widthOf = (from: number, to: number) => round(mean(within(from, to).map(width)));
    if (covered < LEAST_COVERED) missed.push(`${name}: ${round(100 * covered, 1)} % covered`);
    if (Math.abs(bias) > (world.harder > 0 ? BIAS_MOST_HARDER : BIAS_MOST))
      missed.push(`${name}: off by ${round(bias)}`);
    for (const [from, to] of bands) {
      const former = mean(within(from, to).map(({ formerWidth }) => formerWidth));
      if (widthOf(from, to) > former + WIDTH_NOISE)
        missed.push(`${name}: ${widthOf(from, to)} wide from ${from} answers, formerly ${round(former)}`);
    }
    const row = {
      covered: round(100 * covered, 1),
      bias: round(bias),
      'width 60–150': widthOf(60, 150),
      'width 150–600': widthOf(150, 600),
      'width 600+': widthOf(600, Number.POSITIVE_INFINITY),
      former: bands
        .map(([from, to]) => round(mean(within(from, to).map(({ formerWidth }) => formerWidth)), 1))
        .join(' '),
      fewData,
    };
    return [name, row];
  }),
);
const overall = mean(all.map((one) => (covers(one) ? 1 : 0)));
if (overall < LEAST_COVERED || overall > MOST_COVERED) missed.push(`over all: ${round(100 * overall, 1)} % covered`);
console.table(table);
console.log(`Over all ${round(100 * overall, 1)} % of ${all.length} results lie in the interval (aim: 75 to 85 %)`);
if (values.json) console.log(JSON.stringify({ worlds: table, overall: round(100 * overall, 1), missed }));
if (missed.length > 0) {
  console.error(`Aims missed:\n${missed.map((one) => `- ${one}`).join('\n')}`);
  process.exitCode = 1;
}
