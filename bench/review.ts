/**
 * How much of the syllabus students know on the day of their exam, for each policy that chooses their questions:
 *   npm run bench -- review [--students FILE] [--sample 100] [--policies 12] [--fits 6] [--cards 0.3] [--json]
 * The judge is a world that the chooser does not know (review-world.ts): topics with stand-ins, guesses, and an exam
 * that asks questions of the topics that were never seen. Memories have FSRS-6 weights that were fitted to real
 * people, in four forms, at four loads. The product never has a student's true weights: it goes by the default ones,
 * by those of another random person, or by a fit on the student's own answers from 100 on. It chooses again three
 * times; the product does so every night. A question takes a minute, a wrong one half a minute more.
 * `--sample` takes that many people, spread over the file. Single policies run for fewer people (`--policies`), fits
 * for still fewer (`--fits`), because they take most of the time.
 * `--cards 0.3` compares only our policy: with that share of the items as cards, at the same time for all items
 * together, and without.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { choosePolicy } from '#server/features/study/review/engine/choose-policy.ts';
import {
  believedForms,
  type Memory,
  type MemoryForm,
  memoryForms,
  memoryOf,
} from '#server/features/study/review/engine/memory.ts';
import { type PolicyName, policies, policyNames, random } from '#server/features/study/review/engine/policies.ts';
import { CARD_COST, type PolicyInput } from '#server/features/study/review/engine/policy-input.ts';
import { seeded } from '#server/features/study/review/engine/random.ts';
import {
  believeLikeliest,
  emptyPolicyInput,
  type Simulation,
  startSimulation,
  studyDay,
} from '#server/features/study/review/engine/simulation.ts';
import { memoryWeights } from '#server/features/study/review/memory-replay.ts';
import { dividingDay, trainingItems, weightsIfBetter } from '#server/features/study/review/night/fit.ts';
import { openOptimiser } from '#server/features/study/review/night/optimiser.ts';
import { traceOf } from '#server/features/study/review/night/traces.ts';
import { GUESS, type JudgedStudent, judgedStudent } from './review-world.ts';

const { values } = parseArgs({
  options: {
    students: { type: 'string' },
    sample: { type: 'string', default: '100' },
    policies: { type: 'string', default: '12' },
    fits: { type: 'string', default: '6' },
    cards: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const handedOut = join(import.meta.dirname, '../../shared/data/memory-students.jsonl');

type Person = { student: number | string; reviews: number; weights: number[] };
type Load = { questions: number; days: number; minutes: number; cards?: number };

const loads: Load[] = [
  { questions: 600, days: 90, minutes: 30 },
  { questions: 1500, days: 90, minutes: 45 },
  { questions: 3000, days: 180, minutes: 60 },
  { questions: 300, days: 30, minutes: 20 },
];
/** Half of the answers to new questions are right, a guess included. */
const FIRST_RIGHT = 0.5;
const FIRST_KNOWN = (FIRST_RIGHT - GUESS) / (1 - GUESS);
/** Shares of the time after which our policy is chosen again. The product does this every night. */
const CHOICES = [0, 1 / 6, 1 / 3, 2 / 3];
/** With fewer answers nothing is fitted. */
const FIT_FROM = 100;
/** A policy wins or loses when it differs from wrong-first by this many points. */
const CLEARLY = 0.2;
/** What the product begins with before it has chosen. */
const FIRST: PolicyName = 'wrongThenGain';

function deskFor(memory: Memory, { questions, days, minutes, cards = 0 }: Load): PolicyInput {
  const about = { memory, today: 0, firstDay: 0, examDay: days, minutes, firstRight: FIRST_RIGHT };
  const desk = emptyPolicyInput(questions, about);
  // Cards are spread evenly over the items.
  for (let at = 0; at < questions; at += 1)
    if (Math.floor((at + 1) * cards) > Math.floor(at * cards)) desk.cost[at] = CARD_COST;
  if (cards > 0) desk.cheapest = CARD_COST;
  return desk;
}

type Life = { person: Person; load: Load; form: MemoryForm; seed: number };
/** What the product takes for the student's weights, and whether it fits its own. */
type Product = { weights: readonly number[]; fits?: boolean };

function begin({ person, load, form, seed }: Life, { weights }: Product) {
  const memory = memoryOf(person.weights, form);
  const student = judgedStudent({ memory, questions: load.questions, firstKnown: FIRST_KNOWN });
  const [own, ...others] = believedForms.map((one) => ({ memory: memoryOf(weights, one.form), prior: one.prior }));
  if (!own) throw new Error('There is a memory to begin with.');
  const desk = deskFor(own.memory, load);
  const simulation = startSimulation(desk, own.memory, seeded(seed), others, { student, guess: GUESS });
  return { student, simulation };
}

function run(life: Life, name: PolicyName | 'random'): number {
  const { student, simulation } = begin(life, { weights: memoryWeights });
  const policy = name === 'random' ? random : policies[name];
  while (simulation.desk.today < life.load.days) studyDay(simulation, policy);
  return student.knownOn(life.load.days);
}

async function runOurs(life: Life, product: Product): Promise<number> {
  const { load, seed } = life;
  const { student, simulation } = begin(life, product);
  const days = new Set(CHOICES.map((share) => Math.round(share * load.days)));
  let policy = FIRST;
  while (simulation.desk.today < load.days) {
    if (days.has(simulation.desk.today)) {
      if (product.fits) await fitAgain(simulation, student);
      policy = chooseAgain(simulation, policy, seed + simulation.desk.today);
    }
    studyDay(simulation, policies[policy]);
  }
  return student.knownOn(load.days);
}

function chooseAgain(simulation: Simulation, current: PolicyName, seed: number): PolicyName {
  believeLikeliest(simulation);
  const likeliest = Math.max(...simulation.beliefs.map((belief) => belief.likelihood));
  const worlds = simulation.beliefs.map(({ memory, likelihood }) => ({
    memory,
    weight: Math.exp(likelihood - likeliest),
  }));
  return choosePolicy(simulation.desk, worlds, current, seed, { guess: GUESS }).policy;
}

const optimise = await openOptimiser();
const fitted = { tried: 0, kept: 0 };

/** As the product's night does: kept where held-out answers are predicted better, then every state is replayed. */
async function fitAgain(simulation: Simulation, { log, answers }: JudgedStudent): Promise<void> {
  if (!optimise || answers() < FIT_FROM) return;
  const from = dividingDay(log);
  if (from === null) return;
  fitted.tried += 1;
  const weights = weightsIfBetter(log, await optimise(trainingItems(log, from)), from, GUESS);
  if (!weights) return;
  fitted.kept += 1;
  for (const [at, { form, prior }] of believedForms.entries()) {
    const belief = simulation.beliefs[at];
    if (!belief) continue;
    belief.memory = memoryOf(weights, form);
    belief.likelihood = prior;
    for (const [question, own] of log.entries()) {
      if (own.length === 0) continue;
      const trace = traceOf(belief.memory, own, GUESS);
      belief.stability[question] = trace.stability;
      belief.difficulty[question] = trace.difficulty;
      belief.likelihood += trace.likelihood;
    }
  }
}

async function readPeople(file: string): Promise<Person[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim());
  const people = lines.map((line) => JSON.parse(line) as Person);
  const most = Math.max(1, Number(values.sample));
  const step = Math.max(1, people.length / most);
  return Array.from({ length: Math.min(most, people.length) }, (_, at) => people[Math.floor(at * step)] as Person);
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
const share = (numbers: readonly number[], is: (one: number) => boolean) =>
  mean(numbers.map((one) => (is(one) ? 1 : 0)));
const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

const people = await readPeople(values.students ?? handedOut);
const closer = Math.min(people.length, Number(values.policies));
const fitting = optimise ? Math.min(closer, Number(values.fits)) : 0;
console.log(`${people.length} people; single policies for ${closer} of them, own fits for ${fitting}`);

if (values.cards !== undefined) {
  await compareCards(Number(values.cards));
  process.exit(0);
}

/** How many people know no less when a share of the items are cards, and all items together take as long. */
async function compareCards(cards: number): Promise<void> {
  const table = [];
  for (const load of loads) {
    const questions = Math.round(load.questions / (1 - cards * (1 - CARD_COST)));
    for (const form of memoryForms) {
      const [before, after]: [number[], number[]] = [[], []];
      for (const [seed, person] of people.entries()) {
        before.push(await runOurs({ person, load, form, seed }, { weights: memoryWeights }));
        const mixed = { ...load, questions, cards };
        after.push(await runOurs({ person, load: mixed, form, seed }, { weights: memoryWeights }));
      }
      const ahead = after.map((one, at) => one - (before[at] as number));
      table.push({
        world: form,
        ...load,
        items: questions,
        without: rounded(mean(before), 1),
        'with cards': rounded(mean(after), 1),
        'not worse %': rounded(100 * share(ahead, (points) => points >= -CLEARLY), 1),
      });
    }
  }
  console.table(table);
  console.log(`Not worse, all worlds and loads: ${rounded(mean(table.map((row) => row['not worse %'])), 1)} %`);
}

type Ours = 'default' | 'another' | 'own fit';
/** Results by policy or product, each person's beside wrong-first of the same life. */
const results = new Map<string, { known: number; ahead: number }[]>();
const rows: Record<string, string | number>[] = [];
for (const load of loads) {
  for (const form of memoryForms) {
    const cell = new Map<string, { known: number; ahead: number }[]>();
    const add = (name: string, known: number, base: number) => {
      for (const map of [cell, results]) map.set(name, [...(map.get(name) ?? []), { known, ahead: known - base }]);
    };
    for (const [seed, person] of people.entries()) {
      const life = { person, load, form, seed };
      const base = run(life, 'wrongFirst');
      const other = people[(seed * 7 + 3) % people.length] as Person;
      const ours: Record<Ours, Product> = {
        default: { weights: memoryWeights },
        another: { weights: other.weights },
        'own fit': { weights: memoryWeights, fits: true },
      };
      const isClose = seed % Math.max(1, Math.floor(people.length / closer)) === 0;
      const isFitted = fitting > 0 && seed % Math.max(1, Math.floor(people.length / fitting)) === 0;
      const plain = await runOurs(life, ours.default);
      add('choice, default weights', plain, base);
      add("choice, another person's weights", await runOurs(life, ours.another), base);
      if (isFitted) {
        add('choice, own fit', await runOurs(life, ours['own fit']), base);
        add('choice, default weights, the same people', plain, base);
      }
      if (isClose) for (const name of [...policyNames, 'random' as const]) add(name, run(life, name), base);
    }
    rows.push({
      world: form,
      load: `${load.questions}/${load.days}/${load.minutes}`,
      ...lineOf(cell.get('choice, default weights') ?? []),
    });
  }
}

function lineOf(list: readonly { known: number; ahead: number }[]) {
  const ahead = list.map((one) => one.ahead);
  return {
    known: rounded(mean(list.map(({ known }) => known)), 1),
    'over wrong-first': rounded(mean(ahead), 2),
    'ahead %': rounded(100 * share(ahead, (points) => points > CLEARLY), 1),
    'lost %': rounded(100 * share(ahead, (points) => points < -CLEARLY), 1),
    lives: list.length,
  };
}

console.log('\nThe choice with default weights against wrong-first');
console.table(rows);
console.log('\nAll worlds and loads');
console.table(Object.fromEntries([...results].map(([name, list]) => [name, lineOf(list)])));
console.log(`Fits kept: ${fitted.kept} of ${fitted.tried}`);
if (values.json) console.log(JSON.stringify({ rows }));
