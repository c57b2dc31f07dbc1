import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import { MISTAKES_AT_ONCE, RIGHT_DAYS_TO_LEAVE } from '#contract/limits.ts';
import type { answerReview, getReviewToday, ReviewDay } from '#contract/study/review.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { closeDue } from '#server/features/exams/mock-exams/grading/closing.service.ts';
import { readUnderWay } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { readKeyPrices, recordKeysShown } from '#server/features/exams/mock-exams/taking/key-openings.service.ts';
import { inOrderOf } from '#server/features/exams/mock-exams/taking/option-order.ts';
import { sharesOf } from '#server/features/questions/questions/answer-shares.service.ts';
import { readContents } from '#server/features/questions/questions/questions.service.ts';
import { boughtCourses } from '#server/http/bought.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { dayNumber, dayOf } from '#server/time/calendar.ts';
import { answeredOnce, findLoggedAnswer, insertAnswer } from './answer-log.store.ts';
import { hasCards } from './cards/card-day.store.ts';
import { readDayCards } from './cards/day-cards.service.ts';
import { readDayEnd } from './day-end.service.ts';
import { CARD_COST } from './engine/policy-input.ts';
import * as store from './review.store.ts';
import {
  boughtReads,
  type DayItem,
  dayReads,
  type prepareReviewDay,
  prepareReviewDayFrom,
} from './review-day.service.ts';
import { liftPostponed } from './review-day.store.ts';
import { syncAndRead } from './sync-and-read.service.ts';
import { MINUTES_EACH } from './today.ts';

export async function readToday(
  deps: Deps,
  user: SessionUser,
  query: QueryOf<typeof getReviewToday>,
): Promise<ReviewDay> {
  const now = deps.clock.now();
  const look = await syncAndRead(deps, user.id, dayReads(user.id, now));
  const today = await prepareReviewDayFrom(deps, user.id, look, { day: dayOf(now), bought: boughtCourses(user, now) });
  const { underWay, reviewed, reviewedCards } = today;
  const isDay = query.of === 'day';
  const items = isDay ? today.items : await mistakesToTrain(deps, today, query);
  const cards = isDay ? today.cards : [];
  const isTold = reviewed.every(({ questionId }) => !underWay.has(questionId));
  const isDone = today.items.length + today.cards.length === 0 && reviewed.length + reviewedCards.length > 0;
  return {
    minutes: minutesOf(items.length, cards.length),
    items: await contentsOf(deps, user, items, dayNumber(today.day)),
    cards: await readDayCards(deps.db, user.id, cards, today),
    answered: reviewed.length,
    answeredCards: reviewedCards.length,
    right: isTold ? reviewed.filter(({ isRight }) => isRight).length : null,
    ...(isDone
      ? await readDayEnd(deps, today, isTold)
      : { tomorrow: today.tomorrow, tomorrowCards: today.tomorrowCards, won: null, coming: [], grip: null }),
    most: today.most,
  };
}

const minutesOf = (questions: number, cards: number): number =>
  Math.ceil((questions + cards * CARD_COST) * MINUTES_EACH);

/** The questions that today's review still asks, for the offline download. */
export async function readAskedToday(deps: Deps, user: SessionUser) {
  const now = deps.clock.now();
  const look = await syncAndRead(deps, user.id, dayReads(user.id, now));
  const about = { day: dayOf(now), bought: boughtCourses(user, now) };
  const { items } = await prepareReviewDayFrom(deps, user.id, look, about);
  return items.map(({ questionId, asked }) => ({ questionId, versionId: asked.versionId }));
}

/** What today's review is about, for the plan and the next step. */
export async function prepareReviewSummary(deps: Deps, userId: string) {
  const now = deps.clock.now();
  const day = dayOf(now);
  const look = await syncAndRead(deps, userId, { ...summaryReads(userId, now), ...boughtReads(userId, day) });
  return prepareReviewSummaryFrom(deps, userId, look, { day, bought: look.rows.bought[0]?.courses ?? null });
}

/** The queries for a summary of the day, to be batched with other reads (syncAndRead). */
export const summaryReads = (userId: string, now: Date) => ({
  ...dayReads(userId, now),
  answered: answeredOnce(userId),
  cards: hasCards(userId),
});

export async function prepareReviewSummaryFrom(
  deps: Deps,
  userId: string,
  look: Parameters<typeof prepareReviewDayFrom>[2] & {
    rows: { answered: readonly unknown[]; cards: readonly unknown[] };
  },
  about: Parameters<typeof prepareReviewDayFrom>[3],
) {
  // Without any answer or card there is nothing to repeat.
  if (look.rows.answered.length + look.rows.cards.length === 0) return noReview;
  return reviewSummaryOf(await prepareReviewDayFrom(deps, userId, look, about));
}

function reviewSummaryOf(day: Awaited<ReturnType<typeof prepareReviewDay>>) {
  const { items, cards, reviewed, reviewedCards, most } = day;
  return {
    left: { questions: items.length, cards: cards.length },
    /** How many of them are repeats. The student's new cards count as well. */
    due: items.filter(({ isNew }) => !isNew).length + cards.length,
    answered: { questions: reviewed.length, cards: reviewedCards.length },
    minutes: minutesOf(items.length, cards.length),
    minutesAnswered: minutesOf(reviewed.length, reviewedCards.length),
    /** The minutes of a full day. */
    minutesOfDay: most * MINUTES_EACH,
  };
}

const nothing = { questions: 0, cards: 0 };
const noReview = { left: nothing, due: 0, answered: nothing, minutes: 0, minutesAnswered: 0, minutesOfDay: 0 };

/** 'Treinar estas': open mistakes, whether they are due or not. */
async function mistakesToTrain(
  deps: Deps,
  { who, postponed }: Pick<Awaited<ReturnType<typeof prepareReviewDay>>, 'who' | 'postponed'>,
  { subjectId, questionId }: QueryOf<typeof getReviewToday>,
): Promise<DayItem[]> {
  const rows = await store.listOpenMistakes(deps.db, who, {
    leaveAt: RIGHT_DAYS_TO_LEAVE,
    // A question that is asked for by its id is asked.
    except: questionId === undefined ? [...postponed] : [],
    limit: MISTAKES_AT_ONCE,
    ...(subjectId === undefined ? {} : { subjectId }),
    ...(questionId === undefined ? {} : { questionId }),
  });
  return rows.map((asked) => ({
    questionId: asked.questionId,
    standsFor: null,
    reason: 'do caderno de erros',
    isNew: false,
    asked,
  }));
}

async function contentsOf(
  deps: Deps,
  user: SessionUser,
  items: readonly DayItem[],
  today: number,
): Promise<ReviewDay['items']> {
  const questionIds = items.map(({ questionId }) => questionId);
  const versionIds = items.map(({ asked }) => asked.versionId);
  const [priceOf, contents] = await Promise.all([
    readKeyPrices(deps.db, user, questionIds, deps.clock.now()),
    readContents(deps.db, versionIds),
  ]);
  const byVersion = new Map(contents.map((content) => [content.id, content]));
  return items.flatMap(({ questionId, standsFor, reason, isNew, asked }) => {
    const content = byVersion.get(asked.versionId);
    if (!content) return [];
    return {
      questionId,
      standsFor,
      reason,
      isNew,
      kind: content.kind,
      format: content.format,
      baseText: content.baseText,
      questionText: content.statement,
      // Only what may be seen: the key comes with the answer.
      options: inOrderOf(today, content.options).map(({ id, optionText }) => ({ id, optionText })),
      subject: asked.subject,
      topic: asked.topic,
      postponesTo: priceOf(questionId)?.toISOString() ?? null,
    };
  });
}

/** An answer given offline. No verdict is expected, so the key is not returned. */
type GivenOffline = {
  /** A question at the end of a lesson is not part of the day's review. */
  source: 'review' | 'practice';
  /** By the device's clock. It dates the answer; access and secrecy are judged by the server's. */
  givenAt: Date;
};

/** The first answer under a key counts. The same key again, with or without `guessed`, returns the stored answer. */
export async function answer(
  deps: Deps,
  user: SessionUser,
  body: BodyOf<typeof answerReview>,
  offline: GivenOffline | null = null,
) {
  const now = deps.clock.now();
  const { source, givenAt } = offline ?? { source: 'review', givenAt: now };
  await closeDue(deps, user.id);
  return transact(deps, async (tx) => {
    const underWay = await readUnderWay(tx, user.id, now);
    if (underWay.has(body.questionId)) {
      throw new AppError('attempt_open', 'Esta questão está no simulado em andamento. Finalize-o antes.', {
        status: 'open',
      });
    }
    const { key, questionId, standsFor = null } = body;
    const standing = await findLoggedAnswer(tx, { userId: user.id, questionId, source, key });
    const optionId = standing?.optionId ?? body.optionId;
    const who = { userId: user.id, underWay: [...underWay.keys()], bought: boughtCourses(user, now) };
    const found = await store.findReviewable(tx, who, { questionId, optionId });
    const [content] = found ? await readContents(tx, [found.versionId]) : [];
    const right = content?.options.find(({ isCorrect }) => isCorrect);
    if (!content || !right) throw notFound('Esta questão não está mais na revisão.');
    if (!offline) await recordKeysShown(tx, user, [questionId], now);
    const isRight = right.id === optionId;
    const given = { day: dayOf(givenAt), now: givenAt };
    const logged = { userId: user.id, questionId, sourceKey: key, optionId, isRight, ...given, standsFor };
    if (!standing) {
      await insertAnswer(tx, { ...logged, source });
      await liftPostponed(tx, user.id, given.day, standsFor === null ? [questionId] : [questionId, standsFor]);
    }
    if (body.guessed && isRight) await insertAnswer(tx, { ...logged, source: 'guess' });
    return {
      answer: {
        optionId,
        isCorrect: isRight,
        rightOptionId: right.id,
        comment: content.comment,
        optionComments: content.options.map(({ id, comment }) => ({ id, comment })),
        isAnnulled: false,
        shares: (await sharesOf(tx, [content]))(content),
      },
    };
  });
}
