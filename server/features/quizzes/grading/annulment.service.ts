import type { Db, Tx } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import type { SessionUser } from '../../../http/sessions.ts';
import { recordCompletionsByAttempts } from '../../courses/completions.service.ts';
import { notify } from '../../notifications/notifications.service.ts';
import { annulStatus, readEditableStatus, reinstateStatus } from '../../question-bank/annulled-status.service.ts';
import {
  describeAttempts,
  findQuizTitles,
  type HeldAttempt,
  holdGrading,
  recountAttempts,
  rewriteResults,
} from './annulment.store.ts';
import { resultOf } from './grading.ts';

/** Of the attempts that change, so many are shown one by one. */
const SHOWN = 200;

type Change = HeldAttempt & { after: { score: number; passed: boolean } };

/** The attempts whose hits change, graded by the same function as ever. */
function changesOf(attempts: readonly HeldAttempt[]): Change[] {
  return attempts
    .filter(({ correctAnswers, recounted }) => correctAnswers !== recounted)
    .map((attempt) => ({
      ...attempt,
      after: resultOf(attempt.recounted, attempt.totalQuestions, attempt.passingScore),
    }));
}

async function effectOf(
  db: Db | Tx,
  isAnnulled: boolean,
  attempts: readonly HeldAttempt[],
  changes: readonly Change[],
) {
  const weight = (change: Change) =>
    change.passed !== change.after.passed ? 2 : change.score !== change.after.score ? 1 : 0;
  const shown = changes.toSorted((a, b) => weight(b) - weight(a) || a.id - b.id).slice(0, SHOWN);
  const described = await describeAttempts(
    db,
    shown.map(({ id }) => id),
  );
  const byId = new Map(described.map((row) => [row.id, row]));
  return {
    isAnnulled,
    attempts: attempts.length,
    changed: changes.length,
    passGained: changes.filter(({ passed, after }) => !passed && after.passed).length,
    passLost: changes.filter(({ passed, after }) => passed && !after.passed).length,
    students: new Set(changes.flatMap(({ userId }) => userId ?? [])).size,
    changes: shown.map((change) => {
      const row = byId.get(change.id);
      return {
        attemptId: change.id,
        studentName: row?.studentName ?? null,
        quizTitle: row?.quizTitle ?? '',
        finishedAt: row?.finishedAt ?? new Date(0),
        scoreBefore: change.score,
        scoreAfter: change.after.score,
        passedBefore: change.passed,
        passedAfter: change.after.passed,
      };
    }),
  };
}

/** Dry run: what annulling would do, or taking the annulment back where there is one. Writes nothing. */
export async function previewAnnulment(deps: Deps, user: SessionUser, questionId: number) {
  const { isAnnulled } = await readEditableStatus(deps, user, questionId);
  const attempts = await recountAttempts(deps.db, questionId, !isAnnulled);
  return effectOf(deps.db, isAnnulled, attempts, changesOf(attempts));
}

/** Full credit for everybody who had the question, in one transaction. Twice is once. */
export async function annul(deps: Deps, user: SessionUser, questionId: number, reason: string) {
  return regrade(deps, questionId, true, (tx) => annulStatus(deps, tx, user, questionId, reason));
}

export async function reinstate(deps: Deps, user: SessionUser, questionId: number) {
  return regrade(deps, questionId, false, (tx) => reinstateStatus(deps, tx, user, questionId));
}

async function regrade(
  deps: Deps,
  questionId: number,
  asAnnulled: boolean,
  change: (tx: Tx) => Promise<{ changed: boolean; revision: number }>,
) {
  return deps.db.transaction().execute(async (tx) => {
    // First of all: whoever closes an attempt from here on sees what is decided below.
    await holdGrading(tx);
    const { changed, revision } = await change(tx);
    const attempts = await recountAttempts(tx, questionId, asAnnulled);
    const changes = changed ? changesOf(attempts) : [];
    await rewriteResults(
      tx,
      changes.map(({ id, recounted, after }) => ({ ...after, id, correctAnswers: recounted })),
    );
    await recordCompletionsByAttempts(
      deps,
      tx,
      changes.map(({ id }) => id),
      deps.clock.now(),
    );
    await tell(deps, tx, changes, { questionId, revision, asAnnulled });
    return effectOf(tx, asAnnulled, attempts, changes);
  });
}

/** One message per student and quiz; previews of authors concern nobody. */
async function tell(
  deps: Deps,
  tx: Tx,
  changes: readonly Change[],
  event: { questionId: number; revision: number; asAnnulled: boolean },
): Promise<void> {
  const byQuiz = Map.groupBy(
    changes.filter(({ isPreview }) => !isPreview),
    ({ quizId }) => quizId,
  );
  const titles = await findQuizTitles(tx, [...byQuiz.keys()]);
  for (const [quizId, concerned] of byQuiz) {
    const title = titles.get(quizId) ?? 'simulado';
    await notify(deps, tx, {
      kind: 'result_corrected',
      userIds: [...new Set(concerned.flatMap(({ userId }) => userId ?? []))],
      title: event.asAnnulled ? 'Questão anulada: sua nota mudou' : 'Anulação desfeita: sua nota mudou',
      text: event.asAnnulled
        ? `Uma questão de "${title}" foi anulada e todos ganharam o ponto dela.`
        : `A anulação de uma questão de "${title}" foi desfeita: vale de novo a sua resposta.`,
      path: `/quizzes/${quizId}`,
      key: `question:${event.questionId}:${event.revision}:quiz:${quizId}`,
    });
  }
}
