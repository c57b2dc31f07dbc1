import type { Desk } from './desk.ts';
import type { Memory } from './memory.ts';
import { type PolicyName, policies, policyNames } from './policies.ts';
import { seeded } from './random.ts';
import { emptyDesk, recallOnExamDay, startSimulation, studyDay } from './simulation.ts';

/** So many questions stand for all of them, with as much less time: what bounds the work per student. */
export const MOST_SIMULATED = 150;
/** Another policy has to be this much better, in points of recall, before it takes over: no changes by chance. */
export const HYSTERESIS = 0.4;

export type World = { memory: Memory; weight: number };
export type Choice = { policy: PolicyName; expected: Record<PolicyName, number> };

/**
 * Lives every policy through from today to the exam, in each memory the student might have, and takes the one with the
 * best mean recall on the day. `current` is what yesterday's choice was.
 */
export function choosePolicy(desk: Desk, worlds: readonly World[], current: PolicyName, seed: number): Choice {
  const sample = sampled(desk, seed);
  const total = worlds.reduce((sum, world) => sum + world.weight, 0);
  const expected = Object.fromEntries(policyNames.map((name) => [name, 0])) as Record<PolicyName, number>;
  for (const { memory, weight } of worlds) {
    if (weight / total < 0.02) continue;
    for (const name of policyNames) expected[name] += (weight / total) * live(sample, memory, name, seed);
  }
  const best = policyNames.reduce((a, b) => (expected[b] > expected[a] ? b : a));
  return { policy: expected[best] > expected[current] + HYSTERESIS ? best : current, expected };
}

/** Everybody meets the same luck, so that policies differ by what they do. */
function live(sample: Desk, memory: Memory, name: PolicyName, seed: number): number {
  const desk: Desk = {
    ...sample,
    stability: sample.stability.slice(),
    difficulty: sample.difficulty.slice(),
    last: sample.last.slice(),
    wrong: sample.wrong.slice(),
  };
  const simulation = startSimulation(desk, memory, seeded(seed));
  while (desk.today < desk.examDay) studyDay(simulation, policies[name]);
  return recallOnExamDay(simulation);
}

/** Every n-th question from a random one on, and every n-th part of the minutes. */
function sampled(desk: Desk, seed: number): Desk {
  const questions = desk.last.length;
  const size = Math.min(questions, MOST_SIMULATED);
  const sample = emptyDesk(size, { ...desk, minutes: (desk.minutes * size) / Math.max(1, questions) });
  const start = seeded(seed)() * (questions / Math.max(1, size));
  for (let at = 0; at < size; at++) {
    const from = Math.min(questions - 1, Math.floor(start + (at * questions) / size));
    sample.stability[at] = desk.stability[from] as number;
    sample.difficulty[at] = desk.difficulty[from] as number;
    sample.last[at] = desk.last[from] as number;
    sample.wrong[at] = desk.wrong[from] as number;
  }
  return sample;
}
