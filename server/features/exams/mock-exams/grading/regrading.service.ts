import type { AnnulmentRule } from '#contract/exams/exam-rules.ts';
import { REGRADE_AT_ONCE_MAX } from '#contract/limits.ts';
import { screens } from '#contract/screens.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { carryResultsToCourses, foreseeCourses } from '#server/features/content/courses/completions.service.ts';
import { notify } from '#server/features/platform/notifications/notifications.service.ts';
import { markRegraded } from '../ranking/ranking.store.ts';
import { GRADING_LOCK } from './closing.store.ts';
import { judge, leansOnKey, type Tally } from './exam-rules.ts';
import { leansOn, resultOf } from './grading.ts';
import {
  countContaining,
  describeAttempts,
  findQuizTitles,
  type LockedAttempt,
  lockGrading,
  markCounted,
  recountAttempts,
  rewriteResults,
} from './regrading.store.ts';
import {
  advanceRegrading,
  endRegrading,
  findLastRegrading,
  insertRegrading,
  isAnnulledNow,
  listQuizzesContaining,
  lockRegrading,
  type RegradingRow,
  shareGrading,
  supersedeRegradings,
} from './regradings.store.ts';
import { listRules, listTallies } from './tallies.store.ts';

/** The most changed attempts that are listed individually. */
const SHOWN = 200;

type CourseChange = Awaited<ReturnType<typeof foreseeCourses>>[number];
type Change = LockedAttempt & {
  after: { correctAnswers: number; score: number; passed: boolean; keyKnown: boolean };
  /** The points by the rules of its version are others than when it was last graded. */
  hasOtherPoints: boolean;
  annulment: AnnulmentRule;
};

/** Every attempt with the result that it gets, by the same functions that graded it. */
async function regrade(
  db: Db | Tx,
  attempts: readonly LockedAttempt[],
  questionId: number,
  asAnnulled: boolean,
): Promise<Change[]> {
  const rules = await listRules(db, [...new Set(attempts.map(({ versionId }) => versionId))]);
  const ruled = attempts.filter(({ versionId }) => rules.has(versionId));
  const suppose = (held: readonly LockedAttempt[], isAnnulled: boolean) => {
    const ids = held.map(({ id }) => id);
    return ids.length === 0 ? new Map<number, Tally[]>() : listTallies(db, ids, { questionId, isAnnulled });
  };
  // An attempt already graded with this state of the question has the right points. Awaited in sequence: the two
  // queries may share a connection.
  const before = await suppose(
    ruled.filter(({ countedAnnulled }) => countedAnnulled !== asAnnulled),
    !asAnnulled,
  );
  const after = await suppose(ruled, asAnnulled);
  return attempts.map((attempt) => {
    const { id, recounted, helped, totalQuestions, passingScore } = attempt;
    const plain = resultOf(recounted, totalQuestions, passingScore);
    const rule = rules.get(attempt.versionId);
    if (!rule) {
      const keyKnown = leansOn(helped, recounted, totalQuestions, passingScore);
      return { ...attempt, after: { ...plain, keyKnown }, hasOtherPoints: false, annulment: 'point' };
    }
    const is = after.get(id) ?? [];
    const was = before.get(id) ?? is;
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

/** The attempts to rewrite: those with changed results, and those whose `keyKnown` changed. */
const regradedOf = (changes: readonly Change[]) =>
  changes
    .filter((change) => isChanged(change) || change.keyKnown !== change.after.keyKnown)
    .map(({ id, mayEarn, after }) => ({ id, ...after, earns: mayEarn && after.passed && !after.keyKnown }));

async function effectOf(
  db: Db | Tx,
  isAnnulled: boolean,
  attempts: readonly LockedAttempt[],
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
    isCounted: true,
    regrading: null,
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

/** Authors' previews are regraded like the others, but are not counted and trigger no notification. */
const isOfStudent = ({ isPreview }: Pick<LockedAttempt, 'isPreview'>) => !isPreview;

/** Dry run: the effect of regrading the question. Writes nothing. */
export async function previewRegrading(db: Db, questionId: number, isAnnulled: boolean) {
  if (await isLarge(db, questionId))
    return uncounted(isAnnulled, await countContaining(db, questionId, COUNTED_MAX), null);
  const attempts = await recountAttempts(db, questionId, !isAnnulled);
  const results = await regrade(db, attempts, questionId, !isAnnulled);
  const courses = await foreseeCourses(db, regradedOf(results));
  return effectOf(db, isAnnulled, attempts.filter(isOfStudent), results.filter(isChanged).filter(isOfStudent), courses);
}

/** Must be taken before a question changes: an attempt closed after this lock sees the new decision. */
export async function lockResults(tx: Tx): Promise<void> {
  await lockGrading(tx);
}

/** `changed`: false if the question already had this state, so that every result stays. */
type Annulment = { questionId: number; revision: number; asAnnulled: boolean; changed: boolean };

/**
 * Regrades every attempt with a question that was annulled or is valid again, and notifies the students. A large
 * number of attempts is left to a job.
 */
export async function regradeQuestion(deps: Deps, tx: Tx, annulment: Annulment) {
  if (await isLarge(tx, annulment.questionId)) return beginRegrading(deps, tx, annulment);
  // Fewer than when the last one began, as after accounts were deleted.
  if (annulment.changed) await supersedeRegradings(tx, annulment.questionId);
  const attempts = await recountAttempts(tx, annulment.questionId, annulment.asAnnulled);
  const { changes, courses } = await applyGrades(deps, tx, annulment.changed ? attempts : [], annulment);
  await rankAgain(deps, tx, [...new Set(attempts.map(({ quizId }) => quizId))]);
  return effectOf(tx, annulment.asAnnulled, attempts.filter(isOfStudent), changes.filter(isOfStudent), courses);
}

/** Rewrites the results of these attempts, with course progress and notifications. Idempotent. */
async function applyGrades(deps: Deps, tx: Tx, attempts: readonly LockedAttempt[], annulment: Annulment) {
  const results = await regrade(tx, attempts, annulment.questionId, annulment.asAnnulled);
  const changes = results.filter(isChanged);
  const regraded = regradedOf(results);
  await rewriteResults(tx, regraded);
  await markCounted(tx, attempts, annulment.questionId, annulment.asAnnulled);
  const event = `question:${annulment.questionId}:${annulment.revision}`;
  const courses = await carryResultsToCourses(deps, tx, regraded, event);
  await notifyStudents(deps, tx, changes, annulment);
  return { changes, courses };
}

/** More than this is not counted before it is done. */
const COUNTED_MAX = 1_000_000;

const isLarge = async (db: Db | Tx, questionId: number) =>
  (await countContaining(db, questionId, REGRADE_AT_ONCE_MAX + 1)) > REGRADE_AT_ONCE_MAX;

const uncounted = (isAnnulled: boolean, attempts: number, regrading: RegradingRow | null) => ({
  isAnnulled,
  isCounted: false,
  regrading: regrading && asShown(regrading),
  attempts,
  changed: 0,
  passGained: 0,
  passLost: 0,
  students: 0,
  changes: [],
  coursesCompleted: 0,
  coursesReopened: 0,
  certificatesRevoked: 0,
  courses: [],
});

const asShown = ({ questionId: _, revision: __, lastAttemptId: ___, ...shown }: RegradingRow) => shown;

/** The question is annulled, or valid, from now on; the results follow in the background, and one can watch them. */
async function beginRegrading(deps: Deps, tx: Tx, { questionId, revision, asAnnulled, changed }: Annulment) {
  const standing = changed ? undefined : await findLastRegrading(tx, questionId);
  if (!changed) return uncounted(asAnnulled, standing?.total ?? 0, standing ?? null);
  const total = await countContaining(tx, questionId, COUNTED_MAX);
  const now = deps.clock.now();
  await supersedeRegradings(tx, questionId);
  const regrading = await insertRegrading(tx, { questionId, revision, isAnnulled: asAnnulled, total, now });
  await deps.jobs.send(tx, 'regrade-question', { regradingId: regrading.id });
  return uncounted(asAnnulled, total, regrading);
}

export async function readRegrading(db: Db, questionId: number) {
  const found = await findLastRegrading(db, questionId);
  return { regrading: found ? asShown(found) : null };
}

const CHUNK = 500;
/** Chunks of one run: a job may not take minutes. */
const CHUNKS_A_RUN = 20;

/** One part of the attempts, whole or not at all. True: there is more. */
async function regradeChunk(deps: Deps, regradingId: number, isLast: boolean): Promise<boolean> {
  return transact(deps, async (tx) => {
    // Lock order: grading before the row, the same as a transaction that changes the question.
    await shareGrading(tx, GRADING_LOCK);
    const regrading = await lockRegrading(tx, regradingId);
    if (!regrading || regrading.finishedAt || regrading.isSuperseded) return false;
    const { questionId, revision, isAnnulled: asAnnulled } = regrading;
    // Changed again: the newer one goes over all of them.
    if ((await isAnnulledNow(tx, questionId)) !== asAnnulled) return false;
    const page = { after: regrading.lastAttemptId, limit: CHUNK };
    const attempts = await recountAttempts(tx, questionId, asAnnulled, page);
    const { changes } = await applyGrades(deps, tx, attempts, { questionId, revision, asAnnulled, changed: true });
    const ofStudents = changes.filter(isOfStudent);
    await advanceRegrading(tx, regradingId, {
      done: attempts.length,
      changed: ofStudents.length,
      passGained: ofStudents.filter(({ passed, after }) => !passed && after.passed).length,
      passLost: ofStudents.filter(({ passed, after }) => passed && !after.passed).length,
      lastAttemptId: attempts.at(-1)?.id ?? page.after,
    });
    if (attempts.length < CHUNK) {
      const now = deps.clock.now();
      await endRegrading(tx, regradingId, now);
      await rankAgain(deps, tx, await listQuizzesContaining(tx, questionId));
      return false;
    }
    if (isLast) await deps.jobs.send(tx, 'regrade-question', { regradingId });
    return true;
  });
}

export async function runRegrading(deps: Deps, regradingId: number): Promise<void> {
  for (let chunk = 1; chunk <= CHUNKS_A_RUN; chunk += 1)
    if (!(await regradeChunk(deps, regradingId, chunk === CHUNKS_A_RUN))) return;
}

export function defineRegrading(deps: Deps): void {
  deps.jobs.define<{ regradingId: number }>({
    name: 'regrade-question',
    run: ({ regradingId }) => runRegrading(deps, regradingId),
  });
}

async function rankAgain(deps: Deps, tx: Tx, quizIds: readonly number[]): Promise<void> {
  for (const quizId of await markRegraded(tx, quizIds, deps.clock.now()))
    await deps.jobs.send(tx, 'rank-quiz', { quizId });
}

const annulledText = (title: string, concerned: readonly Change[]) =>
  concerned.every(({ annulment }) => annulment === 'point')
    ? `Uma questão de "${title}" foi anulada e todos ganharam o ponto dela.`
    : `Uma questão de "${title}" foi anulada, e os pontos foram refeitos pela regra do simulado.`;

/** One message per student and quiz; authors' previews trigger none. */
async function notifyStudents(deps: Deps, tx: Tx, changes: readonly Change[], event: Annulment): Promise<void> {
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
