import { REVIEW_QUESTIONS_MAX } from '#contract/limits.ts';
import { type Memory, type MemoryForm, memoryForms, memoryOf } from './engine/memory.ts';
import { FIRST_POLICY, type PolicyName, policies, policyNames } from './engine/policies.ts';
import {
  CARD_COST,
  MINUTES_RIGHT,
  MINUTES_WRONG,
  NEVER,
  type PolicyInput,
  recallToday,
} from './engine/policy-input.ts';
import { seeded } from './engine/random.ts';
import { emptyPolicyInput } from './engine/simulation.ts';
import { memoryWeights } from './memory-replay.ts';

/** What is remembered of an item. Days as numbers. */
type Remembered = { stability: number; difficulty: number; lastDay: number; lastRight: boolean };
/** The state of a question the student has seen. */
export type Seen = Remembered & { questionId: number };
/** `answers` counts its answers without those of its substitutes. */
export type SeenQuestion = Seen & { answers: number };
export type SeenCard = Remembered & { cardId: number };
export type Fresh = { questionId: number; label: string };
export type ChosenQuestion = { questionId: number; reason: string; isNew: boolean };
export type ChosenCard = { cardId: number; reason: string; isNew: boolean };
export type Chosen = ChosenQuestion | ChosenCard;

/** The cards a day may ask: those answered before, and new ones in the order in which they come. */
export type DayCards = { seen: readonly SeenCard[]; fresh: readonly number[] };
export const noCards: DayCards = { seen: [], fresh: [] };

export const isCard = (item: Chosen): item is ChosenCard => 'cardId' in item;

export const isQuestion = <Item extends Chosen>(item: Item): item is Exclude<Item, ChosenCard> => !isCard(item);

/** The cost of an item in questions. */
export const costOf = (item: Chosen): number => (isCard(item) ? CARD_COST : 1);

/** The first items of a list whose costs together fit into that of `questions` questions. */
export function withinCost<Item extends Chosen>(items: readonly Item[], questions: number): Item[] {
  let left = questions;
  const end = items.findIndex((item) => {
    left -= costOf(item);
    return left < 0;
  });
  return end < 0 ? [...items] : items.slice(0, end);
}

/** The reason of a card that was never answered. */
export const NEW_CARD = 'cartão novo';

/** New cards for each new question: as many as take half of its time. */
const NEW_CARDS_PER_QUESTION = 2;

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

/** Whether a policy fills a day with any question, and not only with due ones. */
export const takesEverything = (policy: PolicyName): boolean => policy !== 'retention90' && policy !== 'retention80';

/** A quarter of a day's studying, and never more than a list that can be done. */
export const dailyQuestions = (weeklyHours: number): number =>
  Math.min(REVIEW_QUESTIONS_MAX, Math.max(5, Math.round((weeklyHours * 60) / 7 / 4 / MINUTES_EACH)));

/** The day's items in their order, within the time of `questions` questions. A longer list begins with the shorter one. */
export function chooseToday(
  about: About,
  seen: readonly Seen[],
  fresh: readonly Fresh[],
  { memory, policy }: Thinking = thinkingOf(undefined),
  cards: DayCards = noCards,
): Chosen[] {
  if (about.questions <= 0) return [];
  const unseen = alternate<Chosen, Chosen>(
    fresh.map(({ questionId, label }) => ({ questionId, reason: reasonOfNew(label), isNew: true })),
    cards.fresh.map((cardId) => ({ cardId, reason: NEW_CARD, isNew: true })),
  );
  const known = [...seen, ...cards.seen];
  const desk = policyInputOf(about, known, unseen.map(costOf), memory);
  const order = policies[policyFor(about.examDay, policy)](desk, seeded(about.today)).map((place): Chosen => {
    const one = known[place];
    if (!one) return unseen[place - known.length] as Chosen;
    const reason = reasonFor(desk, one, place);
    return 'cardId' in one
      ? { cardId: one.cardId, reason: reason.replace('você errou', 'você não lembrou'), isNew: false }
      : { questionId: one.questionId, reason, isNew: false };
  });
  return withinCost(order, about.questions);
}

/** New questions and new cards by turns, so that a large set of new cards does not displace the questions. */
export function alternate<Question, Card>(questions: readonly Question[], cards: readonly Card[]): (Question | Card)[] {
  const turns = questions.flatMap((question, at): (Question | Card)[] => [
    question,
    ...cards.slice(NEW_CARDS_PER_QUESTION * at, NEW_CARDS_PER_QUESTION * (at + 1)),
  ]);
  return [...turns, ...cards.slice(NEW_CARDS_PER_QUESTION * questions.length)];
}

/** `freshCosts` has one entry for each new item. */
export function policyInputOf(
  { today, examDay, questions }: About,
  seen: readonly (Seen | SeenCard)[],
  freshCosts: readonly number[],
  memory: Memory,
): PolicyInput {
  const end = examDay ?? today + PREPARATION_DAYS;
  const desk = emptyPolicyInput(seen.length + freshCosts.length, {
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
    if ('cardId' in one) desk.cost[place] = CARD_COST;
  }
  for (const [at, cost] of freshCosts.entries()) {
    desk.last[seen.length + at] = NEVER;
    desk.cost[seen.length + at] = cost;
  }
  desk.cheapest = desk.cost.reduce((a, b) => Math.min(a, b), 1);
  return desk;
}

function reasonFor(desk: PolicyInput, { lastRight, lastDay }: Remembered, place: number): string {
  const days = desk.today - lastDay;
  if (!lastRight) return days === 1 ? 'você errou ontem' : `você errou há ${days} dias`;
  if (recallToday(desk, place) < SLIPPING) return 'prestes a esquecer';
  return 'para chegar firme à prova';
}

export const reasonOfNew = (label: string): string => (label ? `nova: ${label}` : 'nova');

/** Why another question of the topic is asked in the place of one. */
export const substituteReason = (topic: string, reason: string): string =>
  `${topic}: ${reason.replace('você errou', 'você errou uma')}`;
