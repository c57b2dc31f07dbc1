import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import { MISTAKES_PAGE, RIGHT_DAYS_TO_LEAVE } from '#contract/limits.ts';
import type {
  changeMistake,
  listMistakes,
  Mistake,
  MistakeKey,
  MistakeReason,
  Mistakes,
} from '#contract/study/review.ts';
import type { Db } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { closeDue } from '#server/features/exams/mock-exams/grading/closing.service.ts';
import { readUnderWay, withheldReads } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { readKeyPrices, recordKeysShown } from '#server/features/exams/mock-exams/taking/key-openings.service.ts';
import { readContents } from '#server/features/questions/questions/questions.service.ts';
import { boughtCourses } from '#server/http/bought.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { dayOf } from '#server/time/calendar.ts';
import { bringUpToDate } from './memory.service.ts';
import {
  findMistakeRow,
  type ListedMistakeRow,
  listVersionsOfOptions,
  type MistakeRow,
  mistakeRows,
  saveNote,
} from './mistakes.store.ts';
import { syncAndRead } from './sync-and-read.service.ts';

/** A notebook with more than this is read from its first subjects on. */
const MISTAKES_MAX = 5000;

const isTrained = ({ outdated }: MistakeRow) => outdated === null;
const isOpen = (row: MistakeRow) => row.rightDays < RIGHT_DAYS_TO_LEAVE;

export async function readMistakes(
  deps: Deps,
  user: SessionUser,
  query: QueryOf<typeof listMistakes>,
): Promise<Mistakes> {
  const now = deps.clock.now();
  const { underWay } = withheldReads(user.id, now);
  const who = { userId: user.id, bought: boughtCourses(user, now) };
  const { rows } = await syncAndRead(deps, user.id, { mistakes: mistakeRows(who, underWay, MISTAKES_MAX) });
  const all: readonly ListedMistakeRow[] = rows.mistakes;
  const today = dayOf(now);
  const ofState = all.filter((row) => isOpen(row) === (query.state === 'open'));
  const ofSubject = ofState.filter((row) => query.subjectId === undefined || row.subjectId === query.subjectId);
  const found = ofSubject
    .filter((row) => query.reason === undefined || (row.reason ?? 'none') === query.reason)
    .filter((row) => query.noted === undefined || row.note !== '');
  const toTrain = ofState.filter(isTrained);
  const toTrainOfSubject = ofSubject.filter(isTrained);
  const page = found.slice((query.page - 1) * MISTAKES_PAGE, query.page * MISTAKES_PAGE);
  return {
    items: query.counts ? [] : await withContents(deps, user, page, now),
    total: found.length,
    pages: Math.max(1, Math.ceil(found.length / MISTAKES_PAGE)),
    open: toTrain.length,
    redo: toTrainOfSubject.filter((row) => isOpen(row) && row.isAskable && row.postponedOn !== today).length,
    outdated: ofState.length - toTrain.length,
    subjects: [...Map.groupBy(ofState, ({ subjectId }) => subjectId)].map(([id, rows]) => ({
      id,
      name: rows[0]?.subject ?? null,
      count: rows.filter(isTrained).length,
    })),
    reasons: [...Map.groupBy(toTrainOfSubject, ({ reason }) => reason)].map(([reason, rows]) => ({
      reason,
      count: rows.length,
    })),
    noted: toTrainOfSubject.filter(({ note }) => note !== '').length,
  };
}

/** As the question was when it went wrong; in its current words where that version is gone. */
async function readAnsweredContents(db: Db, rows: readonly MistakeRow[]) {
  const options = await listVersionsOfOptions(
    db,
    rows.flatMap(({ wrongOptionId }) => wrongOptionId ?? []),
  );
  const versionOf = new Map(options.map(({ optionId, versionId }) => [optionId, versionId]));
  const answered = rows.map((row) => versionOf.get(row.wrongOptionId ?? 0) ?? row.versionId);
  const contents = new Map((await readContents(db, [...new Set(answered)])).map((one) => [one.id, one]));
  return rows.flatMap((row, at) => {
    const content = contents.get(answered[at] ?? 0);
    return content ? [{ row, content }] : [];
  });
}

async function withContents(deps: Deps, user: SessionUser, rows: readonly MistakeRow[], now: Date): Promise<Mistake[]> {
  const questionIds = rows.map((row) => row.questionId);
  const priceOf = await readKeyPrices(deps.db, user, questionIds, now);
  const today = dayOf(now);
  return (await readAnsweredContents(deps.db, rows)).map(({ row, content }) => {
    const chosen = content.options.findIndex(({ id }) => id === row.wrongOptionId);
    const { questionId, subjectId, subject, topic, lastWrongDay, wrongs, rightDays, reason, note } = row;
    const price = priceOf(questionId);
    return {
      ...{ questionId, subjectId, subject, topic, lastWrongDay, wrongs, rightDays, reason, note },
      format: content.format,
      baseText: content.baseText,
      questionText: content.statement,
      kind: content.kind,
      chosen: content.options[chosen]?.optionText ?? null,
      chosenPosition: chosen < 0 ? null : chosen,
      postponesTo: price?.toISOString() ?? null,
      isPostponed: row.postponedOn === today,
      // The reason may tell the key, so it has the key's price.
      outdated: row.outdated && price ? { reason: '' } : row.outdated,
    };
  });
}

export const inOpenAttempt = () =>
  new AppError('attempt_open', 'Esta questão está no simulado em andamento. Finalize-o antes.', { status: 'open' });

/** One row of the notebook, opened: its key counts as shown before it is (103). */
export async function readMistakeKey(deps: Deps, user: SessionUser, questionId: number): Promise<MistakeKey> {
  await closeDue(deps, user.id);
  await bringUpToDate(deps, user.id);
  const now = deps.clock.now();
  if ((await readUnderWay(deps.db, user.id, now)).has(questionId)) throw inOpenAttempt();
  const row = await findMistakeRow(deps.db, user.id, questionId);
  const [mistake] = row ? await readAnsweredContents(deps.db, [row]) : [];
  const right = mistake?.content.options.find(({ isCorrect }) => isCorrect);
  if (!mistake || !right) throw notFound('Esta questão não está no seu caderno de erros.');
  await recordKeysShown(deps.db, user, [questionId], now);
  const { kind, options, comment } = mistake.content;
  return {
    kind,
    options: options.map(({ id, optionText }) => ({ id, optionText })),
    chosenOptionId: options.find(({ id }) => id === mistake.row.wrongOptionId)?.id ?? null,
    rightOptionId: right.id,
    comment,
    optionComments: options.map((option) => ({ id: option.id, comment: option.comment })),
    outdated: mistake.row.outdated,
  };
}

export async function noteMistake(
  deps: Deps,
  user: SessionUser,
  questionId: number,
  body: BodyOf<typeof changeMistake>,
): Promise<{ reason: MistakeReason | null; note: string }> {
  const now = deps.clock.now();
  await closeDue(deps, user.id);
  await bringUpToDate(deps, user.id);
  return transact(deps, async (tx) => {
    // The notebook would reveal whether the answer was wrong.
    if ((await readUnderWay(tx, user.id, now)).has(questionId)) {
      throw inOpenAttempt();
    }
    return requireFound(saveNote(tx, user.id, questionId, body, now), () =>
      notFound('Esta questão não está no seu caderno de erros.'),
    );
  });
}
