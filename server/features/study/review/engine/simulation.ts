import { type Memory, rightChance } from './memory.ts';
import type { Policy } from './policies.ts';
import { minutesFor, NEVER, type PolicyInput } from './policy-input.ts';
import type { Random } from './random.ts';

/** One memory's view of every question. */
type Traces = { memory: Memory; stability: Float64Array; difficulty: Float64Array };

/** A memory the student might have, and how likely it makes the answers so far (as a logarithm). */
export type Belief = Traces & { likelihood: number };

/**
 * A student of another world than the simulation's: a bench judges a choice by one that the chooser does not know.
 * With it the truth is not used.
 */
export type Student = {
  /** The question that is asked where a policy names a seen one: another of its topic, or the question itself. */
  standInFor: (question: number) => number;
  /** Answers a question: whether it was right. What the student remembers afterwards is the student's own concern. */
  answer: (question: number, today: number, random: Random) => boolean;
};

export type Simulation = {
  desk: PolicyInput;
  /** What really happens in the student's head. */
  truth: Traces;
  student: Student | null;
  /** The chance that a guess is right. */
  guess: number;
  /** The product's estimates from the answers, one per memory; the policy input shows the one in use. */
  beliefs: Belief[];
  random: Random;
  /** Minutes of a part of an answer, left over from the day before or owed to it. */
  carried: number;
};

export const emptyPolicyInput = (
  questions: number,
  about: Omit<PolicyInput, 'stability' | 'difficulty' | 'last' | 'wrong' | 'cost' | 'cheapest'>,
): PolicyInput => ({
  ...about,
  cost: new Float64Array(questions).fill(1),
  cheapest: 1,
  stability: new Float64Array(questions),
  difficulty: new Float64Array(questions),
  last: new Int32Array(questions).fill(NEVER),
  wrong: new Uint8Array(questions),
});

/** A deep copy, so that a simulation does not change the original. */
export const copyOf = (desk: PolicyInput): PolicyInput => ({
  ...desk,
  stability: desk.stability.slice(),
  difficulty: desk.difficulty.slice(),
  last: desk.last.slice(),
  wrong: desk.wrong.slice(),
});

type Terms = { guess?: number; student?: Student };

/**
 * Takes ownership of the policy input. `others` are alternative memories with their priors, weighed against the one in
 * use.
 */
export function startSimulation(
  desk: PolicyInput,
  world: Memory,
  random: Random,
  others: readonly { memory: Memory; prior: number }[] = [],
  { guess = 0, student }: Terms = {},
): Simulation {
  const copied = () => ({ stability: desk.stability.slice(), difficulty: desk.difficulty.slice() });
  const own = { memory: desk.memory, stability: desk.stability, difficulty: desk.difficulty, likelihood: 0 };
  return {
    desk,
    truth: { memory: world, ...copied() },
    student: student ?? null,
    guess,
    beliefs: [own, ...others.map(({ memory, prior }) => ({ memory, ...copied(), likelihood: prior }))],
    random,
    carried: 0,
  };
}

/** One day: the policy's questions in their order until the minutes are over. */
export function studyDay(simulation: Simulation, policy: Policy): void {
  const { desk, random } = simulation;
  let minutes = desk.minutes + simulation.carried;
  for (const question of policy(desk, random)) {
    // A stand-in of today may be in the list as well.
    if (desk.last[question] === desk.today) continue;
    const cost = desk.cost[question] as number;
    if (minutes < cost * minutesFor(true)) break;
    minutes -= cost * minutesFor(answer(simulation, question));
  }
  simulation.carried = minutes < minutesFor(true) ? minutes : 0;
  desk.today++;
}

function answer(simulation: Simulation, question: number): boolean {
  const { desk, truth, random, student, guess } = simulation;
  const last = desk.last[question] as number;
  if (student) {
    const asked = last === NEVER ? question : student.standInFor(question);
    const right = student.answer(asked, desk.today, random);
    note(simulation, question, right);
    // The memory of the stand-in begins here.
    if (asked !== question) note(simulation, asked, right);
    return right;
  }
  const chance =
    last === NEVER
      ? desk.firstRight
      : rightChance(truth.memory.recall(truth.stability[question] as number, desk.today - last), guess);
  const right = random() < chance;
  remember(truth, question, last === NEVER ? null : desk.today - last, right);
  note(simulation, question, right);
  return right;
}

/** What the product makes of an answer. */
function note({ desk, beliefs, guess }: Simulation, question: number, right: boolean): void {
  const last = desk.last[question] as number;
  const days = last === NEVER ? null : desk.today - last;
  for (const belief of beliefs) {
    const recall = remember(belief, question, days, right);
    if (recall === null) continue;
    const expected = rightChance(recall, guess);
    belief.likelihood += Math.log(Math.max(1e-6, right ? expected : 1 - expected));
  }
  desk.last[question] = desk.today;
  desk.wrong[question] = right ? 0 : 1;
}

/** Updates the trace of a question and returns the expected recall; null for a first answer. */
function remember(traces: Traces, question: number, days: number | null, right: boolean): number | null {
  const { memory } = traces;
  if (days === null) {
    const first = memory.first(right);
    traces.stability[question] = first.stability;
    traces.difficulty[question] = first.difficulty;
    return null;
  }
  const stability = traces.stability[question] as number;
  const difficulty = traces.difficulty[question] as number;
  const recall = memory.recall(stability, days);
  traces.stability[question] = right
    ? memory.stabilityAfterRight(stability, difficulty, recall)
    : memory.stabilityAfterWrong(stability, difficulty, recall);
  traces.difficulty[question] = memory.difficultyAfter(difficulty, right);
  return recall;
}

/** Switches the policy input to the memory with the highest likelihood. */
export function believeLikeliest({ desk, beliefs }: Simulation): void {
  const best = beliefs.reduce((a, b) => (b.likelihood > a.likelihood ? b : a));
  desk.memory = best.memory;
  desk.stability = best.stability;
  desk.difficulty = best.difficulty;
}

/**
 * Mean recall on the day of the exam over every question that may occur in it, in percent, weighted by `worth` where
 * given. A question never seen counts as 0.
 */
export function recallOnExamDay({ desk, truth }: Simulation, worth?: Float64Array): number {
  let sum = 0;
  let whole = 0;
  for (let question = 0; question < desk.last.length; question++) {
    const weight = worth ? (worth[question] as number) : 1;
    whole += weight;
    const last = desk.last[question] as number;
    if (last !== NEVER) sum += weight * truth.memory.recall(truth.stability[question] as number, desk.examDay - last);
  }
  return whole > 0 ? (100 * sum) / whole : 0;
}
