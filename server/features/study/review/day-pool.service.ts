import { REVIEW_QUESTIONS_MAX } from '#contract/limits.ts';
import type { Db } from '#server/db/handle.ts';
import type { Shared } from '#server/db/shared.ts';
import type { Deps } from '#server/deps.ts';
import { withheldReads } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { readWithheld } from '#server/features/exams/mock-exams/taking/withheld-questions.service.ts';
import type { OwnWithheld, Withheld } from '#server/features/exams/mock-exams/taking/withheld-questions.ts';
import { readActiveQuestions } from '#server/features/questions/questions/active-questions.service.ts';
import { topicAnswers } from '#server/features/study/mastery/mastery.service.ts';
import { addDays, dayNumber, dayOf } from '#server/time/calendar.ts';
import { type CardColumns, cardsUnlessStored, openCardsOfStored, readCardColumns } from './cards/card-day.store.ts';
import { comingDays } from './coming-days.ts';
import { chooseDay, countOn, firstFresh } from './day-choice.ts';
import { CARD_COST } from './engine/policy-input.ts';
import { readWorth } from './exam-worth.service.ts';
import { LOG_MAX, listMemoryLog } from './night/night.store.ts';
import { answersByQuestion, traceOf } from './night/traces.ts';
import { knownFrom, lookedUp, type Openness } from './openness.ts';
import * as store from './review.store.ts';
import { answeredOfStored, type NewDay } from './review-day.store.ts';
import { seenCardsOf, seenOf } from './seen-questions.ts';
import {
  type DayCards,
  isCard,
  isQuestion,
  policyFor,
  type SeenQuestion,
  substituteReason,
  type Thinking,
  takesEverything,
  thinkingOf,
} from './today.ts';
import { carriersOf, groupsOf, groupsOfStudent, keyOf, type TopicGroups } from './topic-groups.ts';

/**
 * A stored day has this many times the questions it needs, so that it survives questions that may no longer be asked.
 */
export const MARGIN = 2;

export type Following = { id: number; date: string } | null;
export type AboutDay = { day: string; exam: Following; most: number };

const freshCards = (most: number) => Math.ceil((most * MARGIN) / CARD_COST);

/**
 * The queries from which today's list can be made or opened without a further statement, to be batched with other
 * reads. The first two have a row only where no list is stored.
 */
export const dayInMemoryReads = (userId: string, now: Date) => {
  const day = dayOf(now);
  const { underWay } = withheldReads(userId, now);
  return {
    known: store.knownUnlessStored(userId, day, topicAnswers(userId)),
    cardColumns: cardsUnlessStored(userId, underWay, day, freshCards(REVIEW_QUESTIONS_MAX)),
    answeredOfDay: answeredOfStored(userId, day),
    openCardsOfDay: openCardsOfStored(userId, underWay, day),
  };
};

/** The rows of dayInMemoryReads(), and what free practice withholds from the student. */
export type DayInMemory = {
  known: readonly store.Known[];
  cardColumns: readonly CardColumns[];
  answeredOfDay: readonly { questionId: number }[];
  openCardsOfDay: readonly { cardId: number }[];
  withheld: readonly OwnWithheld[];
};

type Candidates = { known: store.Known; cardColumns: CardColumns };

async function readCandidates(db: Db, who: store.Reviewer, { day, most }: AboutDay): Promise<Candidates> {
  const [known, cardColumns] = await Promise.all([
    store.readKnown(db, who.userId, topicAnswers(who.userId)),
    readCardColumns(db, who, day, freshCards(most)),
  ]);
  return { known, cardColumns };
}

/** How the stored list of today is opened by what was read before. Knows nothing of other questions and cards. */
export async function storedOpenness(db: Db, shared: Shared, read: DayInMemory): Promise<Openness> {
  const answered = new Set(read.answeredOfDay.map(({ questionId }) => questionId));
  const open = new Set(read.openCardsOfDay.map(({ cardId }) => cardId));
  return knownFrom({
    bank: await readActiveQuestions(db, shared),
    withheld: await readWithheld(db, shared, read.withheld),
    isAnswered: (questionId) => answered.has(questionId),
    isOpenCard: (cardId) => open.has(cardId),
  });
}

/** All candidates for a day. */
async function readPool(
  db: Db,
  who: store.Reviewer,
  shared: Shared,
  about: AboutDay,
  read: Candidates | Promise<Candidates>,
) {
  const { exam, most } = about;
  const [{ known, cardColumns }, bank, worth] = await Promise.all([
    read,
    readActiveQuestions(db, shared),
    readWorth(db, exam?.id ?? null, shared),
  ]);
  const cards: DayCards = { seen: seenCardsOf(cardColumns), fresh: cardColumns.fresh.slice(0, freshCards(most)) };
  const thinking = thinkingOf(known.memory ?? undefined);
  const seen = await asRemembered(db, who.userId, seenOf(known), thinking);
  const answeredBefore = new Set(seen.map(({ questionId }) => questionId));
  const answered = new Map(known.answered.map(({ topicId, answers }) => [topicId, answers]));
  const choices = { ...bank, worth, answered, isFresh: (id: number) => !answeredBefore.has(id) };
  return {
    examDay: exam ? dayNumber(exam.date) : null,
    groups: exam ? groupsOfStudent(groupsOf(bank.byTopic), seen) : null,
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
async function asRemembered(
  db: Db,
  userId: string,
  seen: SeenQuestion[],
  { memory }: Thinking,
): Promise<SeenQuestion[]> {
  if (memory.form === 'fsrs6' || seen.length === 0) return seen;
  const answers = answersByQuestion(await listMemoryLog(db, userId, LOG_MAX));
  return seen.map((one) => {
    const own = answers.get(one.questionId);
    if (!own) return one;
    const { stability, difficulty } = traceOf(memory, own);
    return { ...one, stability, difficulty };
  });
}

type DayPool = Awaited<ReturnType<typeof readPool>>;

/** What may be asked by the states of the pool: everything that was answered and every card is among them. */
function opennessOf({ seen, cards, choices }: DayPool, withheld: Withheld): Openness {
  const lastDays = new Map(seen.map(({ questionId, lastDay }) => [questionId, lastDay]));
  const cardDays = new Map(cards.seen.map(({ cardId, lastDay }) => [cardId, lastDay]));
  return knownFrom({
    bank: choices,
    withheld,
    isAnswered: (questionId, day) => (lastDays.get(questionId) ?? Number.NEGATIVE_INFINITY) >= dayNumber(day),
    isOpenCard: (cardId, day) => (cardDays.get(cardId) ?? Number.NEGATIVE_INFINITY) < dayNumber(day),
  });
}

/** Computes the day's list; from what was read before, where that has the candidates. */
export async function makeDay(
  db: Db,
  who: store.Reviewer,
  shared: Shared,
  about: AboutDay,
  read: DayInMemory | undefined,
): Promise<{ row: NewDay; openness: Openness }> {
  const { day, exam, most } = about;
  const [states, cardColumns] = [read?.known[0], read?.cardColumns[0]];
  const known = read && states && cardColumns ? { read, candidates: { known: states, cardColumns } } : null;
  const pool = await readPool(db, who, shared, about, known?.candidates ?? readCandidates(db, who, about));
  const openness = known ? opennessOf(pool, await readWithheld(db, shared, known.read.withheld)) : lookedUp(db, who);
  const { fresh, order, standIns } = await chooseDay(openness.questionsOn(day), pool, day, most * MARGIN);
  const asStandIns = new Set(standIns.values());
  const list = order.filter((one) => isCard(one) || !asStandIns.has(one.questionId));
  const questions = list.filter(isQuestion);
  const cards = list.flatMap((one, position) => (isCard(one) ? [{ ...one, position }] : []));
  // A policy that asks everything fills tomorrow as well: what may be asked today may be asked then.
  const isFilled =
    cards.length === 0 && order.length >= most && takesEverything(policyFor(pool.examDay, pool.thinking.policy));
  const next = addDays(day, 1);
  const tomorrow = isFilled
    ? { questions: most, cards: 0 }
    : await countOn(openness.questionsOn(next), pool, fresh, next, most);
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
  return { row, openness };
}

/** After today's answers: tomorrow's list, the days after it, and the state of everything answered. */
export async function readComingDays(deps: Deps, today: AboutDay & { who: store.Reviewer; shared: Shared }) {
  const { who, shared, most, day } = today;
  const pool = await readPool(deps.db, who, shared, today, readCandidates(deps.db, who, today));
  const { questionsOn } = lookedUp(deps.db, who);
  const fresh = await firstFresh(questionsOn(day), pool, most * MARGIN);
  const { examDay, seen, thinking, choices, cards, groups } = pool;
  const isHeldBack = new Set(who.underWay);
  const active = new Set(choices.bySubject.flat().filter((id) => !isHeldBack.has(id)));
  const open = seen.filter(({ questionId }) => active.has(questionId));
  const about = { today: dayNumber(day), examDay, questions: most };
  const next = addDays(day, 1);
  return {
    tomorrow: await countOn(questionsOn(next), pool, fresh, next, most),
    coming: comingDays(about, ...listed(open, active, groups, most), thinking, cards),
    pool,
  };
}

/** What the coming days repeat, and how many can be new: by groups, unless these are too few to fill the days. */
function listed(
  open: readonly SeenQuestion[],
  active: ReadonlySet<number>,
  groups: TopicGroups | null,
  most: number,
): [repeated: readonly SeenQuestion[], fresh: number] {
  const single: [readonly SeenQuestion[], number] = [open, active.size - open.length];
  if (!groups) return single;
  const carriers = carriersOf(groups, open);
  const all = new Set([...active].map((questionId) => keyOf(groups, questionId))).size;
  return all < most * MARGIN ? single : [carriers, all - carriers.length];
}
