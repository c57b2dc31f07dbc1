import type { Shared } from '#server/db/shared.ts';
import type { Deps } from '#server/deps.ts';
import { examOf, followedExamReads } from '#server/features/content/contests/contests.service.ts';
import { goalOf, goalReads } from '#server/features/content/study-time/study-time.service.ts';
import { toUnderWay, withheldReads } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { dayOf } from '#server/time/calendar.ts';
import { reviewedOn } from './answer-log.store.ts';
import type { Askable } from './askable.ts';
import { cardsReviewedOn } from './cards/card-day.store.ts';
import { type DayInMemory, MARGIN, makeDay, storedOpenness } from './day-pool.service.ts';
import { CARD_COST } from './engine/policy-input.ts';
import { lookedUp, type Openness } from './openness.ts';
import * as store from './review.store.ts';
import { type DayRow, dayInsert, type NewDay, saveDay, storedDay } from './review-day.store.ts';
import { syncAndRead } from './sync-and-read.service.ts';
import { dailyQuestions, NEW_CARD } from './today.ts';

export type DayItem = {
  questionId: number;
  /** The question of the day in whose place it is asked. */
  standsFor: number | null;
  reason: string;
  isNew: boolean;
  asked: store.AskedRow;
};

export type DayCard = {
  cardId: number;
  reason: string;
  isNew: boolean;
  /** Its position in the list of questions and cards together. */
  position: number;
};

/** The queries for a review day, to be batched with other reads (syncAndRead). */
export const dayReads = (userId: string, now: Date) => ({
  ...withheldReads(userId, now),
  ...followedExamReads(userId, dayOf(now)),
  ...goalReads(userId),
  reviewed: reviewedOn(userId, dayOf(now)),
  reviewedCards: cardsReviewedOn(userId, dayOf(now)),
  kept: storedDay(userId),
});

/** The courses that a student may study, for callers without a session. */
export const boughtReads = (userId: string, today: string) => ({ bought: store.boughtRow(userId, today) });

/** The statement that stores a list, to run with others (`writeAsOne`). */
export const dayInsertOf = (userId: string, row: NewDay, before: NewDay | undefined) => dayInsert(userId, row, before);

/** A student's data, as syncAndRead() returns it with dayReads(). */
type DayRead = {
  shared: Shared;
  rows: {
    underWay: Parameters<typeof toUnderWay>[0];
    exam: Parameters<typeof examOf>[0];
    goal: Parameters<typeof goalOf>[0];
    reviewed: { questionId: number; standsFor: number | null; isRight: boolean }[];
    reviewedCards: { cardId: number; questionId: number | null; grade: number; isAgain: boolean }[];
    kept: DayRow[];
  };
};

type DayAbout = {
  day: string;
  bought: readonly number[] | null;
  /** Rows that spare the list its further reads. */
  inMemory?: DayInMemory;
  /** Stores a new list in place of `before`; false where another request has stored one. */
  save?: (row: NewDay, before: NewDay | undefined) => Promise<boolean>;
};

/** Today's current list. `bought` comes from the session; without one it is read. */
export async function prepareReviewDay(deps: Deps, userId: string, bought?: readonly number[] | null) {
  const now = deps.clock.now();
  const day = dayOf(now);
  const look = await syncAndRead(deps, userId, { ...dayReads(userId, now), ...boughtReads(userId, day) });
  const courses = bought === undefined ? (look.rows.bought[0]?.courses ?? null) : bought;
  return prepareReviewDayFrom(deps, userId, look, { day, bought: courses });
}

/** `day` is the one that was read. */
export async function prepareReviewDayFrom(
  { db }: Deps,
  userId: string,
  { shared, rows }: DayRead,
  { day, bought, inMemory, save = (row, before) => saveDay(db, userId, row, before) }: DayAbout,
) {
  const { reviewed, reviewedCards } = rows;
  const [stored] = rows.kept;
  const underWay = toUnderWay(rows.underWay);
  const exam = examOf(rows.exam, day);
  const who = { userId, underWay: [...underWay.keys()], bought };
  const most = dailyQuestions(goalOf(rows.goal));
  const postponed = new Set(stored?.postponedOn === day ? stored.postponedIds : []);
  const answered = new Set(reviewed.map(({ questionId, standsFor }) => standsFor ?? questionId));
  // In questions; a card takes a part of one. What was put off does not make room for something else. A question that
  // was put off after its answer is counted once.
  const leftOf = ({ questionIds }: NewDay) => {
    const putOff = questionIds.filter((id) => postponed.has(id) && !answered.has(id)).length;
    return Math.max(0, most - reviewed.length - putOff - CARD_COST * reviewedCards.length);
  };
  const isCurrent = (one: DayRow | undefined): one is DayRow =>
    one?.day === day && one.cardsDay === day && one.questions === most && one.examDay === (exam?.date ?? null);
  const openWith = async (row: NewDay, openness: Openness) => {
    const left = leftOf(row);
    return { row, left, ...(await openOf(openness, row, left, postponed)) };
  };
  const openStored = async (row: DayRow) =>
    openWith(row, inMemory ? await storedOpenness(db, shared, inMemory) : lookedUp(db, who));
  /** A day that was just made is stored while its first questions are looked up: the one does not need the other. */
  const openNew = async () => {
    const made = await makeDay(db, who, shared, { day, exam, most }, inMemory);
    const [open, isSaved] = await Promise.all([openWith(made.row, made.openness), save(made.row, stored)]);
    if (isSaved) return open;
    // Another request has stored one first: all answers of the day go by one list.
    const theirs = (await storedDay(userId).execute(db)).rows[0];
    return isCurrent(theirs) ? openWith(theirs, lookedUp(db, who)) : open;
  };
  let open = isCurrent(stored) ? await openStored(stored) : await openNew();
  // Many questions were answered elsewhere or may no longer be asked, and the bank has more; or the stored day was
  // empty when it was made.
  const size = open.row.questionIds.length + CARD_COST * open.row.cardIds.length;
  const hasMore = size > most * MARGIN - 1 || size === 0;
  if (open.cost <= open.left - 1 && isCurrent(stored) && hasMore) open = await openNew();
  const { items, row } = open;
  const again = reviewedCards.filter(({ isAgain, questionId }) => isAgain && !underWay.has(questionId ?? 0));
  const cards = [
    ...open.cards,
    ...again.map(({ cardId }, at) => ({
      cardId,
      reason: 'você marcou “De novo” hoje',
      isNew: false,
      position: items.length + open.cards.length + at,
    })),
  ];
  const { tomorrow, tomorrowCards } = row;
  return {
    ...{ day, who, shared, underWay, exam, most, reviewed, reviewedCards, items, cards, tomorrow, tomorrowCards },
    /** Put off today, and not answered since. */
    postponed,
    stored: row,
  };
}

/**
 * The questions and cards of a day that are still open, within the time of `left` questions. A question is asked as its
 * substitute, or as itself if that may no longer be asked.
 */
async function openOf({ questionsOn, cardsOn }: Openness, row: NewDay, left: number, postponed: ReadonlySet<number>) {
  const order = orderOfDay(row).filter(({ at }) => at === null || !postponed.has(row.questionIds[at] ?? 0));
  const askable = questionsOn(row.day);
  const openCards = new Set(left > 0 ? await cardsOn(row.day, row.cardIds) : []);
  const items: DayItem[] = [];
  const cards: DayCard[] = [];
  let cost = 0;
  // Usually all of the first questions may be asked, and the remaining ones are never looked up.
  for (let from = 0, to = Math.ceil(left); cost < left && from < order.length; from = to, to *= 2) {
    const some = order.slice(from, to);
    await askable.look(
      some.flatMap((one) => (one.card ? [] : [row.questionIds[one.at] ?? 0, row.askedIds[one.at] ?? 0])),
    );
    for (const one of some) {
      if (one.card) {
        if (!openCards.has(one.card.cardId)) continue;
        if (cost + CARD_COST > left) return { items, cards, cost };
        cards.push({ ...one.card, position: items.length + cards.length });
        cost += CARD_COST;
        continue;
      }
      for (const item of itemAt(askable, row, one.at)) {
        if (cost + 1 > left) return { items, cards, cost };
        items.push(item);
        cost += 1;
      }
    }
  }
  return { items, cards, cost };
}

type Entry = { at: number; card: null } | { at: null; card: Omit<DayCard, 'position'> };

/** Questions and cards in the order in which the day asks them. */
function orderOfDay(row: NewDay): Entry[] {
  const cardAt = new Map(row.cardPositions.map((position, at) => [position, at]));
  let questions = 0;
  return Array.from({ length: row.questionIds.length + row.cardIds.length }, (_, position): Entry => {
    const at = cardAt.get(position);
    if (at === undefined) return { at: questions++, card: null };
    const reason = row.cardReasons[at] ?? '';
    return { at: null, card: { cardId: row.cardIds[at] ?? 0, reason, isNew: reason === NEW_CARD } };
  });
}

function itemAt(askable: Askable, row: NewDay, at: number): DayItem[] {
  const questionId = row.questionIds[at] ?? 0;
  const itself = askable.get(questionId);
  if (!itself) return [];
  const standIn = row.askedIds[at] === questionId ? undefined : askable.get(row.askedIds[at] ?? 0);
  const asked = standIn ?? itself;
  return [
    {
      questionId: asked.questionId,
      standsFor: standIn ? questionId : null,
      reason: row.reasons[at] ?? '',
      isNew: row.areNew[at] ?? false,
      asked,
    },
  ];
}
