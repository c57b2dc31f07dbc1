import { screens } from '../../../../contract/screens.ts';
import type { Db, Tx } from '../../../db/handle.ts';
import type { Deps } from '../../../deps.ts';
import { carryResultsToCourses, foreseeCourses } from '../../courses/completions.service.ts';
import { notify } from '../../notifications/notifications.service.ts';
import { leansOn, resultOf } from './grading.ts';
import {
  describeAttempts,
  findQuizTitles,
  type HeldAttempt,
  holdGrading,
  recountAttempts,
  rewriteResults,
} from './regrading.store.ts';

/** Of the attempts that change, so many are shown one by one. */
const SHOWN = 200;

type CourseChange = Awaited<ReturnType<typeof foreseeCourses>>[number];
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

/** The attempts to be written anew: those whose hits change, and those that no longer, or again, lean on a key. */
function regradedOf(attempts: readonly HeldAttempt[]) {
  return attempts
    .map(({ id, correctAnswers, recounted, helped, totalQuestions, passingScore, keyKnown: before, mayEarn }) => {
      const keyKnown = leansOn(helped, recounted, totalQuestions, passingScore);
      const isChanged = correctAnswers !== recounted || keyKnown !== before;
      const result = resultOf(recounted, totalQuestions, passingScore);
      return { ...result, id, keyKnown, isChanged, earns: mayEarn && result.passed && !keyKnown };
    })
    .filter(({ isChanged }) => isChanged);
}

async function effectOf(
  db: Db | Tx,
  isAnnulled: boolean,
  attempts: readonly HeldAttempt[],
  changes: readonly Change[],
  courses: readonly CourseChange[],
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
    coursesCompleted: courses.filter(({ becomes }) => becomes === 'completed').length,
    coursesReopened: courses.filter(({ becomes }) => becomes === 'reopened').length,
    certificatesRevoked: courses.filter(({ becomes, hasCertificate }) => becomes === 'reopened' && hasCertificate)
      .length,
    courses: courses
      .slice(0, SHOWN)
      .map(({ studentName, courseTitle, becomes }) => ({ studentName, courseTitle, becomes })),
  };
}

/** What grading the question anew would do. Writes nothing. */
export async function previewRegrading(db: Db, questionId: number, isAnnulled: boolean) {
  const attempts = await recountAttempts(db, questionId, !isAnnulled);
  const courses = await foreseeCourses(db, regradedOf(attempts));
  return effectOf(db, isAnnulled, attempts, changesOf(attempts), courses);
}

/** First of all, before a question changes: whoever closes an attempt from here on sees what is decided. */
export async function holdResults(tx: Tx): Promise<void> {
  await holdGrading(tx);
}

/** `changed`: false when the question stood so before, and every result stays. */
type Annulment = { questionId: number; revision: number; asAnnulled: boolean; changed: boolean };

/** The results of everybody who had a question that was annulled, or is valid again. Students are told. */
export async function regradeQuestion(deps: Deps, tx: Tx, annulment: Annulment) {
  const attempts = await recountAttempts(tx, annulment.questionId, annulment.asAnnulled);
  const changes = annulment.changed ? changesOf(attempts) : [];
  const regraded = annulment.changed ? regradedOf(attempts) : [];
  await rewriteResults(tx, regraded);
  const event = `question:${annulment.questionId}:${annulment.revision}`;
  const courses = await carryResultsToCourses(deps, tx, regraded, event);
  await tell(deps, tx, changes, annulment);
  return effectOf(tx, annulment.asAnnulled, attempts, changes, courses);
}

/** One message per student and quiz; previews of authors concern nobody. */
async function tell(deps: Deps, tx: Tx, changes: readonly Change[], event: Annulment): Promise<void> {
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
      path: screens.quiz(quizId),
      key: `question:${event.questionId}:${event.revision}:quiz:${quizId}`,
    });
  }
}
