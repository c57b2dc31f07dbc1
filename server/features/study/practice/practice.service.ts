import { practiceKindOf } from '#contract/study/practice.ts';
import { readAsOne } from '#server/db/as-one.ts';
import type { Db } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { closeDue } from '#server/features/exams/mock-exams/grading/closing.service.ts';
import {
  openQuizOf,
  readUnderWay,
  toUnderWay,
  withheldReads,
} from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import {
  readKeyPrices,
  readQuizKeyPrice,
  recordKeysShown,
} from '#server/features/exams/mock-exams/taking/key-openings.service.ts';
import { inOrderOf } from '#server/features/exams/mock-exams/taking/option-order.ts';
import { readPracticeSource } from '#server/features/exams/mock-exams/taking/practice-source.service.ts';
import { sharesOf } from '#server/features/questions/questions/answer-shares.service.ts';
import { readContents } from '#server/features/questions/questions/questions.service.ts';
import { recordListAnswer } from '#server/features/study/question-lists/progress/list-progress.service.ts';
import { recordPracticeAnswer } from '#server/features/study/review/answer-log.service.ts';
import { AppError, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { without } from '#server/http/without.ts';
import { chooseFreely } from './free-practice.service.ts';
import * as store from './practice.store.ts';
import { chooseForLesson, planFor, type Start } from './practice-choice.service.ts';
import { listWrongQuestions } from './practice-pool.store.ts';
import { practiceNotFound, refuseKeys } from './refuse-keys.service.ts';
import { revealOf, unansweredKeyOf } from './reveal.ts';
import { closeDueTimed, closeTimedPractices, isToClose } from './timed-closing.service.ts';

const LISTED = 20;

export async function beginPractice(deps: Deps, user: SessionUser, body: Start) {
  const found = body.creationKey ? await store.findPracticeByKey(deps.db, user.id, body.creationKey) : undefined;
  if (found) return { isNew: false, made: await readPractice(deps, user, found.id) };
  const { quizId } = body;
  const kind = practiceKindOf(body.kind);
  if (kind !== 'free' && quizId === undefined) {
    throw new AppError('bad_request', 'Confira os dados enviados.', { fields: { quizId: 'Escolha o simulado.' } });
  }
  const plan = quizId !== undefined && kind !== 'free' ? await planFor(deps, user, kind, quizId) : null;
  const lessonId = kind === 'free' ? (body.lessonId ?? null) : null;
  const findOpen = async () => {
    if (plan) return store.findOpenPractice(deps.db, user.id, plan.quizId, kind);
    return lessonId === null ? undefined : store.findOpenAtLesson(deps.db, user.id, lessonId);
  };
  const open = await findOpen();
  if (open) return { isNew: false, made: await readPractice(deps, user, open.id) };
  const chosen = plan
    ? await plan.choose()
    : lessonId === null
      ? await chooseFreely(deps, user, body)
      : await chooseForLesson(deps, user, lessonId);
  const id = await transact(deps, (tx) =>
    store.insertPractice(tx, {
      ...chosen,
      userId: user.id,
      kind,
      quizId: plan?.quizId ?? null,
      topicId: plan || lessonId !== null ? null : (body.topicId ?? null),
      lessonId,
      creationKey: body.creationKey ?? null,
      now: deps.clock.now(),
    }),
  );
  if (id !== undefined) return { isNew: true, made: await readPractice(deps, user, id) };
  // Another start was faster by a blink: its practice is the one.
  const theirs =
    (body.creationKey ? await store.findPracticeByKey(deps.db, user.id, body.creationKey) : undefined) ??
    (await findOpen());
  if (!theirs) throw new AppError('conflict', 'Não foi possível iniciar o treino. Tente de novo.');
  return { isNew: false, made: await readPractice(deps, user, theirs.id) };
}

export async function readPractice(deps: Deps, user: SessionUser, id: number) {
  // Overdue attempts are graded first, so that keys shown from now on do not count as known to them.
  await closeDue(deps, user.id);
  const { practice, rows } = await findCurrent(deps, user, id);
  const now = deps.clock.now();
  await refuseKeys(deps.db, user, practice, rows, now);
  const shows = showsKeyIn(practice);
  const idsOf = (some: typeof rows) => some.map(({ questionId }) => questionId);
  await recordKeysShown(deps.db, user, idsOf(rows.filter(shows)), now);
  const toShow = idsOf(rows.filter((row) => !shows(row)));
  return payloadOf(deps.db, practice, rows, { now, priceOf: await readKeyPrices(deps.db, user, toShow, now) });
}

/** Whether the answers of a practice wait for its end. */
const isWithheld = ({ deadlineAt, finishedAt }: store.PracticeRow) => deadlineAt !== null && finishedAt === null;

/** Whether the key of a question shows: with its answer, or all together at the end of a timed practice. */
const showsKeyIn = (practice: store.PracticeRow) => (row: store.PracticeQuestionRow) =>
  practice.deadlineAt === null ? row.optionId !== null : practice.finishedAt !== null;

/** The practice with its questions. A timed one is closed first if its time is over. */
async function findCurrent(deps: Deps, user: SessionUser, id: number) {
  await closeDueTimed(deps, user.id);
  const practice = await requireFound(store.findPractice(deps.db, id, user.id), practiceNotFound);
  const rows = await store.listPracticeQuestions(deps.db, practice.id);
  // The version before closes a timed practice without grading it.
  const isUngraded = practice.finishedAt !== null && rows.some(({ chosenOptionId }) => chosenOptionId !== null);
  if (!isUngraded) return { practice, rows };
  await closeTimedPractices(deps, [id]);
  return { practice, rows: await store.listPracticeQuestions(deps.db, practice.id) };
}

async function payloadOf(
  db: Db,
  practice: store.PracticeRow,
  rows: readonly store.PracticeQuestionRow[],
  { now, priceOf }: { now: Date; priceOf: (questionId: number) => Date | null },
) {
  const shows = showsKeyIn(practice);
  const contents = await readContents(
    db,
    rows.map(({ questionVersionId }) => questionVersionId),
  );
  const byId = new Map(contents.map((content) => [content.id, content]));
  const answered = contents.filter(({ id }) =>
    rows.some((row) => row.questionVersionId === id && row.optionId !== null && shows(row)),
  );
  const shares = await sharesOf(db, answered);
  return {
    ...without(practice, 'shuffleOptions', 'deadlineAt'),
    ...progressOf(rows),
    ...(isWithheld(practice) && practice.deadlineAt
      ? { correct: 0, timed: { deadlineAt: practice.deadlineAt, serverTime: now } }
      : {}),
    questions: rows.flatMap((row) => {
      const content = byId.get(row.questionVersionId);
      if (!content) return [];
      const options = practice.shuffleOptions ? inOrderOf(practice.id, content.options) : content.options;
      return {
        id: row.questionId,
        kind: content.kind,
        format: content.format,
        baseText: content.baseText,
        questionText: content.statement,
        subject: row.subject,
        source: row.source,
        organ: row.organ,
        post: row.post,
        year: row.year,
        difficulty: row.difficulty,
        // Only what may be seen: the key comes with the answer.
        options: options.map(({ id, optionText }) => ({ id, optionText })),
        answer: row.optionId !== null && shows(row) ? revealOf(content, row, row.optionId, shares(content)) : null,
        ...(isWithheld(practice) ? { chosenOptionId: row.optionId ?? row.chosenOptionId } : {}),
        ...(row.optionId === null && shows(row) ? { unansweredKey: unansweredKeyOf(content, row) } : {}),
        postponesTo: priceOf(row.questionId),
      };
    }),
  };
}

const progressOf = (rows: readonly store.PracticeQuestionRow[]) => ({
  answered: rows.filter(({ optionId, chosenOptionId }) => (optionId ?? chosenOptionId) !== null).length,
  correct: rows.filter(({ isCorrect }) => isCorrect).length,
});

const correctedAtTheEnd = () =>
  new AppError('state_conflict', 'Neste simulado as respostas são corrigidas na entrega.', { status: 'timed' });

/** The first answer counts: a repeated or different answer returns the stored one. */
export async function answerInPractice(
  deps: Deps,
  user: SessionUser,
  id: number,
  questionId: number,
  optionId: number,
) {
  const now = deps.clock.now();
  await closeDue(deps, user.id);
  return transact(deps, async (tx) => {
    const practice = await requireFound(store.lockPractice(tx, id, user.id), practiceNotFound);
    if (isWithheld(practice)) throw correctedAtTheEnd();
    const rows = await store.listPracticeQuestions(tx, id);
    const row = rows.find((one) => one.questionId === questionId);
    const [content] = row ? await readContents(tx, [row.questionVersionId]) : [];
    if (!row || !content?.options.some((option) => option.id === optionId)) {
      throw new AppError('bad_request', 'Esta resposta não pertence ao treino.', {
        fields: { questionId: 'A questão ou a alternativa não é deste treino.' },
      });
    }
    // Before the key is shown, also a second time.
    await refuseKeys(tx, user, practice, [...rows, { questionId, optionId }], now);
    if (row.optionId !== null || !practice.finishedAt) await recordKeysShown(tx, user, [questionId], now);
    if (row.optionId !== null) {
      const { total, finishedAt } = practice;
      const shares = (await sharesOf(tx, [content]))(content);
      return { answer: revealOf(content, row, row.optionId, shares), total, finishedAt, ...progressOf(rows) };
    }
    if (practice.finishedAt) {
      throw new AppError('state_conflict', 'Este treino já foi encerrado.', { status: 'finished' });
    }
    const { isCorrect } = revealOf(content, row, optionId, null);
    await store.saveAnswer(tx, { practiceId: id, questionId, optionId, isCorrect, now });
    await recordPracticeAnswer(tx, { userId: user.id, practiceId: id, questionId, optionId, isRight: isCorrect, now });
    const { questionListId } = practice;
    if (questionListId !== null) await recordListAnswer(tx, { listId: questionListId, questionId, isCorrect, now });
    const revealed = revealOf(content, row, optionId, (await sharesOf(tx, [content]))(content));
    const before = progressOf(rows);
    const answered = before.answered + 1;
    const isLast = answered === practice.total;
    if (isLast) await store.closePractice(tx, id, now);
    return {
      answer: revealed,
      total: practice.total,
      answered,
      correct: before.correct + (revealed.isCorrect ? 1 : 0),
      finishedAt: isLast ? now : null,
    };
  });
}

export async function finishPractice(deps: Deps, user: SessionUser, id: number) {
  // Refused before anything is changed.
  const { timed } = await readPractice(deps, user, id);
  if (timed) await closeTimedPractices(deps, [id]);
  else await store.closePractice(deps.db, id, deps.clock.now());
  return readPractice(deps, user, id);
}

export async function listOwnPractices(deps: Deps, user: SessionUser) {
  const [rows, held] = await Promise.all([
    store.listPracticeRows(deps.db, user.id, LISTED),
    readAsOne(deps.db, withheldReads(user.id, deps.clock.now())),
  ]);
  const underWay = toUnderWay(held.underWay);
  const due = rows.filter((row) => isToClose(deps, row));
  if (due.length > 0) {
    await closeTimedPractices(
      deps,
      due.map(({ id }) => id),
    );
    return listOwnPractices(deps, user);
  }
  const ids = rows.map(({ id }) => id);
  const [holding, shown] = await Promise.all([
    underWay.size === 0 ? [] : store.listPracticesContaining(deps.db, ids, [...underWay.keys()]),
    store.listShownIn(deps.db, ids),
  ]);
  const priceOf = await readKeyPrices(
    deps.db,
    user,
    shown.map(({ questionId }) => questionId),
    deps.clock.now(),
  );
  const prices = new Map(
    shown.map(({ practiceId, questionId }) => [practiceId, priceOf(questionId)] as const).filter(([, price]) => price),
  );
  const heldQuestion = new Map(holding.map(({ practiceId, questionId }) => [practiceId, questionId]));
  return rows.map((row) => {
    const holder = underWay.get(heldQuestion.get(row.id) ?? 0);
    const withheldBy = holder ? openQuizOf(holder) : null;
    const correct = withheldBy || isWithheld(row) ? null : Number(row.correct ?? 0);
    return {
      ...without(row, 'shuffleOptions', 'questionListId', 'deadlineAt'),
      answered: Number(row.answered ?? 0),
      correct,
      withheldBy,
      postponesTo: prices.get(row.id) ?? null,
    };
  });
}

export async function readQuizPractice(deps: Deps, user: SessionUser, quizId: number) {
  const now = deps.clock.now();
  // First: it closes what is due, which is under way until then.
  const source = await readPracticeSource(deps, user, quizId);
  const [underWay, training, mistakes, quizPrice] = await Promise.all([
    readUnderWay(deps.db, user.id, now),
    store.findOpenPractice(deps.db, user.id, quizId, 'training'),
    store.findOpenPractice(deps.db, user.id, quizId, 'mistakes'),
    readQuizKeyPrice(deps.db, user, quizId, now),
  ]);
  const wrong = await listWrongQuestions(deps.db, user.id, quizId, [...underWay.keys()]);
  const wrongIds = wrong.map(({ questionId }) => questionId);
  const priceOf = await readKeyPrices(deps.db, user, wrongIds, now);
  const price = quizPrice ?? wrongIds.map(priceOf).find((date) => date !== null);
  const isFree = !source.isBeingTaken;
  return {
    training: isFree && source.mayPractise,
    wrongCount: isFree ? wrong.length : 0,
    openTraining: training?.id ?? null,
    openMistakes: mistakes?.id ?? null,
    postponesTo: price ?? null,
  };
}
