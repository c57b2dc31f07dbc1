import { type ExamRules, plainRules } from '#contract/exams/exam-rules.ts';
import type { Deps } from '#server/deps.ts';
import { notFound, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { closeDue } from '../grading/closing.service.ts';
import { type Judgement, judge } from '../grading/exam-rules.ts';
import { asRules, listTallies } from '../grading/tallies.store.ts';
import { readPosition } from '../ranking/ranking.service.ts';
import { asAttempt, attemptStillOpen } from './attempt-results.ts';
import { type AttemptRow, findAttempt } from './attempts.store.ts';
import { readWithheldAttempts } from './being-taken.service.ts';
import { findQuizVersion } from './quizzes.store.ts';
import { listFlaggedAnswers } from './review.store.ts';
import { showRules } from './shown-rules.service.ts';
import { listSubjectNames } from './shown-rules.store.ts';

const NO_SUBJECT = 'Sem matéria';

const noPosition = { position: null, of: null, alias: null };
const withheldResult = {
  ...noPosition,
  doubts: null,
  transcription: null,
  points: null,
  maxPoints: null,
  passLine: null,
  eliminatedBy: [],
  minimums: [],
  subjects: [],
};

/** The result in points: counted from the answers whenever it is asked, so that an annulment needs no second record. */
export async function readResult(deps: Deps, user: SessionUser, attemptId: number) {
  await closeDue(deps, user.id);
  const row = await requireFound(findAttempt(deps.db, attemptId, user.id), notFound);
  if (!row.closedAt) throw attemptStillOpen();
  const [version, withheld, tallied] = await Promise.all([
    findQuizVersion(deps.db, row.versionId),
    readWithheldAttempts(deps.db, user.id, deps.clock.now()),
    listTallies(deps.db, [attemptId]),
  ]);
  if (!version) throw notFound();
  const own = asRules(version.rules);
  const holder = withheld.get(attemptId) ?? null;
  const attempt = { ...asAttempt(row, holder), hasRanking: row.resultsAt !== null };
  if (holder) return { ...attempt, ...withheldResult, rules: await showRules(deps.db, own) };
  const tallies = tallied.get(attemptId) ?? [];
  const counting = own ?? plainRules;
  const judged = judge(counting, tallies, version.passingScore);
  const subjectIds = judged.subjects.flatMap(({ subjectId }) => subjectId ?? []);
  const [rules, names, supposed, placed] = await Promise.all([
    showRules(deps.db, own),
    listSubjectNames(deps.db, subjectIds),
    supposedPoints(deps, row, counting, version.passingScore),
    row.resultsAt ? readPosition(deps, attemptId) : null,
  ]);
  return { ...attempt, ...inPoints(counting, judged, names), ...(placed ?? noPosition), ...supposed, rules };
}

/** The points without the guesses, and the points by the notebook instead of the answer card. */
async function supposedPoints(deps: Deps, row: AttemptRow, rules: ExamRules, passingScore: number) {
  const marks = await listFlaggedAnswers(deps.db, row.id);
  const pointsOf = async (answers: 'undoubted' | 'notebook') => {
    const tallies = await listTallies(deps.db, [row.id], null, answers);
    return asPoints(judge(rules, tallies.get(row.id) ?? [], passingScore).points);
  };
  const doubted = marks.filter(({ isGuess }) => isGuess);
  const errors = marks.filter(({ isMiscopied }) => isMiscopied).map(({ questionId }) => questionId);
  return {
    doubts:
      doubted.length === 0
        ? null
        : {
            count: doubted.length,
            right: doubted.filter(({ isRight }) => isRight).length,
            pointsWithout: await pointsOf('undoubted'),
          },
    transcription: row.notebookUntil === null ? null : { errors, notebookPoints: await pointsOf('notebook') },
  };
}

const asPoints = (hundredths: number) => hundredths / 100;

function inPoints(rules: ExamRules, judged: Judgement, names: ReadonlyMap<number, string>) {
  return {
    points: asPoints(judged.points),
    maxPoints: asPoints(judged.max),
    passLine: asPoints(judged.passLine),
    eliminatedBy: judged.minimums.filter(({ isReached }) => !isReached).map(({ name }) => name),
    minimums: judged.minimums.map((minimum) => ({
      ...minimum,
      minimum: asPoints(minimum.minimum),
      points: asPoints(minimum.points),
    })),
    subjects: judged.subjects.map(({ subjectId, points, max, right, wrong, blank, annulled }) => ({
      name: (subjectId === null ? undefined : names.get(subjectId)) ?? NO_SUBJECT,
      points: asPoints(points),
      maxPoints: asPoints(max),
      right,
      wrong,
      blank,
      annulled,
      minimum: minimumOf(rules, subjectId),
    })),
  };
}

/** Only a block of this subject alone says what the subject has to reach. */
const minimumOf = (rules: ExamRules, subjectId: number | null) =>
  rules.minimums.find(({ subjectIds }) => subjectIds.length === 1 && subjectIds[0] === subjectId)?.points ?? null;
