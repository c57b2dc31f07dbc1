/**
 * How much of the syllabus students still know on the day of their exam, for each policy that chooses their questions:
 *   npm run bench -- review [--students FILE] [--sample 100] [--policies 6] [--cards 0.3] [--json]
 * Simulates people with FSRS-6 weights that were fitted to real ones, at four loads, in four worlds: their own FSRS-6
 * memory, one that forgets exponentially, one with a long tail, and one of a form that the product does not model.
 * Our policy knows their weights, weighs three forms of memory against each other by the answers, and is chosen again
 * three times. A question takes a minute, a wrong one half a minute more; half of the new ones are wrong; a question
 * that was never seen counts as not known.
 * `--sample` takes that many people, spread over the file. The single policies run for fewer people (`--policies`),
 * because eight full simulations per person take most of the time.
 * `--cards 0.3` compares only our policy: with that share of the items as cards, which take less time, and without.
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
import { type Policy, type PolicyName, policies, random } from '#server/features/study/review/engine/policies.ts';
import { CARD_COST, type PolicyInput } from '#server/features/study/review/engine/policy-input.ts';
import { seeded } from '#server/features/study/review/engine/random.ts';
import {
  believeLikeliest,
  emptyPolicyInput,
  recallOnExamDay,
  type Simulation,
  startSimulation,
  studyDay,
} from '#server/features/study/review/engine/simulation.ts';

const { values } = parseArgs({
  options: {
    students: { type: 'string' },
    sample: { type: 'string', default: '100' },
    policies: { type: 'string', default: '6' },
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
const FIRST_RIGHT = 0.5;
/** Shares of the time after which our policy is chosen again. The product does this every night. */
const CHOICES = [0, 1 / 6, 1 / 3, 2 / 3];
/** A policy wins or loses when it differs from wrong-first by this many points. */
const CLEARLY = 0.2;

function deskFor(memory: Memory, { questions, days, minutes, cards = 0 }: Load): PolicyInput {
  const about = { memory, today: 0, firstDay: 0, examDay: days, minutes, firstRight: FIRST_RIGHT };
  const desk = emptyPolicyInput(questions, about);
  // Cards are spread evenly over the items.
  for (let at = 0; at < questions; at += 1)
    if (Math.floor((at + 1) * cards) > Math.floor(at * cards)) desk.cost[at] = CARD_COST;
  if (cards > 0) desk.cheapest = CARD_COST;
  return desk;
}

function run(person: Person, load: Load, form: MemoryForm, policy: Policy, seed: number): number {
  const desk = deskFor(memoryOf(person.weights), load);
  const simulation = startSimulation(desk, memoryOf(person.weights, form), seeded(seed));
  while (desk.today < desk.examDay) studyDay(simulation, policy);
  return recallOnExamDay(simulation);
}

/** The first choice is made before any answer, so it is the same in every world. */
function firstChoice(person: Person, load: Load, seed: number): PolicyName {
  const desk = deskFor(memoryOf(person.weights), load);
  const worlds = believedForms.map(({ form, prior }) => ({
    memory: memoryOf(person.weights, form),
    weight: Math.exp(prior),
  }));
  return choosePolicy(desk, worlds, 'wrongThenGain', seed).policy;
}

function runOurs(person: Person, load: Load, form: MemoryForm, first: PolicyName, seed: number): number {
  const desk = deskFor(memoryOf(person.weights), load);
  const world = memoryOf(person.weights, form);
  const others = believedForms
    .slice(1)
    .map((other) => ({ memory: memoryOf(person.weights, other.form), prior: other.prior }));
  const simulation = startSimulation(desk, world, seeded(seed), others);
  let policy = first;
  const days = new Set(CHOICES.slice(1).map((share) => Math.round(share * load.days)));
  while (desk.today < desk.examDay) {
    if (days.has(desk.today)) policy = chooseAgain(simulation, policy, seed + desk.today);
    studyDay(simulation, policies[policy]);
  }
  return recallOnExamDay(simulation);
}

function chooseAgain(simulation: Simulation, current: PolicyName, seed: number): PolicyName {
  believeLikeliest(simulation);
  const likeliest = Math.max(...simulation.beliefs.map((belief) => belief.likelihood));
  const worlds = simulation.beliefs.map(({ memory, likelihood }) => ({
    memory,
    weight: Math.exp(likelihood - likeliest),
  }));
  return choosePolicy(simulation.desk, worlds, current, seed).policy;
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

type Row = Load & { world: MemoryForm; ours: number; wrongFirst: number; wins: number; loses: number };

const people = await readPeople(values.students ?? handedOut);
const closer = Math.min(people.length, Number(values.policies));
console.log(`${people.length} people; each policy by itself for ${closer} of them`);

if (values.cards !== undefined) {
  compareCards(Number(values.cards));
  process.exit(0);
}

/** How many people know no less on the day of the exam when a share of the items are cards. */
function compareCards(cards: number): void {
  const of = (person: Person, load: Load, world: MemoryForm, at: number) =>
    runOurs(person, load, world, firstChoice(person, load, at), at);
  const compared = loads.flatMap((load) =>
    memoryForms.map((world) => {
      const before = people.map((person, at) => of(person, load, world, at));
      const after = people.map((person, at) => of(person, { ...load, cards }, world, at));
      const ahead = after.map((one, at) => one - (before[at] as number));
      return {
        world,
        ...load,
        without: rounded(mean(before), 2),
        'with cards': rounded(mean(after), 2),
        'not worse %': rounded(100 * share(ahead, (points) => points >= -CLEARLY), 1),
      };
    }),
  );
  console.table(compared);
  console.log(`Not worse, all worlds and loads: ${rounded(mean(compared.map((row) => row['not worse %'])), 1)} %`);
}

const rows: Row[] = [];
const chosen = new Map<string, number>();
let choosing = 0;
for (const load of loads) {
  const firsts = people.map((person, at) => {
    const begun = process.cpuUsage();
    const first = firstChoice(person, load, at);
    const { user, system } = process.cpuUsage(begun);
    choosing = Math.max(choosing, (user + system) / 1000);
    chosen.set(first, (chosen.get(first) ?? 0) + 1);
    return first;
  });
  for (const world of memoryForms) {
    const wrongFirst = people.map((person, at) => run(person, load, world, policies.wrongFirst, at));
    const ours = people.map((person, at) => runOurs(person, load, world, firsts[at] as PolicyName, at));
    const ahead = ours.map((one, at) => one - (wrongFirst[at] as number));
    rows.push({
      world,
      ...load,
      ours: rounded(mean(ours), 2),
      wrongFirst: rounded(mean(wrongFirst), 2),
      wins: rounded(
        share(ahead, (points) => points > CLEARLY),
        3,
      ),
      loses: rounded(
        share(ahead, (points) => points < -CLEARLY),
        3,
      ),
    });
    report(load, world, ours, wrongFirst);
  }
}

function report(load: Load, world: MemoryForm, ours: readonly number[], wrongFirst: readonly number[]): void {
  const step = people.length / Math.max(1, closer);
  const few = Array.from({ length: closer }, (_, at) => Math.floor(at * step));
  const line = (recalls: readonly number[], who: readonly number[]) => {
    const ahead = recalls.map((one, at) => one - (wrongFirst[who[at] as number] as number));
    return {
      people: recalls.length,
      recall: rounded(mean(recalls), 2),
      'won %': rounded(100 * share(ahead, (points) => points > CLEARLY), 1),
      'lost %': rounded(100 * share(ahead, (points) => points < -CLEARLY), 1),
    };
  };
  const all = people.map((_, at) => at);
  const alone = Object.entries({ ...policies, random }).map(([name, policy]) => [
    name,
    line(
      few.map((at) => run(people[at] as Person, load, world, policy, at)),
      few,
    ),
  ]);
  console.log(`\n${load.questions} questions, ${load.days} days, ${load.minutes} minutes a day, world: ${world}`);
  console.table({
    ours: line(ours, all),
    'wrongFirst, same people': line(wrongFirst, all),
    ...Object.fromEntries(alone),
  });
}

console.log('\nOurs against wrong-first');
console.table(rows);
const own = rows.filter((row) => row.world === 'fsrs6');
console.log(`Own world, loads together: won by ${rounded(100 * mean(own.map((row) => row.wins)), 1)} %`);
const lost = rows.filter((row) => row.ours < row.wrongFirst);
console.log(
  `Worlds and loads where it loses: ${lost.map((row) => `${row.world} ${row.questions}/${row.days}/${row.minutes}`).join(', ') || 'none'}`,
);
console.log(
  `First choices: ${[...chosen].map(([name, count]) => `${name} ${count}`).join(', ')}; the slowest took ${Math.round(choosing)} ms of processor time`,
);
if (values.json) console.log(JSON.stringify({ rows }));
