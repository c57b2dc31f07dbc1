import type { Db } from '#server/db/handle.ts';
import type { Shared } from '#server/db/shared.ts';
import type { Deps } from '#server/deps.ts';
import { examOf, followedExamReads } from '#server/features/content/contests/contests.service.ts';
import { goalOf, goalReads } from '#server/features/content/study-time/study-time.service.ts';
import { toUnderWay, withheldReads } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { readActiveQuestions } from '#server/features/questions/questions/active-questions.service.ts';
import { topicAnswers } from '#server/features/study/mastery/mastery.service.ts';
import { addDays, dayNumber, dayOf } from '#server/time/calendar.ts';
import { reviewedOn } from './answer-log.store.ts';
import { type Askable, askableOn } from './askable.ts';
import { cardsReviewedOn, listOpenCards, readCardColumns } from './cards/card-day.store.ts';
import { comingDays } from './coming-days.ts';
import { chooseDay, countOn, firstFresh } from './day-choice.ts';
import { CARD_COST } from './engine/policy-input.ts';
import { readWorth } from './exam-worth.service.ts';
import { LOG_MAX, listMemoryLog } from './night/night.store.ts';
import { answersByQuestion, traceOf } from './night/traces.ts';
import * as store from './review.store.ts';
import { type DayRow, type NewDay, saveDay, storedDay } from './review-day.store.ts';
import { seenCardsOf, seenOf } from './seen-questions.ts';
import { syncAndRead } from './sync-and-read.service.ts';
import {
  type DayCards,
  dailyQuestions,
  isCard,
  isQuestion,
  NEW_CARD,
  policyFor,
  type Seen,
  substituteReason,
  type Thinking,
  takesEverything,
  thinkingOf,
} from './today.ts';

/**
 * A stored day has this many times the questions it needs, so that it survives questions that may no longer be asked.
 */
const MARGIN = 2;

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

type Following = { id: number; date: string } | null;

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

/** Today's current list. `bought` comes from the session; without one it is read. */
export async function prepareReviewDay(deps: Deps, userId: string, bought?: readonly number[] | null) {
  const now = deps.clock.now();
  const reads = { ...dayReads(userId, now), ...boughtReads(userId, dayOf(now)) };
  const look = await syncAndRead(deps, userId, reads);
  return prepareReviewDayFrom(
    deps,
    userId,
    look,
    bought === undefined ? (look.rows.bought[0]?.courses ?? null) : bought,
  );
}

export async function prepareReviewDayFrom(
  deps: Deps,
  userId: string,
  look: DayRead,
  bought: readonly number[] | null,
) {
  const { shared, rows } = look;
  const { reviewed, reviewedCards } = rows;
  const [kept] = rows.kept;
  const day = dayOf(deps.clock.now());
  const underWay = toUnderWay(rows.underWay);
  const exam = examOf(rows.exam, day);
  const who = { userId, underWay: [...underWay.keys()], bought };
  const most = dailyQuestions(goalOf(rows.goal));
  const postponed = new Set(kept?.postponedOn === day ? kept.postponedIds : []);
  const answered = new Set(reviewed.map(({ questionId, standsFor }) => standsFor ?? questionId));
  // In questions; a card takes a part of one. What was put off does not make room for something else. A question that
  // was put off after its answer is counted once.
  const leftOf = ({ questionIds }: NewDay) => {
    const putOff = questionIds.filter((id) => postponed.has(id) && !answered.has(id)).length;
    return Math.max(0, most - reviewed.length - putOff - CARD_COST * reviewedCards.length);
  };
  const make = () => makeDay(deps.db, who, shared, { day, exam, most });
  const isKept =
    kept?.day === day && kept.cardsDay === day && kept.questions === most && kept.examDay === (exam?.date ?? null);
  /** A day that was just made is stored while its first questions are looked up: the one does not need the other. */
  const openMade = async ({ row: made, askable, saving }: Awaited<ReturnType<typeof make>>) => {
    const [open] = await Promise.all([openOf(deps.db, who, askable, made, leftOf(made), postponed), saving]);
    return open;
  };
  const first = isKept ? { row: kept, askable: askableOn(deps.db, who, day), saving: Promise.resolve() } : await make();
  const { row } = first;
  let left = leftOf(row);
  let open = await openMade(first);
  // Many questions were answered elsewhere or may no longer be asked, and the bank has more; or the stored day was
  // empty when it was made.
  const stored = row.questionIds.length + CARD_COST * row.cardIds.length;
  const hasMore = stored > most * MARGIN - 1 || stored === 0;
  if (open.cost <= left - 1 && isKept && hasMore) {
    const made = await make();
    left = leftOf(made.row);
    open = await openMade(made);
  }
  const { items } = open;
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

type About = { day: string; exam: Following; most: number };

/** All candidates for a day. */
async function readPool(db: Db, who: store.Reviewer, shared: Shared, { exam, day, most }: About) {
  const { userId } = who;
  const [known, bank, worth, cardColumns] = await Promise.all([
    store.readKnown(db, userId, topicAnswers(userId)),
    readActiveQuestions(db, shared),
    readWorth(db, exam?.id ?? null, shared),
    readCardColumns(db, who, day, Math.ceil((most * MARGIN) / CARD_COST)),
  ]);
  const cards: DayCards = { seen: seenCardsOf(cardColumns), fresh: cardColumns.fresh };
  const thinking = thinkingOf(known.memory ?? undefined);
  const seen = await asRemembered(db, userId, seenOf(known), thinking);
  const answeredBefore = new Set(seen.map(({ questionId }) => questionId));
  const answered = new Map(known.answered.map(({ topicId, answers }) => [topicId, answers]));
  const choices = { ...bank, worth, answered, isFresh: (id: number) => !answeredBefore.has(id) };
  return {
    examDay: exam ? dayNumber(exam.date) : null,
    seen,
    cards,
    thinking,
    choices,
    weights: known.memory?.weights ?? null,
  };
}

/**
 * The stored states are those of FSRS-6. For a student with another memory form the answers are replayed in that form.
 */
async function asRemembered(db: Db, userId: string, seen: Seen[], { memory }: Thinking): Promise<Seen[]> {
  if (memory.form === 'fsrs6' || seen.length === 0) return seen;
  const answers = answersByQuestion(await listMemoryLog(db, userId, LOG_MAX));
  return seen.map((one) => {
    const own = answers.get(one.questionId);
    if (!own) return one;
    const { stability, difficulty } = traceOf(memory, own);
    return { ...one, stability, difficulty };
  });
}

/** Computes the day's list, and begins to store it. */
async function makeDay(db: Db, who: store.Reviewer, shared: Shared, about: About) {
  const { day, exam, most } = about;
  const askable = askableOn(db, who, day);
  const pool = await readPool(db, who, shared, about);
  const { fresh, order, standIns } = await chooseDay(askable, pool, day, most * MARGIN);
  const asStandIns = new Set(standIns.values());
  const list = order.filter((one) => isCard(one) || !asStandIns.has(one.questionId));
  const questions = list.filter(isQuestion);
  const cards = list.flatMap((one, position) => (isCard(one) ? [{ ...one, position }] : []));
  // A policy that asks everything fills tomorrow as well: what may be asked today may be asked then.
  const isFilled =
    cards.length === 0 && order.length >= most && takesEverything(policyFor(pool.examDay, pool.thinking.policy));
  const tomorrow = isFilled
    ? { questions: most, cards: 0 }
    : await countOn(db, who, pool, fresh, addDays(day, 1), most);
  const row: NewDay = {
    day,
    examDay: exam?.date ?? null,
    questions: most,
    questionIds: questions.map(({ questionId }) => questionId),
    askedIds: questions.map(({ questionId }) => standIns.get(questionId) ?? questionId),
    reasons: questions.map(({ questionId, reason, asked }) =>
      standIns.has(questionId) ? substituteReason(asked.topic, reason) : reason,
    ),
    areNew: questions.map(({ isNew }) => isNew),
    tomorrow: tomorrow.questions,
    cardsDay: day,
    cardIds: cards.map(({ cardId }) => cardId),
    cardPositions: cards.map(({ position }) => position),
    cardReasons: cards.map(({ reason }) => reason),
    tomorrowCards: tomorrow.cards,
  };
  return { row, askable, saving: saveDay(db, who.userId, row) };
}

/** After today's answers: tomorrow's list, the days after it, and the state of everything answered. */
export async function readComingDays(
  deps: Deps,
  today: Pick<Awaited<ReturnType<typeof prepareReviewDay>>, 'who' | 'shared' | 'exam' | 'most' | 'day'>,
) {
  const { who, shared, most, day } = today;
  const pool = await readPool(deps.db, who, shared, today);
  const fresh = await firstFresh(askableOn(deps.db, who, day), pool, most * MARGIN);
  const { examDay, seen, thinking, choices, cards } = pool;
  const isHeldBack = new Set(who.underWay);
  const active = new Set(choices.bySubject.flat().filter((id) => !isHeldBack.has(id)));
  const open = seen.filter(({ questionId }) => active.has(questionId));
  const about = { today: dayNumber(day), examDay, questions: most };
  return {
    tomorrow: await countOn(deps.db, who, pool, fresh, addDays(day, 1), most),
    coming: comingDays(about, open, active.size - open.length, thinking, cards),
    pool,
  };
}

/**
 * The questions and cards of a day that are still open, within the time of `left` questions. A question is asked as its
 * substitute, or as itself if that may no longer be asked.
 */
async function openOf(
  db: Db,
  who: store.Reviewer,
  askable: Askable,
  row: NewDay,
  left: number,
  postponed: ReadonlySet<number>,
) {
  const order = orderOfDay(row).filter(({ at }) => at === null || !postponed.has(row.questionIds[at] ?? 0));
  const openCards = new Set(left > 0 ? await listOpenCards(db, who, row.cardIds, row.day) : []);
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
