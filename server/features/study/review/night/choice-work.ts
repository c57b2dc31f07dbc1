import { choosePolicy } from '../engine/choose-policy.ts';
import { believedForms, type MemoryForm, memoryOf } from '../engine/memory.ts';
import { FIRST_POLICY, type PolicyName, policyNames } from '../engine/policies.ts';
import { NEVER } from '../engine/policy-input.ts';
import { emptyPolicyInput } from '../engine/simulation.ts';
import { memoryWeights } from '../memory-replay.ts';
import { beginOf } from '../today.ts';
import { type AnsweredDay, traceOf } from './traces.ts';

/** What the choice of one student goes by. Days as numbers; what may be asked and was never seen comes by its worth. */
export type ChoiceInput = {
  weights: readonly number[] | null;
  /** The chance that a guess is right, over the school's questions. */
  guess: number;
  current: string | null;
  today: number;
  examDay: number;
  minutes: number;
  /** One question for each group that was answered, with its answers in their order and what the group is worth. */
  seen: readonly { answers: readonly AnsweredDay[]; worth: number }[];
  fresh: readonly { worth: number; count: number }[];
  seed: number;
};
export type ChoiceOutput = {
  policy: PolicyName;
  form: MemoryForm;
  expected: number;
  /** Whether there was time for all of it; else yesterday's policy stays. */
  isWhole: boolean;
  cpuMs: number;
};

/** The CPU limit for one student, whatever the size of the bank and the exam. */
const CPU_MS_MAX = 1000;
/** A longer preparation is simulated only up to here: later days do not affect the choice of today. */
const DAYS_MAX = 365;
/** Half of the answers are taken for right where too few say otherwise. */
const FIRST_RIGHT = 0.5;

export function choose(input: ChoiceInput, cpuMs: () => number): ChoiceOutput {
  const begun = cpuMs();
  const weights = input.weights ?? memoryWeights;
  const worlds = believedForms.map(({ form, prior }) => {
    const memory = memoryOf(weights, form);
    let likelihood = prior;
    const traces = input.seen.map(({ answers }) => {
      const trace = traceOf(memory, answers, input.guess);
      likelihood += trace.likelihood;
      return trace;
    });
    return { memory, traces, likelihood };
  });
  const likeliest = worlds.reduce((a, b) => (b.likelihood > a.likelihood ? b : a));
  const unseen = input.fresh.reduce((sum, { count }) => sum + count, 0);
  const size = input.seen.length + unseen;
  const examDay = Math.min(input.examDay, input.today + DAYS_MAX);
  const desk = emptyPolicyInput(size, {
    memory: likeliest.memory,
    today: input.today,
    firstDay: beginOf(examDay),
    examDay,
    minutes: input.minutes,
    firstRight: FIRST_RIGHT,
  });
  const worth = new Float64Array(size);
  for (const [place, trace] of likeliest.traces.entries()) {
    desk.stability[place] = trace.stability;
    desk.difficulty[place] = trace.difficulty;
    desk.last[place] = trace.lastDay;
    desk.wrong[place] = trace.lastRight ? 0 : 1;
    worth[place] = input.seen[place]?.worth ?? 0;
  }
  let place = input.seen.length;
  for (const part of input.fresh)
    for (let n = 0; n < part.count; n += 1, place += 1) {
      desk.last[place] = NEVER;
      worth[place] = part.worth;
    }
  const current = policyNames.find((name) => name === input.current) ?? FIRST_POLICY;
  const chosen = choosePolicy(
    desk,
    worlds.map(({ memory, likelihood }) => ({ memory, weight: Math.exp(likelihood - likeliest.likelihood) })),
    current,
    input.seed,
    { worth, guess: input.guess, mayGoOn: () => cpuMs() - begun < CPU_MS_MAX },
  );
  return {
    policy: chosen.policy,
    form: likeliest.memory.form,
    expected: chosen.expected[chosen.policy],
    isWhole: chosen.isWhole,
    cpuMs: cpuMs() - begun,
  };
}
