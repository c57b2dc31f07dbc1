import { knownChance, type Memory, type MemoryForm, memoryOf } from '../engine/memory.ts';
import { type PolicyName, policies } from '../engine/policies.ts';
import { NEVER } from '../engine/policy-input.ts';
import { seeded } from '../engine/random.ts';
import { emptyPolicyInput, startSimulation, studyDay } from '../engine/simulation.ts';
import { beginOf } from '../today.ts';

/** One student's answered questions, by subject, and what is believed of their memory. Days as numbers. */
export type ForecastInput = {
  weights: readonly number[];
  form: MemoryForm;
  /** The chance that a guess is right, over the school's questions. */
  guess: number;
  policy: PolicyName;
  today: number;
  examDay: number | null;
  minutes: number;
  seen: readonly { group: number; stability: number; difficulty: number; lastDay: number; lastRight: boolean }[];
  /** Questions that are new and can be reached before the exam. */
  fresh: number;
  seed: number;
};

export type Recall = { mean: number; low: number; high: number };
export type GroupForecast = {
  group: number;
  questions: number;
  today: Recall;
  ifStopped: Recall | null;
  ifFollowed: Recall | null;
};

/** Beside the memory that is believed in: how far off it may be. */
const otherOf = (form: MemoryForm): MemoryForm => (form === 'fsrs6' ? 'exponential' : 'fsrs6');
/** An 80 % interval of a normal distribution. */
const WIDTH = 1.2816;
/** The sample size that represents all questions when days are simulated. */
const MOST_SIMULATED = 300;
const LIVES = 3;
const DAYS_MAX = 365;

/** By group, and under -1 all of them together. */
export function forecast(input: ForecastInput): GroupForecast[] {
  const believed = memoryOf(input.weights, input.form);
  const other = memoryOf(input.weights, otherOf(input.form));
  const known = shareKnown(input);
  const onDay = (memory: Memory, day: number) => {
    const unknown = memory.first(false).stability;
    return input.seen.map(({ stability, lastDay, lastRight }) => {
      const days = Math.max(0, day - lastDay);
      const recall = memory.recall(stability, days);
      return lastRight ? known * recall + (1 - known) * Math.min(recall, memory.recall(unknown, days)) : recall;
    });
  };
  const end = input.examDay;
  const sides = (day: number) => [onDay(believed, day), onDay(other, day)] as const;
  const today = sides(input.today);
  const stopped = end === null ? null : sides(end);
  const followed = end === null ? null : follow(input, { end, known }, believed, other);
  const members = (group: number) => input.seen.flatMap((one, at) => (group === -1 || one.group === group ? [at] : []));
  return [-1, ...new Set(input.seen.map(({ group }) => group))].map((group) => {
    const own = members(group);
    return {
      group,
      questions: own.length,
      today: recallOf(today, own),
      ifStopped: stopped && recallOf(stopped, own),
      // Computed from the sample; a group without a sampled question uses the full sample.
      ifFollowed: followed && recallOf(followed.sides, followed.among(own), own.length),
    };
  });
}

/**
 * The share of right answers that were known and not guessed, by the last answers of this student: who has a quarter
 * right among four options knows nothing.
 */
function shareKnown({ seen, guess }: ForecastInput): number {
  const rights = seen.filter(({ lastRight }) => lastRight).length / Math.max(1, seen.length);
  return knownChance(Math.max(0, (rights - guess) / (1 - guess)), guess);
}

/**
 * The mean recall by the believed memory. The interval covers two uncertainties: whether each single question is
 * known, and which memory is right (half the difference between the two).
 */
function recallOf(
  [chances, others]: readonly [readonly number[], readonly number[]],
  at: readonly number[],
  questions = at.length,
): Recall {
  const mean = meanOf(chances, at);
  const single = at.reduce((sum, one) => sum + (chances[one] as number) * (1 - (chances[one] as number)), 0);
  const variance = single / Math.max(1, at.length) / Math.max(1, questions);
  const apart = (mean - meanOf(others, at)) / 2;
  const width = WIDTH * Math.sqrt(variance + apart ** 2);
  return { mean, low: Math.max(0, mean - width), high: Math.min(1, mean + width) };
}

const meanOf = (chances: readonly number[], at: readonly number[]): number =>
  at.reduce((sum, one) => sum + (chances[one] as number), 0) / Math.max(1, at.length);

/** Every day until the exam, some lives long, with the new questions that would take their part of the time. */
function follow(
  input: ForecastInput,
  { end: examDay, known }: { end: number; known: number },
  believed: Memory,
  other: Memory,
) {
  const size = input.seen.length;
  const share = Math.min(1, MOST_SIMULATED / Math.max(1, size));
  const places = Array.from({ length: Math.ceil(size * share) }, (_, n) => Math.min(size - 1, Math.floor(n / share)));
  const fresh = Math.floor(input.fresh * share);
  const end = Math.min(examDay, input.today + DAYS_MAX);
  const live = (memory: Memory, seed: number): number[] => {
    const desk = emptyPolicyInput(places.length + fresh, {
      memory: believed,
      today: input.today,
      firstDay: beginOf(end),
      examDay: end,
      minutes: input.minutes * share,
      firstRight: 0.5,
    });
    for (const [at, from] of places.entries()) {
      const one = input.seen[from] as ForecastInput['seen'][number];
      desk.stability[at] = one.stability;
      desk.difficulty[at] = one.difficulty;
      desk.last[at] = one.lastDay;
      desk.wrong[at] = one.lastRight ? 0 : 1;
    }
    for (let at = places.length; at < places.length + fresh; at += 1) desk.last[at] = NEVER;
    const simulation = startSimulation(desk, memory, seeded(seed), [], { guess: input.guess });
    const { stability } = simulation.truth;
    const unknown = memory.first(false).stability;
    const luck = seeded(seed);
    for (const [at, from] of places.entries()) {
      // Right by a guess: the list believes that it is known, the student does not know it.
      if (input.seen[from]?.lastRight && luck() >= known) stability[at] = Math.min(stability[at] as number, unknown);
    }
    while (desk.today < desk.examDay) studyDay(simulation, policies[input.policy]);
    return places.map((_, at) =>
      memory.recall(simulation.truth.stability[at] as number, examDay - (desk.last[at] as number)),
    );
  };
  const lives = (memory: Memory) => {
    const all = Array.from({ length: LIVES }, (_, n) => live(memory, input.seed + n));
    return places.map((_, at) => all.reduce((sum, one) => sum + (one[at] as number), 0) / LIVES);
  };
  const at = new Map(places.map((from, place) => [from, place]));
  const everybody = places.map((_, place) => place);
  return {
    sides: [lives(believed), lives(other)] as const,
    among: (own: readonly number[]) => {
      const found = own.flatMap((one) => at.get(one) ?? []);
      return found.length > 0 ? found : everybody;
    },
  };
}
