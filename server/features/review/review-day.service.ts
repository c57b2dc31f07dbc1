import type { Db, Tx } from '../../db/handle.ts';
import type { Deps } from '../../deps.ts';
import { addDays, dayNumber, dayOf } from '../../time/calendar.ts';
import { followedExam } from '../exams/exams.service.ts';
import { readStanding } from '../mastery/mastery.service.ts';
import { readUnderWay } from '../quizzes/taking/being-taken.service.ts';
import { readWeeklyGoal } from '../study-time/study-time.service.ts';
import { listReviewedOn } from './answer-log.store.ts';
import { readWorth } from './exam-worth.service.ts';
import { inOrderOfWorth } from './fresh-order.ts';
import * as store from './review.store.ts';
import { type DayRow, findDay, saveDay } from './review-day.store.ts';
import { findMemory } from './student-memories.store.ts';
import {
  type Chosen,
  chooseToday,
  dailyQuestions,
  reasonInItsPlace,
  type Seen,
  type Thinking,
  thinkingOf,
} from './today.ts';

/** More than anybody answers in a preparation. */
const STATES_MAX = 20_000;
/** A day keeps so many times what it takes, so that it need not be made again when some may not be asked any more. */
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
/** What whoever asks has read already. */
type Known = { exam?: Following; weeklyHours?: number; bought?: readonly number[] | null };

/** Today's list as it stands now, for somebody whose memory is up to date. */
export async function readReviewDay(deps: Deps, userId: string, known: Known = {}) {
  const now = deps.clock.now();
  const day = dayOf(now);
  const [underWay, exam, weeklyHours, reviewed, kept, courses] = await Promise.all([
    readUnderWay(deps.db, userId, now),
    known.exam === undefined ? followedExam(deps.db, userId, day) : known.exam,
    known.weeklyHours ?? readWeeklyGoal(deps.db, userId),
    listReviewedOn(deps.db, userId, day),
    findDay(deps.db, userId),
    known.bought === undefined ? store.readBought(deps.db, userId, day) : known.bought,
  ]);
  const who = { userId, underWay: [...underWay.keys()], bought: courses };
  const most = dailyQuestions(weeklyHours);
  const left = Math.max(0, most - reviewed.length);
  const make = () => makeDay(deps.db, who, { day, exam, most });
  const isKept = kept?.day === day && kept.questions === most && kept.examDay === (exam?.date ?? null);
  const row = isKept ? kept : await make();
  let items = left === 0 ? [] : await openOf(deps.db, who, row);
  // Much of it was answered elsewhere, or may not be asked any more, and there is more where it came from; or there was
  // nothing at all when it was made.
  const hasMore = row.questionIds.length >= most * MARGIN || row.questionIds.length === 0;
  if (items.length < left && isKept && hasMore) {
    items = await openOf(deps.db, who, await make());
  }
  return { day, who, underWay, exam, most, reviewed, items: items.slice(0, left), tomorrow: row.tomorrow };
}

type Pool = {
  who: store.Reviewer;
  examDay: number | null;
  seen: Seen[];
  fresh: store.AskedRow[];
  thinking: Thinking;
};

/** Everything that a day may be made of. */
async function readPool(db: Db, who: store.Reviewer, exam: Following, most: number): Promise<Pool> {
  const [rows, kept, fresh] = await Promise.all([
    store.listStates(db, who.userId, STATES_MAX),
    findMemory(db, who.userId),
    readFresh(db, who, exam, most * MARGIN),
  ]);
  return {
    who,
    examDay: exam ? dayNumber(exam.date) : null,
    seen: rows.map((row) => ({ ...row, lastDay: dayNumber(row.lastDay) })),
    fresh,
    thinking: thinkingOf(kept),
  };
}

/**
 * What the policy says first, as far as it may be asked. Whether it may is looked up where it would be: a longer list
 * begins with the shorter one.
 */
async function orderOf(db: Db, { who, examDay, seen, fresh, thinking }: Pool, day: string, count: number) {
  const unseen = fresh.map(({ questionId, topic, subject }) => ({ questionId, label: topic || (subject ?? '') }));
  const known = new Map(fresh.map((one) => [one.questionId, one]));
  const chosen: (Chosen & { asked: store.AskedRow })[] = [];
  for (let from = 0, length = count; ; from = length, length *= 2) {
    const order = chooseToday({ today: dayNumber(day), examDay, questions: length }, seen, unseen, thinking);
    const added = order.slice(from);
    const old = added.filter(({ isNew }) => !isNew).map(({ questionId }) => questionId);
    for (const one of await store.listReviewable(db, who, old, day)) known.set(one.questionId, one);
    for (const one of added) {
      const asked = known.get(one.questionId);
      if (asked) chosen.push({ ...one, asked });
    }
    if (chosen.length >= count || order.length < length) return chosen.slice(0, count);
  }
}

/** Makes the day's list and keeps it. */
async function makeDay(
  db: Db,
  who: store.Reviewer,
  { day, exam, most }: { day: string; exam: Following; most: number },
): Promise<DayRow> {
  const pool = await readPool(db, who, exam, most);
  const order = await orderOf(db, pool, day, most * MARGIN);
  const standIns = await chooseStandIns(db, who, order);
  const asStandIns = new Set(standIns.values());
  const list = order.filter(({ questionId }) => !asStandIns.has(questionId));
  const row: DayRow = {
    day,
    examDay: exam?.date ?? null,
    questions: most,
    questionIds: list.map(({ questionId }) => questionId),
    askedIds: list.map(({ questionId }) => standIns.get(questionId) ?? questionId),
    reasons: list.map(({ questionId, reason, asked }) =>
      standIns.has(questionId) ? reasonInItsPlace(asked.topic, reason) : reason,
    ),
    areNew: list.map(({ isNew }) => isNew),
    tomorrow: (await orderOf(db, pool, addDays(day, 1), most)).length,
  };
  await saveDay(db, who.userId, row);
  return row;
}

/** How many questions tomorrow's list will have after what was answered today. */
export async function countTomorrow(
  deps: Deps,
  { who, exam, most, day }: Pick<Awaited<ReturnType<typeof readReviewDay>>, 'who' | 'exam' | 'most' | 'day'>,
): Promise<number> {
  const pool = await readPool(deps.db, who, exam, most);
  return (await orderOf(deps.db, pool, addDays(day, 1), most)).length;
}

/** New questions in the order of what they are worth in the exam; without a syllabus one of each subject in turn. */
async function readFresh(db: Db | Tx, who: store.Reviewer, exam: Following, count: number) {
  const worth = await readWorth(db, exam?.id ?? null);
  if (worth.size > 0) {
    const [{ topics }, ofTopics] = await Promise.all([
      readStanding(db, who.userId),
      store.listFreshOfTopics(db, who, [...worth.keys()], count),
    ]);
    const answered = new Map([...topics].map(([id, { answers }]) => [id, answers]));
    const ordered = inOrderOfWorth(ofTopics, { worth, answered });
    if (ordered.length >= count) return ordered.slice(0, count);
  }
  return (await store.listFresh(db, who, count)).slice(0, count);
}

/** For what was answered before: another question of its topic that was not, where there is one. */
async function chooseStandIns(
  db: Db,
  who: store.Reviewer,
  list: readonly (Chosen & { asked: store.AskedRow })[],
): Promise<ReadonlyMap<number, number>> {
  const old = list.flatMap(({ questionId, isNew, asked: { topicId } }) =>
    isNew || topicId === null ? [] : [{ questionId, topicId }],
  );
  if (old.length === 0) return new Map();
  const listed = new Set(list.map(({ questionId }) => questionId));
  const topicIds = [...new Set(old.map(({ topicId }) => topicId))];
  const found = await store.listFreshOfTopics(db, who, topicIds, list.length);
  // What would have come as a new one only where there is no other.
  const isListed = ({ questionId }: store.AskedRow) => listed.has(questionId);
  const inTurn = [...found.filter((one) => !isListed(one)), ...found.filter(isListed)];
  const free = Map.groupBy(inTurn, ({ topicId }) => topicId);
  const standIns = new Map<number, number>();
  for (const { questionId, topicId } of old) {
    const next = free.get(topicId)?.shift();
    if (next) standIns.set(questionId, next.questionId);
  }
  return standIns;
}

/** Those of a day's questions that are still to be asked: each by its stand-in, or by itself where that is gone. */
async function openOf(db: Db, who: store.Reviewer, row: DayRow): Promise<DayItem[]> {
  const ids = [...new Set([...row.questionIds, ...row.askedIds])];
  const open = new Map((await store.listReviewable(db, who, ids, row.day)).map((one) => [one.questionId, one]));
  return row.questionIds.flatMap((questionId, at) => {
    const itself = open.get(questionId);
    if (!itself) return [];
    const standIn = row.askedIds[at] === questionId ? undefined : open.get(row.askedIds[at] ?? 0);
    const asked = standIn ?? itself;
    return {
      questionId: asked.questionId,
      standsFor: standIn ? questionId : null,
      reason: row.reasons[at] ?? '',
      isNew: row.areNew[at] ?? false,
      asked,
    };
  });
}
