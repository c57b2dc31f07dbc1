import type { BodyOf, QueryOf } from '../../../contract/endpoint.ts';
import { MISTAKES_AT_ONCE, RIGHT_DAYS_TO_LEAVE } from '../../../contract/limits.ts';
import type { answerReview, getReviewToday, ReviewDay } from '../../../contract/review.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, notFound } from '../../http/errors.ts';
import type { SessionUser } from '../../http/sessions.ts';
import { dayNumber, dayOf } from '../../time/calendar.ts';
import { followedExam } from '../exams/exams.service.ts';
import { sharesOf } from '../practice/reveal.service.ts';
import { readContents } from '../questions/questions.service.ts';
import { closeDue } from '../quizzes/grading/closing.service.ts';
import { readUnderWay } from '../quizzes/taking/being-taken.service.ts';
import { recordKeysShown } from '../quizzes/taking/key-openings.service.ts';
import { inOrderOf } from '../quizzes/taking/option-order.ts';
import { readWeeklyGoal } from '../study-time/study-time.service.ts';
import { findReviewAnswer, insertAnswer, listReviewedOn } from './answer-log.store.ts';
import { bringUpToDate } from './memory.service.ts';
import * as store from './review.store.ts';
import { type Chosen, chooseToday, dailyQuestions, MINUTES_EACH } from './today.ts';

/** More than anybody answers in a preparation. */
const SEEN_MAX = 10_000;

export async function readToday(
  deps: Deps,
  user: SessionUser,
  query: QueryOf<typeof getReviewToday>,
): Promise<ReviewDay> {
  await closeDue(deps, user.id);
  await bringUpToDate(deps, user.id);
  const now = deps.clock.now();
  const day = dayOf(now);
  const [underWay, exam, weeklyHours, reviewed] = await Promise.all([
    readUnderWay(deps.db, user.id, now),
    followedExam(deps.db, user.id, day),
    readWeeklyGoal(deps.db, user.id),
    listReviewedOn(deps.db, user.id, day),
  ]);
  const away = [...underWay.keys()];
  const most = dailyQuestions(weeklyHours);
  const [rows, fresh] = await Promise.all([
    store.listSeen(deps.db, user.id, away, RIGHT_DAYS_TO_LEAVE, SEEN_MAX),
    store.listFresh(deps.db, user.id, away, most),
  ]);
  const today = dayNumber(day);
  const seen = rows.map((row) => ({ ...row, lastDay: dayNumber(row.lastDay) }));
  const unseen = fresh.map(({ questionId, topic, subject }) => ({ questionId, label: topic || (subject ?? '') }));
  const about = { today, examDay: exam ? dayNumber(exam.date) : null, questions: most - reviewed.length };
  const chosen = query.of === 'mistakes' ? mistakesToTrain(seen, query) : chooseToday(about, seen, unseen);
  const isTold = reviewed.every(({ questionId }) => !underWay.has(questionId));
  return {
    minutes: Math.ceil(chosen.length * MINUTES_EACH),
    items: await itemsOf(deps, chosen, today),
    answered: reviewed.length,
    right: isTold ? reviewed.filter(({ isRight }) => isRight).length : null,
    tomorrow: chooseToday({ ...about, today: today + 1, questions: most }, seen, unseen).length,
  };
}

/** How many questions wait to be brought back today, as the next step counts them. */
export async function countDueToday(deps: Deps, userId: string): Promise<number> {
  const now = deps.clock.now();
  const today = dayOf(now);
  const [underWay, weeklyHours, reviewed] = await Promise.all([
    readUnderWay(deps.db, userId, now),
    readWeeklyGoal(deps.db, userId),
    listReviewedOn(deps.db, userId, today),
  ]);
  const limit = dailyQuestions(weeklyHours) - reviewed.length;
  return limit > 0 ? store.countDue(deps.db, userId, [...underWay.keys()], { today, limit }) : 0;
}

/** 'Treinar estas': open mistakes, whether they are due or not. */
function mistakesToTrain(
  seen: readonly { questionId: number; subjectId: number | null; isOpenMistake: boolean }[],
  { subjectId, questionId }: QueryOf<typeof getReviewToday>,
): Chosen[] {
  return seen
    .filter((one) => one.isOpenMistake)
    .filter((one) => subjectId === undefined || one.subjectId === subjectId)
    .filter((one) => questionId === undefined || one.questionId === questionId)
    .slice(0, MISTAKES_AT_ONCE)
    .map((one) => ({ questionId: one.questionId, reason: 'do caderno de erros', isNew: false }));
}

async function itemsOf(deps: Deps, chosen: readonly Chosen[], today: number): Promise<ReviewDay['items']> {
  const shown = await store.listShown(
    deps.db,
    chosen.map(({ questionId }) => questionId),
  );
  const contents = await readContents(
    deps.db,
    shown.map(({ versionId }) => versionId),
  );
  const byQuestion = new Map(shown.map((one) => [one.questionId, one]));
  const byVersion = new Map(contents.map((content) => [content.id, content]));
  return chosen.flatMap(({ questionId, reason, isNew }) => {
    const about = byQuestion.get(questionId);
    const content = byVersion.get(about?.versionId ?? 0);
    if (!about || !content) return [];
    return {
      questionId,
      reason,
      isNew,
      kind: content.kind,
      format: content.format,
      baseText: content.baseText,
      questionText: content.statement,
      // Only what may be seen: the key comes with the answer.
      options: inOrderOf(today, content.options).map(({ id, optionText }) => ({ id, optionText })),
      subject: about.subject,
      topic: about.topic,
    };
  });
}

/** The first answer under a key holds; the same key again, with or without `guessed`, gets what stands. */
export async function answer(deps: Deps, user: SessionUser, body: BodyOf<typeof answerReview>) {
  const now = deps.clock.now();
  await closeDue(deps, user.id);
  return transact(deps, async (tx) => {
    const underWay = await readUnderWay(tx, user.id, now);
    if (underWay.has(body.questionId)) {
      throw new AppError('attempt_open', 'Esta questão está no simulado em andamento. Finalize-o antes.', {
        status: 'open',
      });
    }
    const { key, questionId } = body;
    const standing = await findReviewAnswer(tx, user.id, questionId, key);
    const optionId = standing?.optionId ?? body.optionId;
    const found = await store.findReviewable(tx, user.id, { questionId, optionId }, [...underWay.keys()]);
    const [content] = found ? await readContents(tx, [found.versionId]) : [];
    const right = content?.options.find(({ isCorrect }) => isCorrect);
    if (!content || !right) throw notFound('Esta questão não está mais na revisão.');
    await recordKeysShown(tx, user, [questionId], now);
    const isRight = right.id === optionId;
    const logged = { userId: user.id, questionId, sourceKey: key, optionId, isRight, day: dayOf(now), now };
    if (!standing) await insertAnswer(tx, { ...logged, source: 'review' });
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
