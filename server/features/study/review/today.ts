import { REVIEW_QUESTIONS_MAX } from '#contract/limits.ts';
import { type Memory, type MemoryForm, memoryForms, memoryOf } from './engine/memory.ts';
import { type PolicyName, policies, policyNames } from './engine/policies.ts';
import { MINUTES_RIGHT, MINUTES_WRONG, NEVER, type PolicyInput, recallToday } from './engine/policy-input.ts';
import { seeded } from './engine/random.ts';
import { emptyPolicyInput } from './engine/simulation.ts';
import { memoryWeights } from './memory-replay.ts';

/** The state of a question the student has seen. Days as numbers. */
export type Seen = {
  questionId: number;
  stability: number;
  difficulty: number;
  lastDay: number;
  lastRight: boolean;
};
export type Fresh = { questionId: number; label: string };
export type Chosen = { questionId: number; reason: string; isNew: boolean };

/** The memory model and the policy of one student; the defaults if unknown. */
export type Thinking = { memory: Memory; policy: PolicyName | null };
export type About = { today: number; examDay: number | null; questions: number };

/** The assumed length of a preparation. Its last third selects by the gain on the day of the exam. */
const PREPARATION_DAYS = 90;
/** The same every day, so that a day's place between beginning and end does not move with it. */
export const beginOf = (examDay: number): number => examDay - PREPARATION_DAYS;
/** Below this share a question is about to be forgotten. */
const SLIPPING = 0.9;
/** Assumes that half of the answers are wrong, for every student: the length of a day must not reveal its results. */
export const MINUTES_EACH = (MINUTES_RIGHT + MINUTES_WRONG) / 2;

const byDefault: Memory = memoryOf(memoryWeights);

/** Parses the stored memory and policy of a student. An unknown name falls back to the default. */
export function thinkingOf(
  kept: { weights: readonly number[] | null; form: string; policy: string | null } | undefined,
): Thinking {
  if (!kept) return { memory: byDefault, policy: null };
  const form: MemoryForm = memoryForms.find((one) => one === kept.form) ?? 'fsrs6';
  const policy = policyNames.find((one) => one === kept.policy) ?? null;
  return { memory: memoryOf(kept.weights ?? memoryWeights, form), policy };
}

/** With an exam what the last night chose, else FSRS at nine of ten, without an end. */
export const policyFor = (examDay: number | null, chosen: PolicyName | null): PolicyName =>
  examDay === null ? 'retention90' : (chosen ?? FIRST_POLICY);
export const FIRST_POLICY: PolicyName = 'wrongThenGain';

/** Whether a policy fills a day with any question, and not only with due ones. */
export const takesEverything = (policy: PolicyName): boolean => policy !== 'retention90' && policy !== 'retention80';

/** A quarter of a day's studying, and never more than a list that can be done. */
export const dailyQuestions = (weeklyHours: number): number =>
  Math.min(REVIEW_QUESTIONS_MAX, Math.max(5, Math.round((weeklyHours * 60) / 7 / 4 / MINUTES_EACH)));

/** The day's questions in their order. A longer list begins with the shorter one. */
export function chooseToday(
  about: About,
  seen: readonly Seen[],
  fresh: readonly Fresh[],
  { memory, policy }: Thinking = thinkingOf(undefined),
): Chosen[] {
  if (about.questions <= 0) return [];
  const desk = policyInputOf(about, seen, fresh.length, memory);
  return policies[policyFor(about.examDay, policy)](desk, seeded(about.today))
    .slice(0, about.questions)
    .map((place) => {
      const known = seen[place];
      if (known) return { questionId: known.questionId, reason: reasonFor(desk, known, place), isNew: false };
      const { questionId, label } = fresh[place - seen.length] as Fresh;
      return { questionId, reason: reasonOfNew(label), isNew: true };
    });
}

export function policyInputOf(
  { today, examDay, questions }: About,
  seen: readonly Seen[],
  fresh: number,
  memory: Memory,
): PolicyInput {
  const end = examDay ?? today + PREPARATION_DAYS;
  const desk = emptyPolicyInput(seen.length + fresh, {
    memory,
    today,
    firstDay: beginOf(end),
    examDay: end,
    minutes: questions,
    firstRight: 0.5,
  });
  for (const [place, one] of seen.entries()) {
    desk.stability[place] = one.stability;
    desk.difficulty[place] = one.difficulty;
    desk.last[place] = one.lastDay;
    desk.wrong[place] = one.lastRight ? 0 : 1;
  }
  for (let place = seen.length; place < seen.length + fresh; place++) desk.last[place] = NEVER;
  return desk;
}

function reasonFor(desk: PolicyInput, { lastRight, lastDay }: Seen, place: number): string {
  const days = desk.today - lastDay;
  if (!lastRight) return days === 1 ? 'você errou ontem' : `você errou há ${days} dias`;
  if (recallToday(desk, place) < SLIPPING) return 'prestes a esquecer';
  return 'para chegar firme à prova';
}

export const reasonOfNew = (label: string): string => (label ? `nova: ${label}` : 'nova');

/** Why another question of the topic is asked in the place of one. */
export const substituteReason = (topic: string, reason: string): string =>
  `${topic}: ${reason.replace('você errou', 'você errou uma')}`;
