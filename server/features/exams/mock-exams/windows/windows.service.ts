import type { BodyOf } from '#contract/endpoint.ts';
import type { saveWindow, WantedWindow } from '#contract/exams/quiz-windows.ts';
import { DAY_MS } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { AppError, wrongField } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { countAttemptsAt, type QuizRow } from '../authoring/authoring.store.ts';
import { draftVersionOf, findOwnQuiz, lockOwnQuiz, savedElsewhere } from '../authoring/drafts.service.ts';
import { findVersion } from '../authoring/versions.store.ts';
import { totalMinutes } from '../taking/conduct.ts';
import { settleResults } from './window-results.service.ts';
import { areResultsOut, resultsAtOf } from './window-rules.ts';
import { countInWindow, deleteWindow, findWindow, moveResults, writeWindow } from './windows.store.ts';

const LONGEST_MS = 31 * DAY_MS;
const FARTHEST_MS = 400 * DAY_MS;

async function versionsOf(db: Db | Tx, quiz: QuizRow) {
  const draft = await findVersion(db, draftVersionOf(quiz));
  const taken = quiz.publishedVersionId === null ? draft : await findVersion(db, quiz.publishedVersionId);
  if (!draft || !taken) throw new Error(`A version of the quiz ${quiz.id} is gone.`);
  return { draft, taken };
}

async function windowOf(deps: Deps, db: Db | Tx, quiz: QuizRow) {
  const { draft, taken } = await versionsOf(db, quiz);
  const window = await findWindow(db, quiz.id);
  const counts = await countInWindow(db, quiz.id);
  return {
    id: quiz.id,
    title: taken.title,
    isPublished: quiz.publishedVersionId !== null,
    timeLimit: taken.timeLimit,
    questionCount: taken.questionCount,
    drawCount: Math.max(draft.drawCount, taken.drawCount),
    version: window?.version ?? 0,
    window: window
      ? {
          opensAt: window.opensAt,
          closesAt: window.closesAt,
          lateStart: window.lateStart,
          resultsAt: window.resultsAt,
          hasEnded: window.endedAt !== null,
          ...counts,
        }
      : null,
    serverTime: deps.clock.now(),
  };
}

export async function readWindow(deps: Deps, user: SessionUser, quizId: number) {
  return windowOf(deps, deps.db, await findOwnQuiz(deps.db, user, quizId));
}

/** From here until the results are out, neither practice nor another quiz shows these questions. */
export async function saveWindowOf(deps: Deps, user: SessionUser, quizId: number, body: BodyOf<typeof saveWindow>) {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const quiz = await lockOwnQuiz(tx, user, quizId);
    const standing = await findWindow(tx, quizId);
    // Also the answer to a repeated call whose first answer was lost.
    if (isSame(standing, body.window)) return windowOf(deps, tx, quiz);
    if ((standing?.version ?? 0) !== body.version) throw savedElsewhere();
    if (standing?.endedAt) throw windowConflict('O horário deste simulado já passou. Duplique-o para marcar outro.');
    const hasOpened = standing !== undefined && standing.opensAt.getTime() <= now.getTime();
    if (body.window === null) {
      if (hasOpened) throw windowConflict('O simulado já abriu: o horário não pode mais ser tirado.');
      await deleteWindow(tx, quizId);
    } else {
      const { draft, taken } = await versionsOf(tx, quiz);
      refuseDraws(Math.max(draft.drawCount, taken.drawCount));
      const { opensAt, closesAt, lateStart } = checked(body.window, now);
      if (
        hasOpened &&
        (+opensAt !== +standing.opensAt || lateStart !== standing.lateStart || closesAt < standing.closesAt)
      )
        throw windowConflict('O simulado já abriu: só o fechamento pode ser adiado.');
      if (!standing && (await countAttemptsAt(tx, quizId)) > 0)
        throw windowConflict('Este simulado já foi feito. Duplique-o e marque o horário da cópia.');
      const resultsAt = resultsAtOf(closesAt, lateStart, totalMinutes(taken));
      // Attempts are locked before the window, as by those who hand them in.
      if (hasOpened) await moveResults(tx, quizId, resultsAt);
      await writeWindow(tx, quizId, { opensAt, closesAt, lateStart, resultsAt, now });
      if (hasOpened) await settleResults(tx, quizId);
    }
    await recordAudit(tx, {
      at: now,
      actorId: user.id,
      action: body.window === null ? 'quiz.window_removed' : 'quiz.window_set',
      subject: `quiz:${quizId}`,
      details: body.window ?? {},
    });
    return windowOf(deps, tx, quiz);
  });
}

const windowConflict = (message: string) => new AppError('conflict', message);

type CurrentWindow = Awaited<ReturnType<typeof findWindow>>;

function isSame(standing: CurrentWindow, wanted: WantedWindow | null): boolean {
  if (!standing || !wanted) return !standing && !wanted;
  return (
    standing.opensAt.getTime() === Date.parse(wanted.opensAt) &&
    standing.closesAt.getTime() === Date.parse(wanted.closesAt) &&
    standing.lateStart === wanted.lateStart
  );
}

/** The questions of a draw are not known before the attempt, so they cannot be kept secret until the window opens. */
export function refuseDraws(drawCount: number): void {
  if (drawCount === 0) return;
  const message = 'Um simulado com horário precisa de questões fixas. Para sortear, crie uma série: ela sorteia antes.';
  throw wrongField('window', message, 'quiz_incomplete');
}

/** The moments of a window that can still be kept to. */
export function checked(wanted: WantedWindow, now: Date) {
  const opensAt = new Date(wanted.opensAt);
  const closesAt = new Date(wanted.closesAt);
  const refuse = (field: string, message: string) => {
    throw wrongField(`window.${field}`, message);
  };
  if (closesAt.getTime() <= now.getTime()) refuse('closesAt', 'Este horário já passou.');
  if (closesAt.getTime() - opensAt.getTime() > LONGEST_MS) refuse('closesAt', 'No máximo 31 dias aberto.');
  if (opensAt.getTime() - now.getTime() > FARTHEST_MS) refuse('opensAt', 'Confira o ano.');
  return { opensAt, closesAt, lateStart: wanted.lateStart };
}

/**
 * Before another version becomes what students take: not while some are in the middle of the one that stands, and with
 * the results where its time limit puts them.
 */
export async function fitWindowTo(
  tx: Tx,
  quizId: number,
  version: { drawCount: number; timeLimit: number | null; conduct: unknown },
  now: Date,
): Promise<void> {
  const window = await findWindow(tx, quizId);
  if (!window || window.endedAt || areResultsOut(window.resultsAt, now)) return;
  if (window.opensAt.getTime() <= now.getTime())
    throw windowConflict('O simulado está aberto agora. Publique as mudanças depois que ele fechar.');
  refuseDraws(version.drawCount);
  const { opensAt, closesAt, lateStart } = window;
  const resultsAt = resultsAtOf(closesAt, lateStart, totalMinutes(version));
  if (resultsAt.getTime() !== window.resultsAt.getTime())
    await writeWindow(tx, quizId, { opensAt, closesAt, lateStart, resultsAt, now });
}
