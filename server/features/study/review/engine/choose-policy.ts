import type { Memory } from './memory.ts';
import { FIRST_POLICY, type PolicyName, policies, policyNames } from './policies.ts';
import type { PolicyInput } from './policy-input.ts';
import { seeded } from './random.ts';
import { copyOf, emptyPolicyInput, recallOnExamDay, startSimulation, studyDay } from './simulation.ts';

/** The sample size that represents all questions, with the minutes scaled down alike. Bounds the work per student. */
export const MOST_SIMULATED = 150;
/**
 * Another policy has to be this much better than the first one, in points of recall. A simulation of a memory that is
 * only believed errs by about as much.
 */
export const CLEARLY_BETTER = 3;

export type World = { memory: Memory; weight: number };
export type Choice = { policy: PolicyName; expected: Record<PolicyName, number> };

/** What bounds and weighs a choice. */
export type ChoiceTerms = {
  /** The worth of each question in the exam; equal for all if omitted. */
  worth?: Float64Array | undefined;
  /** The chance that a guess is right. */
  guess?: number;
  /** Called between two simulations. Once it returns false, no policy is chosen. */
  mayGoOn?: () => boolean;
};

/**
 * Simulates every policy from today to the exam, in each memory the student might have, and selects the first
 * one, unless another has a clearly better mean recall on the day. `current` is yesterday's choice, and stays if there
 * was no time to choose.
 */
export function choosePolicy(
  desk: PolicyInput,
  worlds: readonly World[],
  current: PolicyName,
  seed: number,
  { worth, guess = 0, mayGoOn = () => true }: ChoiceTerms = {},
): Choice & { isWhole: boolean } {
  const sample = sampled(desk, seed, worth);
  const total = worlds.reduce((sum, world) => sum + world.weight, 0);
  const expected = Object.fromEntries(policyNames.map((name) => [name, 0])) as Record<PolicyName, number>;
  for (const { memory, weight } of worlds) {
    if (weight / total < 0.02) continue;
    for (const name of policyNames) {
      if (!mayGoOn()) return { policy: current, expected, isWhole: false };
      expected[name] += (weight / total) * live(sample, memory, name, { seed, guess });
    }
  }
  const best = policyNames.reduce((a, b) => (expected[b] > expected[a] ? b : a));
  return {
    policy: expected[best] > expected[FIRST_POLICY] + CLEARLY_BETTER ? best : FIRST_POLICY,
    expected,
    isWhole: true,
  };
}

type Sample = { desk: PolicyInput; worth: Float64Array | undefined };

/** All policies use the same random seed, so that they differ only by their choices. */
function live(
  sample: Sample,
  memory: Memory,
  name: PolicyName,
  { seed, guess }: { seed: number; guess: number },
): number {
  const desk = copyOf(sample.desk);
  const simulation = startSimulation(desk, memory, seeded(seed), [], { guess });
  while (desk.today < desk.examDay) studyDay(simulation, policies[name]);
  return recallOnExamDay(simulation, sample.worth);
}

/** Every n-th question from a random one on, and every n-th part of the minutes. */
function sampled(desk: PolicyInput, seed: number, worth: Float64Array | undefined): Sample {
  const questions = desk.last.length;
  const size = Math.min(questions, MOST_SIMULATED);
  const sample = emptyPolicyInput(size, { ...desk, minutes: (desk.minutes * size) / Math.max(1, questions) });
  sample.cheapest = desk.cheapest;
  const ofSample = worth && new Float64Array(size);
  const start = seeded(seed)() * (questions / Math.max(1, size));
  for (let at = 0; at < size; at++) {
    const from = Math.min(questions - 1, Math.floor(start + (at * questions) / size));
    sample.stability[at] = desk.stability[from] as number;
    sample.difficulty[at] = desk.difficulty[from] as number;
    sample.last[at] = desk.last[from] as number;
    sample.wrong[at] = desk.wrong[from] as number;
    sample.cost[at] = desk.cost[from] as number;
    if (ofSample) ofSample[at] = worth[from] as number;
  }
  return { desk: sample, worth: ofSample };
}
