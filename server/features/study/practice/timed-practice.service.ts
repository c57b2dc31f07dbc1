import type { BodyOf } from '#contract/endpoint.ts';
import type { chooseInPractice, startTimedPractice, TimedPracticeOffer } from '#contract/study/timed-practice.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { extraOf, readRightInForce } from '#server/features/exams/exam-time/rights/rights.service.ts';
import { deadlineOf } from '#server/features/exams/mock-exams/grading/deadline.ts';
import { readUnderWay } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { readKeyPrices } from '#server/features/exams/mock-exams/taking/key-openings.service.ts';
import { readContents } from '#server/features/questions/questions/questions.service.ts';
import { bringUpToDate } from '#server/features/study/review/memory.service.ts';
import { AppError, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { practising } from './free-practice.service.ts';
import { nothingToPractise } from './nothing-to-practise.ts';
import * as practices from './practice.store.ts';
import { drawFreeQuestions } from './practice-pool.store.ts';
import { practiceNotFound, refuseKeys } from './refuse-keys.service.ts';
import { closeDueTimed, isDue } from './timed-closing.service.ts';
import * as store from './timed-practice.store.ts';

const TITLE = 'Simulado dos meus erros';

/** Mistakes that are counted at most. */
const COUNTED_MAX = 5000;

const onlyMistakes = { topicIds: [], sources: [], difficulties: [], only: 'wrong' } as const;

/** Closes what is over and takes in what was answered: both change which mistakes are open. */
async function settle(deps: Deps, userId: string): Promise<void> {
  await closeDueTimed(deps, userId);
  await bringUpToDate(deps, userId);
}

export async function readTimedPracticeOffer(deps: Deps, user: SessionUser): Promise<TimedPracticeOffer> {
  await settle(deps, user.id);
  const now = deps.clock.now();
  const [who, open, underWay, right] = await Promise.all([
    practising(deps, user),
    store.findOpenTimed(deps.db, user.id),
    readUnderWay(deps.db, user.id, now),
    readRightInForce(deps.db, user.id, now),
  ]);
  const extra = right && extraOf(right);
  const mistakes = await store.listOpenMistakes(deps.db, who, COUNTED_MAX);
  const free = mistakes.filter(({ isFree }) => isFree).map(({ questionId }) => questionId);
  const priceOf = await readKeyPrices(deps.db, user, free, now);
  const price = free.map(priceOf).find((date) => date !== null) ?? null;
  return {
    available: free.length,
    withheld: mistakes.length - free.length,
    leavesOutExam: [...underWay.values()].some(({ holdsResults }) => holdsResults),
    open: open ? { ...open, deadlineAt: open.deadlineAt.toISOString() } : null,
    postponesTo: price?.toISOString() ?? null,
    ...(extra && extra.percent + extra.minutes > 0 ? { extraTime: extra } : {}),
  };
}

/** A student has one open timed practice at most: a second start answers with it. */
export async function beginTimedPractice(deps: Deps, user: SessionUser, body: BodyOf<typeof startTimedPractice>) {
  await settle(deps, user.id);
  const { count, minutes, creationKey } = body;
  const find = async () =>
    (await practices.findPracticeByKey(deps.db, user.id, creationKey))?.id ??
    (await store.findOpenTimed(deps.db, user.id))?.practiceId;
  const found = await find();
  if (found !== undefined) return { isNew: false, made: { practiceId: found } };
  const questions = await drawFreeQuestions(deps.db, await practising(deps, user), onlyMistakes, count);
  if (questions.length === 0) {
    // Another start that was faster holds the questions.
    const faster = await find();
    if (faster !== undefined) return { isNew: false, made: { practiceId: faster } };
    throw nothingToPractise('Não há erros em aberto para um simulado agora.');
  }
  const now = deps.clock.now();
  const id = await transact(deps, (tx) =>
    practices.insertPractice(tx, {
      userId: user.id,
      kind: 'timed',
      quizId: null,
      topicId: null,
      lessonId: null,
      title: TITLE,
      creationKey,
      shuffleOptions: false,
      deadlineAt: deadlineOf(now, minutes),
      questions,
      now,
    }),
  );
  if (id !== undefined) return { isNew: true, made: { practiceId: id } };
  // Another start was faster.
  const theirs = await find();
  if (theirs === undefined) throw new AppError('conflict', 'Não foi possível iniciar o simulado. Tente de novo.');
  return { isNew: false, made: { practiceId: theirs } };
}

const over = () =>
  new AppError('state_conflict', 'O tempo deste simulado acabou ou ele já foi entregue.', { status: 'finished' });

/** Saves choices without grading them. The lock serialises them with the end. */
export async function saveChoices(
  deps: Deps,
  user: SessionUser,
  id: number,
  { choices }: BodyOf<typeof chooseInPractice>,
) {
  await closeDueTimed(deps, user.id);
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const practice = await requireFound(practices.lockPractice(tx, id, user.id), practiceNotFound);
    const { deadlineAt, finishedAt, total } = practice;
    if (deadlineAt === null) {
      throw new AppError('state_conflict', 'Este treino corrige cada resposta na hora.', { status: 'untimed' });
    }
    if (finishedAt !== null || isDue(deps, deadlineAt)) throw over();
    const rows = await practices.listPracticeQuestions(tx, id);
    await refuseKeys(tx, user, practice, rows, now);
    const versionOf = new Map(rows.map(({ questionId, questionVersionId }) => [questionId, questionVersionId]));
    const contents = await readContents(
      tx,
      choices.flatMap(({ questionId }) => versionOf.get(questionId) ?? []),
    );
    const optionsOf = new Map(contents.map((one) => [one.id, new Set(one.options.map((option) => option.id))]));
    const isForeign = choices.some(({ questionId, optionId }) => {
      const options = optionsOf.get(versionOf.get(questionId) ?? 0);
      return !options || (optionId !== null && !options.has(optionId));
    });
    if (isForeign) {
      throw new AppError('bad_request', 'Esta resposta não pertence ao simulado.', {
        fields: { choices: 'A questão ou a alternativa não é deste simulado.' },
      });
    }
    // The last choice of a question holds.
    const last = new Map(choices.map((choice) => [choice.questionId, choice]));
    await store.saveChoices(tx, id, [...last.values()], now);
    const after = new Map(rows.map((row) => [row.questionId, row.optionId ?? row.chosenOptionId]));
    for (const { questionId, optionId } of last.values()) after.set(questionId, optionId);
    const answered = [...after.values()].filter((optionId) => optionId !== null).length;
    return { answered, total, deadlineAt, serverTime: now };
  });
}
