import type { QueryOf } from '#contract/endpoint.ts';
import type { listAttempts } from '#contract/exams/quiz-overview.ts';
import type { Db } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { isPaused } from '#server/features/exams/exam-time/rights/personal-time.ts';
import { extraOf, readRightInForce } from '#server/features/exams/exam-time/rights/rights.service.ts';
import type { QuestionContents } from '#server/features/questions/questions/question-contents.ts';
import { isAuthor } from '#server/http/access.ts';
import { requireFound } from '#server/http/errors.ts';
import { cursorOf, readPage, rowId } from '#server/http/paging.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { startOfMinute } from '#server/time/calendar.ts';
import { listQuestionsOfVersion } from '../drawing/draws.store.ts';
import { closeDue } from '../grading/closing.service.ts';
import { asRules } from '../grading/tallies.store.ts';
import { quizNotFound } from '../quiz-not-found.ts';
import { isDelivered, readShownWindow } from '../windows/presence.service.ts';
import { areResultsOut } from '../windows/window-rules.ts';
import { asAttempt } from './attempt-results.ts';
import { questionsAsSeen } from './attempts.service.ts';
import {
  countAnswered,
  countClosedAttempts,
  findAnyOpenAttempt,
  findAttemptAmong,
  findBestAttempt,
  findOpenAttempt,
  listClosedAttempts,
  listPayload,
} from './attempts.store.ts';
import { type OpenQuiz, readWithheldAttempts } from './being-taken.service.ts';
import { asConduct } from './conduct.ts';
import { readKeyRule } from './key-openings.service.ts';
import { ownTimeOf } from './own-time.ts';
import { quizFault } from './quiz-fault.ts';
import { countSubjectsOfVersion, findPublishedQuiz, findQuizVersion, type PublishedQuiz } from './quizzes.store.ts';
import { showRules } from './shown-rules.service.ts';

/** What a student reads about a quiz before it begins. */
export const asShown = ({ id, title, description, timeLimit, passingScore, questionCount }: ShownQuiz) => ({
  id,
  title,
  description,
  timeLimit,
  passingScore,
  questionCount,
});
type ShownQuiz = Pick<PublishedQuiz, 'id' | 'title' | 'description' | 'timeLimit' | 'passingScore' | 'questionCount'>;

/** A quiz that draws has questions only for who has an attempt open at it. */
export async function readQuiz(deps: Deps, contents: QuestionContents, user: SessionUser, quizId: number) {
  const ended = await quizFault(deps, user, quizId);
  if (ended && !(await findAnyOpenAttempt(deps.db, user.id, quizId))) throw ended;
  const found = await requireFound(findPublishedQuiz(deps.db, quizId), quizNotFound);
  const quiz = { ...found, timeLimit: await ownLimitOf(deps, user, found) };
  // Until the results of a window are out, its questions are shown only during an attempt that is not handed in.
  const now = deps.clock.now();
  const isShut = quiz.resultsAt !== null && !areResultsOut(quiz.resultsAt, now);
  const any = await findAnyOpenAttempt(deps.db, user.id, quizId);
  // No question is read while the clock of a break stands still.
  if (any && isPaused(any, now)) return { ...asShown(quiz), questions: [] };
  if (quiz.drawCount > 0 || isShut) {
    const open = any && !(any.resultsAt && isDelivered(any, now)) ? any : undefined;
    const sheet = open ? await listPayload(deps.db, open.id) : [];
    return { ...asShown(quiz), questions: open ? await questionsAsSeen(contents, open.id, quiz, sheet) : [] };
  }
  const questions = await listQuestionsOfVersion(deps.db, quiz.versionId);
  return {
    ...asShown(quiz),
    questions: await contents.of(questions.map(({ questionVersionId }) => questionVersionId)),
  };
}

/** The limit as this person has it. */
async function ownLimitOf(deps: Deps, user: SessionUser, quiz: PublishedQuiz): Promise<number | null> {
  const right = isAuthor(user) ? null : await readRightInForce(deps.db, user.id, deps.clock.now());
  return ownTimeOf(quiz, right && extraOf(right))?.timeLimit ?? quiz.timeLimit;
}

/** The quiz page. An unpublished quiz is still shown to a student with an open attempt at it. */
export async function readOverview(deps: Deps, user: SessionUser, quizId: number) {
  await closeDue(deps, user.id);
  const [open, ended, published, withheld] = await Promise.all([
    findOpenAttempt(deps.db, user.id, quizId),
    quizFault(deps, user, quizId),
    findPublishedQuiz(deps.db, quizId),
    readWithheldAttempts(deps.db, user.id, deps.clock.now()),
  ]);
  if (ended && !open) throw ended;
  const quiz = published ?? (open && (await findQuizVersion(deps.db, open.versionId)));
  if (!quiz) throw quizNotFound();
  const [subjects, best, attemptCount, answered, withheldBy, keyRule, rules, window, right] = await Promise.all([
    countSubjectsOfVersion(deps.db, quiz.versionId),
    findBestAttempt(deps.db, user.id, quizId, [...withheld.keys()]),
    countClosedAttempts(deps.db, user.id, quizId),
    open ? countAnswered(deps.db, open.id) : 0,
    withheld.size === 0 ? null : findWithheldAt(deps.db, user.id, quizId, withheld),
    readKeyRule(deps, user, quiz),
    showRules(deps.db, asRules(quiz.rules)),
    readShownWindow(deps, user, quizId, open),
    isAuthor(user) ? null : readRightInForce(deps.db, user.id, deps.clock.now()),
  ]);
  const own = ownTimeOf(quiz, right && extraOf(right));
  // Inside a window the page computes what a late start leaves from the time of everybody.
  const timeLimit = own && !window ? own.timeLimit : quiz.timeLimit;
  return {
    ...asShown(quiz),
    timeLimit,
    subjects: subjects.map(({ name, questionCount }) => ({ name, questionCount })),
    rules,
    conduct: asConduct(quiz.conduct),
    best: best ? asAttempt(best, null) : null,
    withheldBy,
    attemptCount,
    openAttempt:
      open && !window?.isDelivered
        ? { id: open.id, startedAt: open.startedAt, deadlineAt: open.deadlineAt, answered }
        : null,
    window,
    ...(own && window ? { extraTime: own } : {}),
    hasRanking: quiz.resultsAt !== null && areResultsOut(quiz.resultsAt, deps.clock.now()),
    keyRule,
    serverTime: window ? deps.clock.now() : startOfMinute(deps.clock.now()),
  };
}

const attemptsCursor = cursorOf({ id: rowId });

/** The quiz that withholds the result of one of the attempts at this one. */
async function findWithheldAt(db: Db, userId: string, quizId: number, withheld: ReadonlyMap<number, OpenQuiz>) {
  const id = await findAttemptAmong(db, userId, quizId, [...withheld.keys()]);
  return id === undefined ? null : (withheld.get(id) ?? null);
}

/** Listing the attempts closes the direct ones: a client that asks for results has sent all its answers. */
export async function listAttemptsOf(
  deps: Deps,
  user: SessionUser,
  quizId: number,
  query: QueryOf<typeof listAttempts>,
) {
  const from = attemptsCursor.from(query);
  await closeDue(deps, user.id, { directsOf: quizId });
  const [page, withheld] = await Promise.all([
    readPage(from, {
      rows: ({ limit, after }) => listClosedAttempts(deps.db, user.id, quizId, { limit, before: after?.id ?? null }),
      total: countClosedAttempts(deps.db, user.id, quizId),
    }),
    readWithheldAttempts(deps.db, user.id, deps.clock.now()),
  ]);
  // Without attempts the quiz itself may not exist: answered with 404.
  if (page.total === 0 && !(await findPublishedQuiz(deps.db, quizId))) throw quizNotFound();
  return { ...page, rows: page.rows.map((row) => asAttempt(row, withheld.get(row.id) ?? null)) };
}
