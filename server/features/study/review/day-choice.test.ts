import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayNumber } from '#server/time/calendar.ts';
import type { Askable } from './askable.ts';
import { chooseDay, type Pool } from './day-choice.ts';
import { policyNames } from './engine/policies.ts';
import { inOrderOfWorth } from './fresh-order.ts';
import { type Chosen, chooseToday, isCard, isQuestion, type SeenQuestion, thinkingOf, withinCost } from './today.ts';
import { GROUP_QUESTIONS, groupsOf, groupsOfStudent } from './topic-groups.ts';

const DAY = '2026-11-16';
const TODAY = dayNumber(DAY);
const TOPICS = 4;
/** More questions than any test has. */
const EVERYTHING = 1000;
const topicOf = (id: number) => (id % (TOPICS + 1)) + 1;
/** The last topic is none. */
const rowOf = (questionId: number) => ({
  questionId,
  versionId: questionId,
  subject: `subject ${topicOf(questionId) % 2}`,
  topicId: topicOf(questionId) > TOPICS ? null : topicOf(questionId),
  topic: topicOf(questionId) > TOPICS ? '' : `topic ${topicOf(questionId)}`,
});

function bankOf(mayBeAsked: (id: number) => boolean) {
  const known = new Map<number, ReturnType<typeof rowOf> | null>();
  let looks = 0;
  const askable: Askable = {
    get: (id) => known.get(id),
    look: async (ids) => {
      const unknown = [...ids].filter((id) => !known.has(id));
      if (unknown.length > 0) looks += 1;
      for (const id of unknown) known.set(id, mayBeAsked(id) ? rowOf(id) : null);
    },
  };
  return { askable, looks: () => looks };
}

const days = fc.record({
  bank: fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 200 }),
  seen: fc.uniqueArray(
    fc.record({
      questionId: fc.integer({ min: 1, max: 300 }),
      stability: fc.double({ min: 0.1, max: 200, noNaN: true }),
      difficulty: fc.double({ min: 1, max: 10, noNaN: true }),
      lastDay: fc.integer({ min: TODAY - 90, max: TODAY }),
      lastRight: fc.boolean(),
      answers: fc.integer({ min: 1, max: 3 }),
    }),
    { selector: ({ questionId }) => questionId, maxLength: 80 },
  ),
  cards: fc.record({
    seen: fc.array(
      fc.record({
        stability: fc.double({ min: 0.1, max: 200, noNaN: true }),
        difficulty: fc.double({ min: 1, max: 10, noNaN: true }),
        lastDay: fc.integer({ min: TODAY - 90, max: TODAY }),
        lastRight: fc.boolean(),
      }),
      { maxLength: 60 },
    ),
    fresh: fc.integer({ min: 0, max: 30 }),
  }),
  refused: fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 250 }),
  worth: fc.array(fc.integer({ min: 0, max: 10 }), { maxLength: TOPICS }),
  daysLeft: fc.option(fc.integer({ min: 1, max: 100 })),
  policy: fc.option(fc.constantFrom(...policyNames)),
  count: fc.integer({ min: 1, max: 40 }),
});

function poolOf({ bank, seen, cards, worth, daysLeft, policy }: Parameters<Parameters<typeof days.map>[0]>[0]): Pool {
  const ids = bank.toSorted((a, b) => a - b);
  const answered = new Set(seen.map(({ questionId }) => questionId));
  const ofTopics = ids.filter((id) => topicOf(id) <= TOPICS);
  const byTopic = Map.groupBy(ofTopics, topicOf);
  const inIdOrder = seen.toSorted((a, b) => a.questionId - b.questionId);
  return {
    examDay: daysLeft === null ? null : TODAY + daysLeft,
    groups: daysLeft === null ? null : groupsOfStudent(groupsOf(byTopic), inIdOrder),
    seen: inIdOrder,
    cards: {
      seen: cards.seen.map((one, at) => ({ ...one, cardId: at + 1 })),
      fresh: Array.from({ length: cards.fresh }, (_, at) => 1000 + at),
    },
    thinking: { ...thinkingOf(undefined), policy },
    choices: {
      byTopic,
      bySubject: [...Map.groupBy(ids, (id) => topicOf(id) % 2).values()],
      byId: new Map(ids.map((id) => [id, rowOf(id)])),
      worth: new Map(worth.map((points, at) => [at + 1, points])),
      answered: new Map(),
      isFresh: (id) => !answered.has(id),
    },
  };
}

/**
 * The reference implementation: it knows for every question whether it may be asked, so it needs no lookups or
 * retries.
 */
function byFilter(pool: Pool, count: number, mayBeAsked: (id: number) => boolean) {
  const mayCome = (id: number) => pool.choices.isFresh(id) && mayBeAsked(id);
  const about = { today: TODAY, examDay: pool.examDay, questions: EVERYTHING };
  const unseenOf = (ids: readonly number[]) =>
    ids.map((questionId) => ({ questionId, label: rowOf(questionId).topic || rowOf(questionId).subject }));
  const groups = pool.examDay === null ? null : groupsByHand(pool);
  const carriers = groups ? pool.seen.filter((one) => latestOf(pool.seen, groups(one.questionId)) === one) : pool.seen;
  const begins = (id: number) => {
    const members = groups?.(id) ?? [id];
    return !pool.seen.some(({ questionId }) => members.includes(questionId)) && members.find(mayCome) === id;
  };
  const first = inOrderOfWorth({ ...pool.choices, mayCome: (id) => mayCome(id) && (!groups || begins(id)) }, count);
  const rest = inOrderOfWorth({ ...pool.choices, mayCome: (id) => mayCome(id) && !first.includes(id) }, count);
  const all = [
    ...chooseToday(about, carriers, unseenOf(first), pool.thinking, pool.cards),
    ...(groups
      ? chooseToday(
          about,
          pool.seen.filter((one) => !carriers.includes(one)),
          unseenOf(rest.slice(0, count - first.length)),
          pool.thinking,
        )
      : []),
  ];
  const order = withinCost(
    all.filter((one) => isCard(one) || one.isNew || mayBeAsked(one.questionId)),
    count,
  );
  const questions = order.filter(isQuestion);
  const listed = new Set(questions.map(({ questionId }) => questionId));
  const standIns = new Map<number, number>();
  for (const { questionId, isNew } of questions) {
    if (isNew) continue;
    if (groups) {
      if (!carriers.some((one) => one.questionId === questionId)) continue;
      const turn = turnOf(pool.seen, questionId, groups(questionId).filter(mayBeAskedOrSeen(pool, mayBeAsked)));
      if (turn !== undefined && turn !== questionId) standIns.set(questionId, turn);
      continue;
    }
    const free = (pool.choices.byTopic.get(rowOf(questionId).topicId ?? 0) ?? []).filter(mayCome);
    const taken = new Set(standIns.values());
    const next = [...free.filter((id) => !listed.has(id)), ...free.filter((id) => listed.has(id))].find(
      (id) => !taken.has(id),
    );
    if (next !== undefined) standIns.set(questionId, next);
  }
  return { order, standIns };
}

/** Each topic cut into parts, the oldest questions first; what has no topic is alone. */
function groupsByHand({ choices: { byTopic } }: Pool) {
  const parts = [...byTopic.values()].flatMap((ids) =>
    Array.from({ length: Math.ceil(ids.length / GROUP_QUESTIONS) }, (_, part) =>
      ids.filter((_id, at) => Math.floor(at / GROUP_QUESTIONS) === part),
    ),
  );
  return (id: number): readonly number[] => parts.find((part) => part.includes(id)) ?? [id];
}

const latestOf = (seen: readonly SeenQuestion[], members: readonly number[]) =>
  seen
    .filter(({ questionId }) => members.includes(questionId))
    .toSorted((a, b) => b.lastDay - a.lastDay || a.questionId - b.questionId)[0];

const mayBeAskedOrSeen = (pool: Pool, mayBeAsked: (id: number) => boolean) => (id: number) =>
  mayBeAsked(id) && pool.choices.byId.has(id);

function turnOf(seen: readonly SeenQuestion[], carrier: number, members: readonly number[]): number | undefined {
  const stateOf = (id: number) => seen.find(({ questionId }) => questionId === id);
  const [answers, lastDay] = [
    (id: number) => stateOf(id)?.answers ?? 0,
    (id: number) => (id === carrier ? 0 : (stateOf(id)?.lastDay ?? 0)),
  ];
  return members.toSorted((a, b) => answers(a) - answers(b) || lastDay(a) - lastDay(b))[0];
}

const told = (list: readonly Chosen[]) =>
  list.map((one) => ({ id: isCard(one) ? -one.cardId : one.questionId, reason: one.reason, isNew: one.isNew }));
const inOrder = (some: ReadonlyMap<number, number>) => [...some].toSorted(([a], [b]) => a - b);

test('a day has the questions and cards that a filter over everything would choose, whatever may not be asked', async () => {
  await fc.assert(
    fc.asyncProperty(days, async (given) => {
      const refused = new Set(given.refused);
      const mayBeAsked = (id: number) => !refused.has(id);
      const pool = poolOf(given);
      const { order, standIns } = await chooseDay(bankOf(mayBeAsked).askable, pool, DAY, given.count);
      const expected = byFilter(pool, given.count, mayBeAsked);
      expect(told(order)).toEqual(told(expected.order));
      expect(inOrder(standIns)).toEqual(inOrder(expected.standIns));
    }),
  );
});

test('a question that does not fit into the day and may not be asked leaves its time to a card after it', async () => {
  const seen = [{ questionId: 6, stability: 0.1, difficulty: 1, lastDay: TODAY - 1, lastRight: false, answers: 1 }];
  const cards = { seen: [{ stability: 0.1, difficulty: 1, lastDay: TODAY - 2, lastRight: false }], fresh: 1 };
  const given = { bank: [], seen, cards, refused: [6], worth: [], daysLeft: null, policy: null, count: 1 };
  const pool = poolOf(given);
  const { order } = await chooseDay(bankOf((id) => id !== 6).askable, pool, DAY, 1);
  expect(order).toHaveLength(2);
  expect(order.every(isCard)).toBe(true);
});

test('where everything may be asked it is looked up in one go', async () => {
  await fc.assert(
    fc.asyncProperty(days, async (given) => {
      const { askable, looks } = bankOf(() => true);
      await chooseDay(askable, poolOf({ ...given, bank: [...given.bank, ...ofSeen(given)] }), DAY, given.count);
      expect(looks()).toBeLessThanOrEqual(1);
    }),
  );
});

/** Their topics are known: they stand in the bank. */
const ofSeen = ({ bank, seen }: { bank: readonly number[]; seen: readonly { questionId: number }[] }) =>
  seen.map(({ questionId }) => questionId).filter((id) => !bank.includes(id));

const EXAM = { cards: { seen: [], fresh: 0 }, refused: [], worth: [], daysLeft: 60, policy: null };
const wrongBefore = (questionId: number, answers: number) => ({
  ...{ questionId, answers, stability: 1, difficulty: 5, lastDay: TODAY - 5, lastRight: false },
});

test('with an exam a mistake returns as an unseen question of its group, then the one with the fewest answers, in the end itself', async () => {
  // One topic: the first five are a group, the last one begins another.
  const bank = [5, 10, 15, 20, 25, 30];
  const asked = async (answers: readonly number[]) => {
    const seen = answers.flatMap((count, at) => (count > 0 ? [wrongBefore(bank[at] as number, count)] : []));
    const pool = poolOf({ ...EXAM, bank, seen, count: 1 });
    const { order, standIns } = await chooseDay(bankOf(() => true).askable, pool, DAY, 1);
    const [first] = order.filter(isQuestion);
    return standIns.get(first?.questionId ?? 0) ?? first?.questionId;
  };
  const topic = topicOf(5);
  expect(bank.map(topicOf)).toEqual(bank.map(() => topic));
  expect(await asked([1, 0, 0, 0, 0, 0])).toBe(10);
  expect(await asked([2, 2, 1, 2, 2, 0])).toBe(15);
  expect(await asked([1, 2, 2, 2, 2, 0])).toBe(5);
});

test('with an exam a group is asked once a day and new questions begin other groups, unless the day would stay empty', async () => {
  const bank = Array.from({ length: 12 }, (_, at) => 5 * (at + 1));
  const pool = poolOf({ ...EXAM, bank, seen: [wrongBefore(5, 1), wrongBefore(10, 1)], count: 3 });
  const { order } = await chooseDay(bankOf(() => true).askable, pool, DAY, 3);
  const ids = order.filter(isQuestion).map(({ questionId }) => questionId);
  expect(ids).toEqual([5, 30, 55]);
  const longer = await chooseDay(bankOf(() => true).askable, pool, DAY, 12);
  expect(longer.order).toHaveLength(12);
  expect(longer.order.slice(0, 3)).toEqual(order);
});
