import type { AnswerChange } from '#contract/exams/quiz-attempts.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { certainTime } from '#server/clock.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { type Aided, aidsOf } from '#server/features/exams/exam-time/rights/aids.ts';
import { isPaused, personalTimes } from '#server/features/exams/exam-time/rights/personal-time.ts';
import { extraOf, readRightInForce } from '#server/features/exams/exam-time/rights/rights.service.ts';
import type { QuestionContents } from '#server/features/questions/questions/question-contents.ts';
import { isAuthor } from '#server/http/access.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { closeOne } from '../grading/closing.service.ts';
import { isOver, overdueBefore } from '../grading/deadline.ts';
import { asRules } from '../grading/tallies.store.ts';
import { quizNotFound } from '../quiz-not-found.ts';
import { isDelivered } from '../windows/presence.service.ts';
import { areResultsOut, sittingAt, type Window } from '../windows/window-rules.ts';
import type { SaveOne } from './answer-batches.service.ts';
import { type AnswerPlace, type SaveCall, type SaveOutcome, saveAnswerRows } from './answers.store.ts';
import {
  alreadyDelivered,
  attemptClosed,
  attemptExpired,
  attemptTaken,
  doesNotFit,
  notebookClosed,
  notNow,
  refuseElsewhere,
  refusePaused,
} from './attempt-results.ts';
import { findAttemptTimes } from './attempt-times.store.ts';
import { type AttemptRow, findAttempt, findOpenAttempt, listPayload, type PayloadRow } from './attempts.store.ts';
import { asConduct, totalMinutes } from './conduct.ts';
import { insertAttemptAt, insertPersonalAttempt } from './new-attempts.service.ts';
import { inOrderOf } from './option-order.ts';
import { quizFault } from './quiz-fault.ts';
import { findPublishedQuiz, findQuizVersion, type PublishedQuiz } from './quizzes.store.ts';

/** The open attempt of the student at this quiz, or a new one. */
export async function startAttempt(deps: Deps, contents: QuestionContents, user: SessionUser, quizId: number) {
  const open = await findOpenAttempt(deps.db, user.id, quizId);
  const certain = certainTime(deps.clock);
  if (open?.resultsAt && isDelivered(open, certain) && !areResultsOut(open.resultsAt, certain)) {
    throw alreadyDelivered(open.resultsAt);
  }
  if (open && !isOver(open.deadlineAt, certain)) {
    return { isNew: false, made: await openPayload(deps, contents, user, open) };
  }
  if (open) await closeOne(deps, open.id);
  // After the access has ended, an open attempt may be finished, but no new one can start.
  const closed = await quizFault(deps, user, quizId);
  if (closed) throw closed;
  const quiz = await requireFound(findPublishedQuiz(deps.db, quizId), quizNotFound);
  const now = deps.clock.now();
  // Authors may preview their quiz at any time, regardless of the window.
  const total = totalMinutes(quiz);
  const sitting = sittingAt(isAuthor(user) ? null : windowOf(quiz), now, total);
  if (sitting.state !== 'open') throw notNow(quiz, sitting.state);
  const conduct = asConduct(quiz.conduct);
  const right = isAuthor(user) ? null : await readRightInForce(deps.db, user.id, now);
  const plain = {
    startedAt: now,
    deadline: sitting.deadline,
    limitMs: total === null ? null : total * MINUTE_MS,
    sheetMs: conduct.sheet && conduct.sheet.minutes * MINUTE_MS,
    isClocked: total !== null || (sitting.resultsAt !== null && +sitting.deadline === quiz.closesAt?.getTime()),
  };
  const { deadline, notebookUntil } = personalTimes(plain, right && extraOf(right));
  const device = conduct.oneDevice ? user.sessionId : null;
  const attempt = {
    quizId,
    versionId: quiz.versionId,
    userId: user.id,
    isDirect: false,
    isPreview: isAuthor(user),
    now,
    deadline,
    totalQuestions: quiz.questionCount,
    passingScore: quiz.passingScore,
    toldTime: null,
    resultsAt: sitting.resultsAt,
    notebookUntil,
    device,
  };
  const rows = right
    ? await insertPersonalAttempt(deps, quiz, attempt, { ...right, plainMs: +plain.deadline - +now })
    : await insertAttemptAt(deps.db, quiz, attempt);
  const [first] = rows;
  if (first) {
    const started = {
      id: first.attemptId,
      quizId,
      startedAt: now,
      deadlineAt: deadline,
      notebookUntil,
      device,
      leaves: 0,
    };
    const aids = right && { ...right, breaksLeft: right.breaks, pausedUntil: null };
    return { isNew: true, made: await composePayload(deps, contents, user, started, quiz, rows, aids) };
  }
  // Another start was faster by a blink: its attempt is the one.
  const theirs = await findOpenAttempt(deps.db, user.id, quizId);
  if (!theirs) throw new AppError('conflict', 'Não foi possível iniciar o simulado. Tente de novo.');
  return { isNew: false, made: await openPayload(deps, contents, user, theirs) };
}

function windowOf({ opensAt, closesAt, lateStart, resultsAt }: PublishedQuiz): Window | null {
  return opensAt && closesAt && lateStart && resultsAt ? { opensAt, closesAt, lateStart, resultsAt } : null;
}

/** The caller's open attempt by its id; a closed one is refused instead of starting another. */
export async function resumeAttempt(deps: Deps, contents: QuestionContents, user: SessionUser, attemptId: number) {
  const attempt = await findAttempt(deps.db, attemptId, user.id);
  if (!attempt || attempt.isDirect) throw notFound();
  await refuseIfOver(deps, attempt);
  return openPayload(deps, contents, user, attempt);
}

async function openPayload(deps: Deps, contents: QuestionContents, user: SessionUser, attempt: AttemptRow) {
  const quiz = await requireFound(findQuizVersion(deps.db, attempt.versionId), quizNotFound);
  const [rows, times] = await Promise.all([listPayload(deps.db, attempt.id), findAttemptTimes(deps.db, attempt.id)]);
  return composePayload(deps, contents, user, attempt, quiz, rows, times ?? null);
}

async function composePayload(
  deps: Deps,
  contents: QuestionContents,
  user: SessionUser,
  attempt: Pick<AttemptRow, 'id' | 'quizId' | 'startedAt' | 'deadlineAt' | 'notebookUntil' | 'device' | 'leaves'>,
  quiz: PublishedQuiz,
  rows: readonly PayloadRow[],
  aids: Aided | null,
) {
  const rules = asRules(quiz.rules);
  const now = deps.clock.now();
  return {
    id: attempt.id,
    quizId: attempt.quizId,
    title: quiz.title,
    startedAt: attempt.startedAt,
    deadlineAt: attempt.deadlineAt,
    hasTimeLimit: quiz.timeLimit !== null,
    serverTime: now,
    // No question is read while the clock stands still: the browser asks again after the break.
    questions: aids && isPaused(aids, now) ? [] : await questionsAsSeen(contents, attempt.id, quiz, rows),
    answers: rows.filter(({ seq }) => seq > 0).map(asSavedAnswer),
    conduct: asConduct(quiz.conduct),
    worth: rules && { right: rules.right, wrong: rules.wrong, blank: rules.blank },
    notebookUntil: attempt.notebookUntil,
    marks: rows
      .filter(({ sheetSeq }) => sheetSeq > 0)
      .map(({ questionId, sheetOptionId, sheetSeq }) => ({ questionId, optionId: sheetOptionId, seq: sheetSeq })),
    isElsewhere: attempt.device !== null && attempt.device !== user.sessionId,
    leaves: attempt.leaves,
    ...(aids ? { aids: aidsOf(aids, now) } : {}),
  };
}

const asSavedAnswer = ({ questionId, optionId, flagged, doubted, leftBlank, seq }: SavedAnswerRow) => ({
  questionId,
  optionId,
  flagged,
  doubted,
  leftBlank,
  seq,
});
type SavedAnswerRow = Pick<PayloadRow, 'questionId' | 'optionId' | 'flagged' | 'doubted' | 'leftBlank' | 'seq'>;

/** The questions of an attempt, their options in the attempt's own order where the quiz wants that. */
export async function questionsAsSeen(
  contents: QuestionContents,
  attemptId: number,
  quiz: Pick<PublishedQuiz, 'shuffleOptions'>,
  rows: readonly Pick<PayloadRow, 'questionVersionId'>[],
) {
  const questions = await contents.of(rows.map(({ questionVersionId }) => questionVersionId));
  if (!quiz.shuffleOptions) return questions;
  return questions.map((question) => ({ ...question, options: inOrderOf(attemptId, question.options) }));
}

export async function saveAnswers(
  deps: Deps,
  saveOne: SaveOne,
  user: SessionUser,
  attemptId: number,
  changes: readonly AnswerChange[],
) {
  const now = certainTime(deps.clock);
  const [change] = changes;
  if (change !== undefined && changes.length === 1) {
    const isSaved = await saveOne({ call: saveCall(user, attemptId, now), change });
    if (isSaved) return { superseded: [], serverTime: deps.clock.now() };
  }
  const { outcomes, notebookUntil } = await saveOrRefuse(deps, saveCall(user, attemptId, now), changes, 'notebook');
  if (notebookUntil && isOver(notebookUntil, now)) throw notebookClosed();
  return { superseded: supersededOf(outcomes, changes), serverTime: deps.clock.now() };
}

/** Saves answers of an open attempt, and reports why they were not saved. */
export async function saveOrRefuse(deps: Deps, call: SaveCall, changes: readonly AnswerChange[], on: AnswerPlace) {
  const outcomes = await saveAll(deps.db, call, changes, on);
  const [first] = outcomes;
  if (!first) throw notFound();
  await refuseIfOver(deps, { id: call.attemptId, ...first });
  refuseElsewhere(first.isElsewhere);
  refusePaused(first.isPaused);
  return { outcomes, notebookUntil: first.notebookUntil };
}

export async function saveAll(db: Db | Tx, call: SaveCall, changes: readonly AnswerChange[], on: AnswerPlace) {
  const outcomes = await saveAnswerRows(db, call, changes, on);
  const stray = outcomes.find(({ fits }) => !fits);
  if (stray) throw doesNotFit(stray.questionId);
  if (outcomes.some(({ isDirect }) => isDirect)) throw notFound();
  return outcomes;
}

export const saveCall = (user: SessionUser, attemptId: number, now: Date) => ({
  attemptId,
  userId: user.id,
  now,
  overdueBefore: overdueBefore(now),
  device: user.sessionId,
});

/** Only changes older than the stored ones; a repeat of the same change is not reported. */
function supersededOf(outcomes: readonly SaveOutcome[], changes: readonly AnswerChange[]) {
  return outcomes.filter((outcome) => !outcome.saved && isNews(outcome, changes)).map(asSavedAnswer);
}

type Answer = Omit<SavedAnswerRow, 'questionId' | 'seq'>;

/**
 * The answer as the store saves it: a chosen option is never left blank. The return type lists every field of an
 * answer, so a new field cannot be missing from the comparison below.
 */
const answerOf = ({ optionId, flagged, doubted, leftBlank }: AnswerChange): Answer => ({
  optionId,
  flagged,
  doubted,
  leftBlank: leftBlank && optionId === null,
});

/** True when the stored answer differs in any field from the answer that the change asks for. */
export function isNews(standing: SavedAnswerRow, changes: readonly AnswerChange[]): boolean {
  const change = changes.find((one) => one.questionId === standing.questionId);
  if (change === undefined) return false;
  const wanted = answerOf(change);
  return (Object.keys(wanted) as (keyof Answer)[]).some((field) => wanted[field] !== standing[field]);
}

type Ending = Pick<AttemptRow, 'id' | 'closedAt' | 'closedBy' | 'deadlineAt' | 'submittedAt' | 'resultsAt'>;

export async function refuseIfOver(deps: Deps, attempt: Ending) {
  if (attempt.closedAt) throw attempt.closedBy === 'deadline' ? attemptExpired() : attemptClosed();
  if (!attempt.submittedAt && !isOver(attempt.deadlineAt, certainTime(deps.clock))) return;
  await closeOne(deps, attempt.id);
  if (attempt.submittedAt && attempt.submittedAt < attempt.deadlineAt) throw attemptClosed();
  throw attempt.resultsAt ? attemptTaken() : attemptExpired();
}
