import { dayNumber } from '#server/time/calendar.ts';
import { type Askable, firstAskable } from './askable.ts';
import { type FreshChoices, inOrderOfWorth } from './fresh-order.ts';
import type { AskedRow } from './review.store.ts';
import {
  type Chosen,
  type ChosenCard,
  type ChosenQuestion,
  chooseToday,
  costOf,
  type DayCards,
  isCard,
  isQuestion,
  reasonOfNew,
  type SeenQuestion,
  type Thinking,
  withinCost,
} from './today.ts';
import { keyOf, type StudentGroups } from './topic-groups.ts';

/**
 * All candidates for a day. Whether a question may be asked is looked up only for the few that are selected (Askable).
 */
export type Pool = {
  examDay: number | null;
  seen: readonly SeenQuestion[];
  /** With an exam the list goes by groups of a topic's questions. Null: it goes by single questions. */
  groups: StudentGroups | null;
  thinking: Thinking;
  /** Only cards that may be asked: they need no lookup. */
  cards: DayCards;
  choices: Omit<FreshChoices, 'mayCome'> & {
    byId: ReadonlyMap<number, { topicId: number | null }>;
    isFresh: (id: number) => boolean;
  };
};

type ListedQuestion = ChosenQuestion & { asked: AskedRow };
type Listed = ListedQuestion | ChosenCard;

/** The first `count` of a day and the questions that are asked in the place of old ones. */
export async function chooseDay(askable: Askable, pool: Pool, day: string, count: number) {
  const orders = ordersOf(pool);
  await askAtOnce(askable, pool, count, orders(day, freshIn(pool, askable, count), withNext(count)));
  const fresh = await firstFresh(askable, pool, count);
  const order = await orderOf(askable, orders, fresh, day, count);
  return { fresh, order, standIns: await chooseSubstitutes(askable, pool, order) };
}

/** How many questions and cards a later day would ask, given the new questions of today. */
export async function countOn(
  askable: Askable,
  pool: Pool,
  fresh: readonly AskedRow[],
  day: string,
  count: number,
): Promise<{ questions: number; cards: number }> {
  const order = await orderOf(askable, ordersOf(pool), fresh, day, count);
  const cards = order.filter(isCard).length;
  return { questions: order.length - cards, cards };
}

/** With groups those come first that begin one. */
function freshIn({ choices, groups }: Pool, askable: Askable, count: number): number[] {
  const mayCome = (id: number) => choices.isFresh(id) && askable.get(id) !== null;
  if (!groups) return inOrderOfWorth({ ...choices, mayCome }, count);
  const begins = (id: number) =>
    !groups.begun.has(keyOf(groups, id)) && (groups.membersOf(id)?.find((other) => mayCome(other)) ?? id) === id;
  const beginning = { ...choices, byTopic: groups.notBegun, mayCome: (id: number) => mayCome(id) && begins(id) };
  const first = inOrderOfWorth(beginning, count);
  if (first.length === count) return first;
  const taken = new Set(first);
  const others = { ...choices, mayCome: (id: number) => mayCome(id) && !taken.has(id) };
  return [...first, ...inOrderOfWorth(others, count - first.length)];
}

/** New questions that may be asked, as far as a day could take them. */
export const firstFresh = (askable: Askable, pool: Pool, count: number): Promise<AskedRow[]> =>
  firstAskable(askable, count, (most) => freshIn(pool, askable, most));

/**
 * Looks up in one statement everything the day asks if all of it is allowed. Usually it is, and no further lookup
 * follows; otherwise the others are looked up later, and the result is the same.
 */
async function askAtOnce(askable: Askable, pool: Pool, count: number, order: readonly Chosen[]): Promise<void> {
  const { byId } = pool.choices;
  const questions = order.filter(isQuestion);
  const ids = questions.map(({ questionId }) => questionId);
  const old = questions.flatMap(({ questionId, isNew }) => {
    const topicId = byId.get(questionId)?.topicId ?? null;
    return isNew || topicId === null ? [] : [{ questionId, topicId }];
  });
  await askable.look([
    ...freshIn(pool, askable, count),
    ...ids,
    ...substitutesOf(askable, pool, old, new Set(ids)).values(),
  ]);
}

/** A day and one item more: if that may not be asked, a shorter one after it may still fit. */
const withNext = (count: number): number => count + 1;

type Orders = (day: string, fresh: readonly number[], length: number) => Chosen[];

/**
 * What the policy says: one question for each group, and where those do not fill the day the other questions. The same
 * question twice is answered from memory: thousands of states are weighed for it.
 */
function ordersOf({ examDay, seen, thinking, cards, groups }: Pool): Orders {
  const carriers = groups?.carriers ?? seen;
  const others = groups ? seen.filter(({ questionId }) => !groups.isCarrier.has(questionId)) : [];
  let last: { key: string; order: Chosen[] } | undefined;
  return (day, fresh, length) => {
    const key = [day, length, ...fresh].join();
    if (last?.key === key) return last.order;
    const about = { today: dayNumber(day), examDay, questions: length };
    const unseen = fresh.map((questionId) => ({ questionId, label: '' }));
    const { first, rest } = groups ? beginnings(groups, unseen) : { first: unseen, rest: [] };
    const main = chooseToday(about, carriers, first, thinking, cards);
    const isFull = main.reduce((sum, one) => sum + costOf(one), 0) > length - 1;
    const order =
      isFull || others.length + rest.length === 0
        ? main
        : withinCost([...main, ...chooseToday(about, others, rest, thinking)], length);
    last = { key, order };
    return order;
  };
}

/** New questions that begin a group, and those of groups that are begun. */
function beginnings<Fresh extends { questionId: number }>(
  groups: StudentGroups,
  fresh: readonly Fresh[],
): { first: Fresh[]; rest: Fresh[] } {
  const begun = new Set<readonly number[] | number>();
  const [first, rest]: [Fresh[], Fresh[]] = [[], []];
  for (const one of fresh) {
    const key = keyOf(groups, one.questionId);
    (groups.begun.has(key) || begun.has(key) ? rest : first).push(one);
    begun.add(key);
  }
  return { first, rest };
}

/**
 * The first items of the policy that may be asked, within the time of `count` questions. Only selected questions are
 * looked up; a longer list starts with the shorter one.
 */
async function orderOf(askable: Askable, orders: Orders, fresh: readonly AskedRow[], day: string, count: number) {
  const known = new Map(fresh.map((one) => [one.questionId, one]));
  const chosen: Listed[] = [];
  let [cost, done] = [0, 0];
  for (let length = withNext(count); ; length *= 2) {
    const order = orders(day, [...known.keys()], length);
    const added = order.slice(done);
    await askable.look(added.flatMap((one) => (isCard(one) || one.isNew ? [] : one.questionId)));
    for (const one of added) {
      const listed = isCard(one) ? one : withContent(one, known.get(one.questionId) ?? askable.get(one.questionId));
      if (!listed) continue;
      chosen.push(listed);
      cost += costOf(listed);
    }
    // None was refused, also not the first item that does not fit into the day.
    if (chosen.length === order.length) return withinCost(chosen, count);
    const isEverything = order.length === done || order.reduce((sum, one) => sum + costOf(one), 0) <= length - 1;
    done = order.length;
    if (cost >= count || isEverything) return withinCost(chosen, count);
  }
}

function withContent(one: ChosenQuestion, asked: AskedRow | null | undefined): ListedQuestion | null {
  if (!asked) return null;
  const reason = one.isNew ? reasonOfNew(asked.topic || (asked.subject ?? '')) : one.reason;
  return { ...one, reason, asked };
}

/**
 * Substitutes for questions answered before. With an exam the questions of a group take turns: who has the fewest
 * answers comes next, so unseen ones come first. Without one it is a question of the topic without an answer, if there
 * is any.
 */
async function chooseSubstitutes(
  askable: Askable,
  pool: Pool,
  list: readonly Listed[],
): Promise<ReadonlyMap<number, number>> {
  const questions = list.filter(isQuestion);
  const old = questions.flatMap(({ questionId, isNew, asked: { topicId } }) =>
    isNew || topicId === null ? [] : [{ questionId, topicId }],
  );
  const listed = new Set(questions.map(({ questionId }) => questionId));
  let standIns: ReadonlyMap<number, number> = new Map();
  await firstAskable(askable, old.length, () => {
    standIns = substitutesOf(askable, pool, old, listed);
    return [...standIns.values()];
  });
  return standIns;
}

function substitutesOf(
  askable: Askable,
  pool: Pool,
  old: readonly { questionId: number; topicId: number }[],
  listed: ReadonlySet<number>,
): ReadonlyMap<number, number> {
  if (pool.groups) return inTurns(askable, pool, pool.groups, old);
  const { byTopic, isFresh } = pool.choices;
  const standIns = new Map<number, number>();
  for (const [topicId, some] of Map.groupBy(old, (one) => one.topicId)) {
    const free = (byTopic.get(topicId) ?? []).filter((id) => isFresh(id) && askable.get(id) !== null);
    // What would have come as a new one only where there is no other.
    const inTurn = [...free.filter((id) => !listed.has(id)), ...free.filter((id) => listed.has(id))];
    for (const [at, id] of inTurn.slice(0, some.length).entries()) standIns.set(some[at]?.questionId ?? 0, id);
  }
  return standIns;
}

/** The turn of each group that is asked; where it is the question's own turn, it has no substitute. */
function inTurns(
  askable: Askable,
  { choices: { isFresh } }: Pool,
  { membersOf, isCarrier, states }: StudentGroups,
  old: readonly { questionId: number }[],
): ReadonlyMap<number, number> {
  const standIns = new Map<number, number>();
  for (const { questionId } of old) {
    if (!isCarrier.has(questionId)) continue;
    const turns = (membersOf(questionId) ?? [])
      .filter((id) => (isFresh(id) || states.has(id)) && askable.get(id) !== null)
      // The carrier's last day is that of its substitutes: where all have as many answers, it begins the round.
      .map((id) => ({
        id,
        answers: states.get(id)?.answers ?? 0,
        lastDay: id === questionId ? 0 : (states.get(id)?.lastDay ?? 0),
      }))
      .toSorted((a, b) => a.answers - b.answers || a.lastDay - b.lastDay);
    const [next] = turns;
    if (next && next.id !== questionId) standIns.set(questionId, next.id);
  }
  return standIns;
}
