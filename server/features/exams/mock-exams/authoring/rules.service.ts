import { isDeepStrictEqual } from 'node:util';
import type { BodyOf } from '#contract/endpoint.ts';
import type { ExamRules, saveRules } from '#contract/exams/exam-rules.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { lockExistingSubjects } from '#server/features/questions/questions/questions.service.ts';
import { AppError, wrongField } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { ruleProblem } from '../grading/exam-rules.ts';
import { asRules } from '../grading/tallies.store.ts';
import { asConduct } from '../taking/conduct.ts';
import { countSubjectsOfVersion } from '../taking/quizzes.store.ts';
import { type QuizRow, updateQuizRow } from './authoring.store.ts';
import { draftVersionOf, findOwnQuiz, headOf, lockOwnQuiz, savedElsewhere, writableVersion } from './drafts.service.ts';
import { listRulesNaming, setRules } from './rules.store.ts';
import { findVersion, insertVersionQuestions, listVersionQuestions } from './versions.store.ts';

async function rulesOf(db: Db | Tx, quiz: QuizRow) {
  const versionId = draftVersionOf(quiz);
  const version = await findVersion(db, versionId);
  if (!version) throw new Error(`The version ${versionId} is gone.`);
  const placed = await listVersionQuestions(db, versionId);
  return {
    ...headOf(quiz, version),
    passingScore: version.passingScore,
    questionCount: placed.length + version.drawCount,
    subjects: await countSubjectsOfVersion(db, versionId),
    rules: asRules(version.rules),
    conduct: asConduct(version.conduct),
    updatedAt: quiz.updatedAt,
  };
}

/**
 * Runs before a version is published. Rejects rules that no student could pass: the mistake would be found too late.
 */
export async function refuseUnreachable(
  db: Db | Tx,
  version: { id: number; passingScore: number; questionCount: number; drawCount: number; rules: unknown },
): Promise<void> {
  const rules = asRules(version.rules);
  if (!rules) return;
  const subjects = await countSubjectsOfVersion(db, version.id);
  const questionCount = version.questionCount + version.drawCount;
  const problem = ruleProblem(rules, subjects, { questionCount, passingScore: version.passingScore });
  if (problem) throw wrongField('rules', problem, 'quiz_incomplete');
}

export async function readRules(deps: Deps, user: SessionUser, quizId: number) {
  return rulesOf(deps.db, await findOwnQuiz(deps.db, user, quizId));
}

/**
 * Saves the rules of the draft. A published version keeps its rules: new ones apply to attempts started after the next
 * publication.
 */
export async function saveRulesOf(deps: Deps, user: SessionUser, quizId: number, body: BodyOf<typeof saveRules>) {
  return transact(deps, async (tx) => {
    const quiz = await lockOwnQuiz(tx, user, quizId);
    const stored = await rulesOf(tx, quiz);
    // Also the answer to a repeated call whose first answer was lost.
    const conduct = body.conduct ?? stored.conduct;
    if (isDeepStrictEqual([stored.rules, stored.conduct], [body.rules, conduct])) return stored;
    if (quiz.revision !== body.revision) throw savedElsewhere();
    await refuseGoneSubjects(tx, body.rules);
    const versionId = draftVersionOf(quiz);
    const [version, placed] = [await findVersion(tx, versionId), await listVersionQuestions(tx, versionId)];
    if (!version) throw new Error(`The version ${versionId} is gone.`);
    const now = deps.clock.now();
    const written = await writableVersion(tx, quiz, { ...version, rules: body.rules, conduct }, placed.length, now);
    await insertVersionQuestions(tx, written, placed);
    await updateQuizRow(tx, quizId, { draftVersionId: written, now, countsAsSave: true });
    return rulesOf(tx, await findOwnQuiz(tx, user, quizId));
  });
}

const subjectsOf = (rules: ExamRules) => [
  ...rules.weights.map(({ subjectId }) => subjectId),
  ...rules.minimums.flatMap(({ subjectIds }) => subjectIds),
  ...rules.tieBreaks.flatMap(({ subjectId }) => subjectId ?? []),
];

async function refuseGoneSubjects(tx: Tx, rules: ExamRules | null): Promise<void> {
  const named = rules ? [...new Set(subjectsOf(rules))] : [];
  const standing = await lockExistingSubjects(tx, named);
  if (named.some((id) => !standing.has(id)))
    throw new AppError('subject_gone', 'Uma das matérias não existe mais. Recarregue a página.');
}

/**
 * After a merge of subjects: rules that name the old subject now name the new one. An existing weight of the new one
 * wins.
 */
export async function moveRules(tx: Tx, from: number, into: number): Promise<void> {
  for (const { id, rules } of await listRulesNaming(tx, from)) {
    const own = asRules(rules);
    if (own) await setRules(tx, id, movedRules(own, from, into));
  }
}

/** The rules with the merged subject replaced by the one that absorbed it. */
export function movedRules(rules: ExamRules, from: number, into: number): ExamRules {
  const moved = (id: number) => (id === from ? into : id);
  const firstOf = <T>(items: readonly T[], nameOf: (item: T) => string): T[] =>
    [...new Map(items.toReversed().map((item) => [nameOf(item), item])).values()].toReversed();
  const ownFirst = rules.weights.toSorted((a, b) => Number(a.subjectId === from) - Number(b.subjectId === from));
  return {
    ...rules,
    weights: firstOf(
      ownFirst.map((weight) => ({ ...weight, subjectId: moved(weight.subjectId) })),
      ({ subjectId }) => String(subjectId),
    ),
    minimums: rules.minimums.map((block) => ({ ...block, subjectIds: [...new Set(block.subjectIds.map(moved))] })),
    tieBreaks: firstOf(
      rules.tieBreaks.map((one) => ({ ...one, subjectId: one.subjectId === null ? null : moved(one.subjectId) })),
      ({ by, subjectId }) => `${by}:${subjectId}`,
    ),
  };
}
