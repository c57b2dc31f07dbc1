import type { AnnulmentRule } from '../../../../contract/exam-rules.ts';
import { screens } from '../../../../contract/screens.ts';
import type { Db, Tx } from '../../../db/handle.ts';
import type { Deps } from '../../../deps.ts';
import { carryResultsToCourses, foreseeCourses } from '../../courses/completions.service.ts';
import { notify } from '../../notifications/notifications.service.ts';
import { markRegraded } from '../ranking/ranking.store.ts';
import { judge, leansOnKey, type Tally } from './exam-rules.ts';
import { leansOn, resultOf } from './grading.ts';
import {
  describeAttempts,
  findQuizTitles,
  type HeldAttempt,
  holdGrading,
  recountAttempts,
  rewriteResults,
} from './regrading.store.ts';
import { listRules, listTallies } from './tallies.store.ts';

/** Of the attempts that change, so many are shown one by one. */
const SHOWN = 200;

type CourseChange = Awaited<ReturnType<typeof foreseeCourses>>[number];
type Change = HeldAttempt & {
  after: { correctAnswers: number; score: number; passed: boolean; keyKnown: boolean };
  /** The points by the rules of its version are others. */
  hasOtherPoints: boolean;
  annulment: AnnulmentRule;
};

/** Every attempt with the result that it gets, by the same functions that graded it. */
async function regrade(
  db: Db | Tx,
  attempts: readonly HeldAttempt[],
  questionId: number,
  asAnnulled: boolean,
): Promise<Change[]> {
  const rules = await listRules(db, [...new Set(attempts.map(({ versionId }) => versionId))]);
  const ruled = attempts.filter(({ versionId }) => rules.has(versionId)).map(({ id }) => id);
  const suppose = (isAnnulled: boolean) =>
    ruled.length === 0 ? new Map<number, Tally[]>() : listTallies(db, ruled, { questionId, isAnnulled });
  // One after the other: they may share a connection.
  const before = await suppose(!asAnnulled);
  const after = await suppose(asAnnulled);
  return attempts.map((attempt) => {
    const { id, recounted, helped, totalQuestions, passingScore } = attempt;
    const plain = resultOf(recounted, totalQuestions, passingScore);
    const rule = rules.get(attempt.versionId);
    if (!rule) {
      const keyKnown = leansOn(helped, recounted, totalQuestions, passingScore);
      return { ...attempt, after: { ...plain, keyKnown }, hasOtherPoints: false, annulment: 'point' };
    }
    const [was, is] = [before.get(id) ?? [], after.get(id) ?? []];
    const judged = judge(rule, is, passingScore);
    return {
      ...attempt,
      after: { ...plain, passed: judged.passed, keyKnown: leansOnKey(rule, is, passingScore) },
      hasOtherPoints: judged.points !== judge(rule, was, passingScore).points,
      annulment: rule.annulment,
    };
  });
}

/** Those whose result is another for the student. */
const isChanged = ({ correctAnswers, passed, after, hasOtherPoints }: Change) =>
  correctAnswers !== after.correctAnswers || passed !== after.passed || hasOtherPoints;

/** The attempts to be written anew: changed ones, and those that no longer, or again, lean on a key. */
const regradedOf = (changes: readonly Change[]) =>
  changes
    .filter((change) => isChanged(change) || change.keyKnown !== change.after.keyKnown)
    .map(({ id, mayEarn, after }) => ({ id, ...after, earns: mayEarn && after.passed && !after.keyKnown }));

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

/** Previews of authors are graded anew with all others, and concern nobody. */
const isOfStudent = ({ isPreview }: Pick<HeldAttempt, 'isPreview'>) => !isPreview;

/** What grading the question anew would do. Writes nothing. */
export async function previewRegrading(db: Db, questionId: number, isAnnulled: boolean) {
  const attempts = await recountAttempts(db, questionId, !isAnnulled);
  const results = await regrade(db, attempts, questionId, !isAnnulled);
  const courses = await foreseeCourses(db, regradedOf(results));
  return effectOf(db, isAnnulled, attempts.filter(isOfStudent), results.filter(isChanged).filter(isOfStudent), courses);
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
  const results = annulment.changed ? await regrade(tx, attempts, annulment.questionId, annulment.asAnnulled) : [];
  const changes = results.filter(isChanged);
  const regraded = regradedOf(results);
  await rewriteResults(tx, regraded);
  const event = `question:${annulment.questionId}:${annulment.revision}`;
  const courses = await carryResultsToCourses(deps, tx, regraded, event);
  await tell(deps, tx, changes, annulment);
  const ranked = await markRegraded(tx, [...new Set(attempts.map(({ quizId }) => quizId))], deps.clock.now());
  for (const quizId of ranked) await deps.jobs.send(tx, 'rank-quiz', { quizId });
  return effectOf(tx, annulment.asAnnulled, attempts.filter(isOfStudent), changes.filter(isOfStudent), courses);
}

const annulledText = (title: string, concerned: readonly Change[]) =>
  concerned.every(({ annulment }) => annulment === 'point')
    ? `Uma questão de "${title}" foi anulada e todos ganharam o ponto dela.`
    : `Uma questão de "${title}" foi anulada, e os pontos foram refeitos pela regra do simulado.`;

/** One message per student and quiz; previews of authors concern nobody. */
async function tell(deps: Deps, tx: Tx, changes: readonly Change[], event: Annulment): Promise<void> {
  const byQuiz = Map.groupBy(changes.filter(isOfStudent), ({ quizId }) => quizId);
  const titles = await findQuizTitles(tx, [...byQuiz.keys()]);
  for (const [quizId, concerned] of byQuiz) {
    const title = titles.get(quizId) ?? 'simulado';
    await notify(deps, tx, {
      kind: 'result_corrected',
      userIds: [...new Set(concerned.flatMap(({ userId }) => userId ?? []))],
      title: event.asAnnulled ? 'Questão anulada: sua nota mudou' : 'Anulação desfeita: sua nota mudou',
      text: event.asAnnulled
        ? annulledText(title, concerned)
        : `A anulação de uma questão de "${title}" foi desfeita: vale de novo a sua resposta.`,
      path: screens.quiz(quizId),
      key: `question:${event.questionId}:${event.revision}:quiz:${quizId}`,
    });
  }
}
