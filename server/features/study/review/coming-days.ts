import { policies } from './engine/policies.ts';
import { CARD_COST, MINUTES_WRONG } from './engine/policy-input.ts';
import { seeded } from './engine/random.ts';
import { startSimulation, studyDay } from './engine/simulation.ts';
import { alternate, type DayCards, noCards, policyFor, policyInputOf, type Seen, type Thinking } from './today.ts';

const DAYS = 7;
/** A question is firm if its recall is still 90 % after this number of days. */
const FIRM_DAYS = 7;

export type ComingDay = { day: number; back: number; fresh: number; cards: number };

/**
 * Simulates the next days once, with the student's memory and policy: how many questions return on each, and how many
 * new ones fill the list. Ends before the day of the exam.
 */
export function comingDays(
  about: { today: number; examDay: number | null; questions: number },
  seen: readonly Seen[],
  fresh: number,
  { memory, policy }: Thinking,
  cards: DayCards = noCards,
): ComingDay[] {
  const { examDay, questions } = about;
  const first = about.today + 1;
  const known = [...seen, ...cards.seen];
  const freshCosts = alternate(
    Array.from({ length: Math.min(fresh, DAYS * questions) }, () => 1),
    cards.fresh.map(() => CARD_COST),
  );
  const desk = policyInputOf({ today: first, examDay, questions }, known, freshCosts, memory);
  // A day is limited by the number of questions, not by time: enough minutes even if all answers are wrong.
  desk.minutes = questions * MINUTES_WRONG;
  const choose = policies[policyFor(examDay, policy)];
  const simulation = startSimulation(desk, memory, seeded(about.today));
  const days: ComingDay[] = [];
  while (days.length < DAYS && (examDay === null || desk.today < examDay)) {
    const day = desk.today;
    let asked: readonly number[] = [];
    const isNew = new Set<number>();
    studyDay(simulation, (now, random) => {
      asked = fitting(choose(now, random), now.cost, questions);
      for (const item of asked) if ((now.last[item] as number) < 0) isNew.add(item);
      return [...asked];
    });
    const isCard = (item: number) => (desk.cost[item] as number) < 1;
    const ofQuestions = asked.filter((item) => !isCard(item));
    const newQuestions = ofQuestions.filter((item) => isNew.has(item)).length;
    days.push({
      day,
      back: ofQuestions.length - newQuestions,
      fresh: newQuestions,
      cards: asked.length - ofQuestions.length,
    });
  }
  return days;
}

/** The first items whose costs fit into that of `questions` questions. */
function fitting(order: readonly number[], cost: Float64Array, questions: number): number[] {
  let left = questions;
  const end = order.findIndex((item) => {
    left -= cost[item] as number;
    return left < 0;
  });
  return end < 0 ? [...order] : order.slice(0, end);
}

export type Grip = { firm: number; firmDays: number; almost: number; almostDays: number; notYet: number };

/** How stable the memory of today's answers is, and for how many days at least the right ones stay known. */
export function gripOf(answered: readonly Pick<Seen, 'stability' | 'lastRight'>[]): Grip {
  const right = answered.filter(({ lastRight }) => lastRight).map(({ stability }) => stability);
  const firm = right.filter((stability) => stability >= FIRM_DAYS);
  const almost = right.filter((stability) => stability < FIRM_DAYS);
  const atLeast = (days: readonly number[]) => (days.length === 0 ? 0 : Math.max(1, Math.floor(Math.min(...days))));
  return {
    firm: firm.length,
    firmDays: atLeast(firm),
    almost: almost.length,
    almostDays: atLeast(almost),
    notYet: answered.length - right.length,
  };
}
