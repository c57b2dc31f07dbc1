import type { Memory } from './memory.ts';
import type { Policy } from './policies.ts';
import { minutesFor, NEVER, type PolicyInput } from './policy-input.ts';
import type { Random } from './random.ts';

/** One memory's view of every question. */
type Traces = { memory: Memory; stability: Float64Array; difficulty: Float64Array };

/** A memory the student might have, and how likely it makes the answers so far (as a logarithm). */
export type Belief = Traces & { likelihood: number };

export type Simulation = {
  desk: PolicyInput;
  /** What really happens in the student's head. */
  truth: Traces;
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

/**
 * Takes ownership of the policy input. `others` are alternative memories with their priors, weighed against the one in
 * use.
 */
export function startSimulation(
  desk: PolicyInput,
  world: Memory,
  random: Random,
  others: readonly { memory: Memory; prior: number }[] = [],
): Simulation {
  const copied = () => ({ stability: desk.stability.slice(), difficulty: desk.difficulty.slice() });
  const own = { memory: desk.memory, stability: desk.stability, difficulty: desk.difficulty, likelihood: 0 };
  return {
    desk,
    truth: { memory: world, ...copied() },
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
    const cost = desk.cost[question] as number;
    if (minutes < cost * minutesFor(true)) break;
    minutes -= cost * minutesFor(answer(simulation, question));
  }
  simulation.carried = minutes < minutesFor(true) ? minutes : 0;
  desk.today++;
}

function answer({ desk, truth, beliefs, random }: Simulation, question: number): boolean {
  const last = desk.last[question] as number;
  const days = last === NEVER ? null : desk.today - last;
  const chance = days === null ? desk.firstRight : truth.memory.recall(truth.stability[question] as number, days);
  const right = random() < chance;
  remember(truth, question, days, right);
  for (const belief of beliefs) {
    const expected = remember(belief, question, days, right);
    if (expected !== null) belief.likelihood += Math.log(Math.max(1e-6, right ? expected : 1 - expected));
  }
  desk.last[question] = desk.today;
  desk.wrong[question] = right ? 0 : 1;
  return right;
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
