import type { Memory } from './memory.ts';

/**
 * Everything a policy may look at: what the product believes of one student's questions on one day. Columns and not
 * rows, because a simulation walks over thousands of questions for every day until the exam.
 */
export type PolicyInput = {
  memory: Memory;
  /** Days are counted from anywhere. */
  today: number;
  firstDay: number;
  examDay: number;
  minutes: number;
  /** The share of new questions this student has right. */
  firstRight: number;
  stability: Float64Array;
  difficulty: Float64Array;
  /** The day of the last answer, NEVER before the first. */
  last: Int32Array;
  /** 1 where the last answer was wrong. */
  wrong: Uint8Array;
  /** The time of an item in multiples of a question's. */
  cost: Float64Array;
  /** The lowest of these costs. */
  cheapest: number;
};

export const NEVER = -1_000_000;

/** An answer takes a minute; after a wrong one the comment takes half a minute more. */
export const MINUTES_RIGHT = 1;
export const MINUTES_WRONG = 1.5;

/** A card takes a quarter of a question's time. */
export const CARD_COST = 0.25;

export const minutesFor = (right: boolean): number => (right ? MINUTES_RIGHT : MINUTES_WRONG);

/** No day takes more items than if all were the cheapest and right, and one that the remainder of yesterday begins. */
export const mostToday = (desk: PolicyInput): number => Math.floor(desk.minutes / (MINUTES_RIGHT * desk.cheapest)) + 1;

export const isNew = (desk: PolicyInput, question: number): boolean => (desk.last[question] as number) === NEVER;

/** Seen before, but not today: no question is asked twice on one day. */
export const isOpen = (desk: PolicyInput, question: number): boolean => {
  const last = desk.last[question] as number;
  return last !== NEVER && last < desk.today;
};

export const recallToday = (desk: PolicyInput, question: number): number =>
  desk.memory.recall(desk.stability[question] as number, desk.today - (desk.last[question] as number));

/** What one minute spent on this question today adds to its recall on the day of the exam. */
export function gainPerMinute(desk: PolicyInput, question: number): number {
  const { memory, today, examDay } = desk;
  const stability = desk.stability[question] as number;
  const difficulty = desk.difficulty[question] as number;
  const last = desk.last[question] as number;
  const recall = memory.recall(stability, today - last);
  const left = examDay - today;
  const right = memory.recall(memory.stabilityAfterRight(stability, difficulty, recall), left);
  const wrong = memory.recall(memory.stabilityAfterWrong(stability, difficulty, recall), left);
  const minutes = (recall * MINUTES_RIGHT + (1 - recall) * MINUTES_WRONG) * (desk.cost[question] as number);
  return (recall * right + (1 - recall) * wrong - memory.recall(stability, examDay - last)) / minutes;
}

/** The same for a question never seen, whose recall is 0 otherwise. */
export function gainOfNew(desk: PolicyInput): number {
  const { memory, firstRight } = desk;
  const left = desk.examDay - desk.today;
  const known = (right: boolean) => memory.recall(memory.first(right).stability, left);
  const minutes = firstRight * MINUTES_RIGHT + (1 - firstRight) * MINUTES_WRONG;
  return (firstRight * known(true) + (1 - firstRight) * known(false)) / minutes;
}
