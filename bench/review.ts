/**
 * How much of the syllabus students know on the day of their exam, for each policy that chooses their questions:
 *   npm run bench -- review [--students FILE] [--sample 100] [--from 0] [--policies 12] [--fits 6] [--cards 0.3] [--json]
 * The judge is a world that the chooser does not know (review-world.ts): topics with stand-ins, guesses, and an exam
 * that asks questions of the topics that were never seen. Memories have FSRS-6 weights that were fitted to real
 * people, in four forms, at four loads. The product never has a student's true weights: it goes by the default ones,
 * by those of another random person, or by a fit on the student's own answers from 100 on. It chooses again three
 * times; the product does so every night. A question takes a minute, a wrong one half a minute more.
 * Fixed policies go by single questions, with an unseen one of the topic in the place of a seen one. The product goes
 * by groups (review-groups.ts); 'over groups' are the same policies with its groups.
 * `--sample` takes that many people, spread over the file, `--from` later ones with other luck. Single policies run for fewer people (`--policies`), fits
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
import {
  FIRST_POLICY,
  type PolicyName,
  policies,
  policyNames,
  random,
} from '#server/features/study/review/engine/policies.ts';
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
import { byGroups, type GroupedStudent, type Item, itemsOf } from './review-groups.ts';
import { GUESS, judgedStudent } from './review-world.ts';

const { values } = parseArgs({
  options: {
    students: { type: 'string' },
    sample: { type: 'string', default: '100' },
    from: { type: 'string', default: '0' },
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

function deskFor(memory: Memory, { days, minutes }: Load, items: readonly Item[]): PolicyInput {
  const about = { memory, today: 0, firstDay: 0, examDay: days, minutes, firstRight: FIRST_RIGHT };
  const desk = emptyPolicyInput(items.length, about);
  for (const [at, { cost }] of items.entries()) desk.cost[at] = cost;
  desk.cheapest = Math.min(...items.map(({ cost }) => cost));
  return desk;
}

/** Cards are spread evenly over the questions. */
const isCardOf =
  ({ cards = 0 }: Load) =>
  (at: number) =>
    Math.floor((at + 1) * cards) > Math.floor(at * cards);

type Life = { person: Person; load: Load; form: MemoryForm; seed: number };
/** What the product takes for the student's weights, and whether it fits its own. */
type Product = { weights: readonly number[]; fits?: boolean };

/** `isGrouped`: whether the list goes by groups. The fixed policies go by single questions. */
function begin({ person, load, form, seed }: Life, { weights }: Product, isGrouped: boolean) {
  const memory = memoryOf(person.weights, form);
  const student = judgedStudent({ memory, questions: load.questions, firstKnown: FIRST_KNOWN });
  const items = isGrouped
    ? itemsOf(load.questions, isCardOf(load))
    : Array.from({ length: load.questions }, (_, question) => ({ members: [question], cost: 1 }));
  const grouped = isGrouped ? byGroups(student, items) : null;
  const [own, ...others] = believedForms.map((one) => ({ memory: memoryOf(weights, one.form), prior: one.prior }));
  if (!own) throw new Error('There is a memory to begin with.');
  const desk = deskFor(own.memory, load, items);
  const terms = { student: grouped ?? student, guess: GUESS };
  const simulation = startSimulation(desk, own.memory, seeded(seed), others, terms);
  return { student, grouped, simulation };
}

/** A fixed policy. Over groups it goes by the likelier memory, as the product does. */
function run(life: Life, name: PolicyName | 'random', isGrouped = false): number {
  const { student, simulation } = begin(life, { weights: memoryWeights }, isGrouped);
  const policy = name === 'random' ? random : policies[name];
  const days = choiceDays(life.load);
  while (simulation.desk.today < life.load.days) {
    if (isGrouped && days.has(simulation.desk.today)) believeLikeliest(simulation);
    studyDay(simulation, policy);
  }
  return student.knownOn(life.load.days);
}

const choiceDays = ({ days }: Load) => new Set(CHOICES.map((share) => Math.round(share * days)));

/** How often each policy was chosen. */
const chosen = new Map<PolicyName, number>();

async function runOurs(life: Life, product: Product): Promise<number> {
  const { load, seed } = life;
  const { student, grouped, simulation } = begin(life, product, true);
  const days = choiceDays(load);
  let policy = FIRST_POLICY;
  while (simulation.desk.today < load.days) {
    if (days.has(simulation.desk.today)) {
      if (product.fits && grouped && student.answers() >= FIT_FROM) await fitAgain(simulation, grouped);
      policy = chooseAgain(simulation, policy, seed + simulation.desk.today);
      chosen.set(policy, (chosen.get(policy) ?? 0) + 1);
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
async function fitAgain(simulation: Simulation, student: GroupedStudent): Promise<void> {
  if (!optimise) return;
  const log = student.log();
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
    for (const [question, own] of student.ofItems.entries()) {
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
  const at = (place: number) => people[(Math.floor(place * step) + Number(values.from)) % people.length] as Person;
  return Array.from({ length: Math.min(most, people.length) }, (_, place) => at(place));
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
type Known = { known: number; ahead: number };
/** Results by policy or product, each person's beside wrong-first of the same life. */
const results = new Map<string, Known[]>();
/** The choice with default weights beside each fixed policy of the same life. */
const against = new Map<string, Known[]>();
const note = (map: Map<string, Known[]>, name: string, one: Known) => map.set(name, [...(map.get(name) ?? []), one]);
const rows: Record<string, string | number>[] = [];
for (const load of loads) {
  for (const form of memoryForms) {
    const cell: Known[] = [];
    for (const [place, person] of people.entries()) {
      const seed = place + 1000 * Number(values.from);
      const life = { person, load, form, seed };
      const base = run(life, 'wrongFirst');
      const add = (name: string, known: number) => note(results, name, { known, ahead: known - base });
      const other = people[(place * 7 + 3) % people.length] as Person;
      const ours: Record<Ours, Product> = {
        default: { weights: memoryWeights },
        another: { weights: other.weights },
        'own fit': { weights: memoryWeights, fits: true },
      };
      const isClose = place % Math.max(1, Math.floor(people.length / closer)) === 0;
      const isFitted = fitting > 0 && place % Math.max(1, Math.floor(people.length / fitting)) === 0;
      const plain = await runOurs(life, ours.default);
      cell.push({ known: plain, ahead: plain - base });
      add('choice, default weights', plain);
      add("choice, another person's weights", await runOurs(life, ours.another));
      if (isFitted) {
        add('choice, own fit', await runOurs(life, ours['own fit']));
        add('choice, default weights, the same people', plain);
      }
      if (!isClose) continue;
      for (const name of [...policyNames, 'random' as const]) {
        const known = name === 'wrongFirst' ? base : run(life, name);
        add(name, known);
        note(against, name, { known: plain, ahead: plain - known });
      }
      for (const name of policyNames) add(`${name} over groups`, run(life, name, true));
    }
    rows.push({ world: form, load: `${load.questions}/${load.days}/${load.minutes}`, ...lineOf(cell) });
  }
}

/** Half the width of the 95 % interval of the mean over people: the lives of one person are not independent. */
function doubtOf(list: readonly Known[]): number {
  const means = people.map((_, place) =>
    mean(list.filter((_one, at) => at % people.length === place).map(({ ahead }) => ahead)),
  );
  const variance = mean(means.map((one) => (one - mean(means)) ** 2)) * (means.length / Math.max(1, means.length - 1));
  return 1.96 * Math.sqrt(variance / means.length);
}

function lineOf(list: readonly { known: number; ahead: number }[]) {
  const ahead = list.map((one) => one.ahead);
  return {
    known: rounded(mean(list.map(({ known }) => known)), 1),
    'over wrong-first': rounded(mean(ahead), 2),
    'ahead %': rounded(100 * share(ahead, (points) => points > CLEARLY), 1),
    'lost %': rounded(100 * share(ahead, (points) => points < -CLEARLY), 1),
    'ahead at all %': rounded(100 * share(ahead, (points) => points > 0), 1),
    'lost at all %': rounded(100 * share(ahead, (points) => points < 0), 1),
    lives: list.length,
  };
}

console.log('\nThe choice with default weights against wrong-first');
console.table(rows);
console.log('\nAll worlds and loads');
console.table(Object.fromEntries([...results].map(([name, list]) => [name, lineOf(list)])));
const plain = results.get('choice, default weights') ?? [];
console.log(`Over wrong-first: ± ${rounded(doubtOf(plain), 2)} points (95 %, by people)`);
console.log('\nThe choice with default weights against each fixed policy');
console.table(Object.fromEntries([...against].map(([name, list]) => [name, lineOf(list)])));
console.log('Policies chosen, how often:', Object.fromEntries(chosen));
console.log(`Fits kept: ${fitted.kept} of ${fitted.tried}`);
if (values.json) console.log(JSON.stringify({ rows }));
