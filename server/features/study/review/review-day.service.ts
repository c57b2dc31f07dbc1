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
import { comingDays } from './coming-days.ts';
import { chooseDay, countOn, firstFresh } from './day-choice.ts';
import { readWorth } from './exam-worth.service.ts';
import { LOG_MAX, listMemoryLog } from './night/night.store.ts';
import { answersByQuestion, traceOf } from './night/traces.ts';
import * as store from './review.store.ts';
import { type DayRow, saveDay, storedDay } from './review-day.store.ts';
import { seenOf } from './seen-questions.ts';
import { syncAndRead } from './sync-and-read.service.ts';
import {
  dailyQuestions,
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

type Following = { id: number; date: string } | null;

/** The queries for a review day, to be batched with other reads (syncAndRead). */
export const dayReads = (userId: string, now: Date) => ({
  ...withheldReads(userId, now),
  ...followedExamReads(userId, dayOf(now)),
  ...goalReads(userId),
  reviewed: reviewedOn(userId, dayOf(now)),
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
  const { reviewed } = rows;
  const [kept] = rows.kept;
  const day = dayOf(deps.clock.now());
  const underWay = toUnderWay(rows.underWay);
  const exam = examOf(rows.exam, day);
  const who = { userId, underWay: [...underWay.keys()], bought };
  const most = dailyQuestions(goalOf(rows.goal));
  const left = Math.max(0, most - reviewed.length);
  const make = () => makeDay(deps.db, who, shared, { day, exam, most });
  const isKept = kept?.day === day && kept.questions === most && kept.examDay === (exam?.date ?? null);
  const { row, askable } = isKept ? { row: kept, askable: askableOn(deps.db, who, day) } : await make();
  let items = await openOf(askable, row, left);
  // Many questions were answered elsewhere or may no longer be asked, and the bank has more; or the stored day was
  // empty when it was made.
  const hasMore = row.questionIds.length >= most * MARGIN || row.questionIds.length === 0;
  if (items.length < left && isKept && hasMore) {
    const made = await make();
    items = await openOf(made.askable, made.row, left);
  }
  return { day, who, shared, underWay, exam, most, reviewed, items, tomorrow: row.tomorrow };
}

type About = { day: string; exam: Following; most: number };

/** All candidates for a day. */
async function readPool(db: Db, userId: string, shared: Shared, { exam }: About) {
  const [known, bank, worth] = await Promise.all([
    store.readKnown(db, userId, topicAnswers(userId)),
    readActiveQuestions(db, shared),
    readWorth(db, exam?.id ?? null, shared),
  ]);
  const thinking = thinkingOf(known.memory ?? undefined);
  const seen = await asRemembered(db, userId, seenOf(known), thinking);
  const answeredBefore = new Set(seen.map(({ questionId }) => questionId));
  const answered = new Map(known.answered.map(({ topicId, answers }) => [topicId, answers]));
  const choices = { ...bank, worth, answered, isFresh: (id: number) => !answeredBefore.has(id) };
  return {
    examDay: exam ? dayNumber(exam.date) : null,
    seen,
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

/** Computes and stores the day's list. */
async function makeDay(db: Db, who: store.Reviewer, shared: Shared, about: About) {
  const { day, exam, most } = about;
  const askable = askableOn(db, who, day);
  const pool = await readPool(db, who.userId, shared, about);
  const { fresh, order, standIns } = await chooseDay(askable, pool, day, most * MARGIN);
  const asStandIns = new Set(standIns.values());
  const list = order.filter(({ questionId }) => !asStandIns.has(questionId));
  const row: DayRow = {
    day,
    examDay: exam?.date ?? null,
    questions: most,
    questionIds: list.map(({ questionId }) => questionId),
    askedIds: list.map(({ questionId }) => standIns.get(questionId) ?? questionId),
    reasons: list.map(({ questionId, reason, asked }) =>
      standIns.has(questionId) ? substituteReason(asked.topic, reason) : reason,
    ),
    areNew: list.map(({ isNew }) => isNew),
    // A policy that asks everything fills tomorrow as well: what may be asked today may be asked then.
    tomorrow:
      order.length >= most && takesEverything(policyFor(pool.examDay, pool.thinking.policy))
        ? most
        : await countOn(db, who, pool, fresh, addDays(day, 1), most),
  };
  await saveDay(db, who.userId, row);
  return { row, askable };
}

/** After today's answers: tomorrow's list, the days after it, and the state of everything answered. */
export async function readComingDays(
  deps: Deps,
  today: Pick<Awaited<ReturnType<typeof prepareReviewDay>>, 'who' | 'shared' | 'exam' | 'most' | 'day'>,
) {
  const { who, shared, most, day } = today;
  const pool = await readPool(deps.db, who.userId, shared, today);
  const fresh = await firstFresh(askableOn(deps.db, who, day), pool, most * MARGIN);
  const { examDay, seen, thinking, choices } = pool;
  const isHeldBack = new Set(who.underWay);
  const active = new Set(choices.bySubject.flat().filter((id) => !isHeldBack.has(id)));
  const open = seen.filter(({ questionId }) => active.has(questionId));
  const about = { today: dayNumber(day), examDay, questions: most };
  return {
    tomorrow: await countOn(deps.db, who, pool, fresh, addDays(day, 1), most),
    coming: comingDays(about, open, active.size - open.length, thinking),
    pool,
  };
}

/** The questions of a day that are still open: each as its substitute, or as itself if that may no longer be asked. */
async function openOf(askable: Askable, row: DayRow, count: number): Promise<DayItem[]> {
  const items: DayItem[] = [];
  // Usually all of the first questions may be asked, and the remaining ones are never looked up.
  for (let from = 0, to = count; items.length < count && from < row.questionIds.length; from = to, to *= 2) {
    await askable.look([...row.questionIds.slice(from, to), ...row.askedIds.slice(from, to)]);
    for (let at = from; at < Math.min(to, row.questionIds.length); at += 1) items.push(...itemAt(askable, row, at));
  }
  return items.slice(0, count);
}

function itemAt(askable: Askable, row: DayRow, at: number): DayItem[] {
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
