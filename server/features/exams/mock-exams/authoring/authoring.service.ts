import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/exams/quiz-authoring.ts';
import { DEFAULT_PASSING_SCORE } from '#contract/limits.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import { isForeignKeyViolation } from '#server/db/violations.ts';
import type { Deps } from '#server/deps.ts';
import { notifyPublishedQuiz } from '#server/features/content/courses/course-news.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { indexEntry, removeEntry } from '#server/features/platform/search/search.service.ts';
import { admitToBank } from '#server/features/questions/questions/bank-questions.service.ts';
import { describeContents } from '#server/features/questions/questions/question-work.service.ts';
import type { Described } from '#server/features/questions/questions/question-work.ts';
import { dropUnusedQuestions } from '#server/features/questions/questions/questions.service.ts';
import { AppError } from '#server/http/errors.ts';
import { cursorOf, instant, readPage, rowId } from '#server/http/paging.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { drawProblems } from '../drawing/draws.service.ts';
import { fitWindowTo } from '../windows/windows.service.ts';
import { publishProblems } from './authoring.policy.ts';
import {
  countAttemptsAt,
  countQuizRows,
  deleteQuizRow,
  findQuizByKey,
  insertQuiz,
  listQuizRows,
  publishDraft,
  updateQuizRow,
  withdrawQuiz,
} from './authoring.store.ts';
import {
  asShown,
  draftVersionOf,
  findOwnQuiz,
  lockOwnQuiz,
  readDraft,
  savedElsewhere,
  showDraft,
} from './drafts.service.ts';
import { assignPositions } from './question-positions.service.ts';
import { refuseUnreachable } from './rules.service.ts';
import { findVersion, insertVersion, insertVersionQuestions, listQuestionIdsOfQuiz } from './versions.store.ts';

const ownCursor = cursorOf({ at: instant, id: rowId });

/** An author's own quizzes; an admin's list holds everyone's. */
export async function listAuthoredQuizzes(
  deps: Deps,
  user: SessionUser,
  query: QueryOf<typeof contract.listAuthoredQuizzes>,
) {
  const authorId = user.role === 'admin' ? null : user.id;
  const { rows, ...page } = await readPage(ownCursor.from(query), {
    rows: (part) => listQuizRows(deps.db, authorId, part),
    total: countQuizRows(deps.db, authorId),
    positionOf: ({ updatedAt, id }) => ({ at: updatedAt, id }),
  });
  const quizzes = rows.map(({ draftVersionId, publishedVersionId, ...row }) => ({
    ...row,
    attemptCount: Number(row.attemptCount ?? 0),
    isPublished: publishedVersionId !== null,
    hasUnpublishedChanges: publishedVersionId !== null && publishedVersionId !== draftVersionId,
  }));
  return { ...page, rows: quizzes };
}

export async function createQuiz(deps: Deps, user: SessionUser, body: BodyOf<typeof contract.createQuiz>) {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const quiz = await insertQuiz(tx, { authorId: user.id, creationKey: body.creationKey ?? null, now });
    if (!quiz) {
      const existing = body.creationKey ? await findQuizByKey(tx, body.creationKey, user.id) : undefined;
      if (!existing) throw new AppError('conflict', 'Este simulado já foi criado.');
      return { isNew: false, made: await showDraft(tx, await findOwnQuiz(tx, user, existing.id)) };
    }
    const settings = { title: body.title, description: '', timeLimit: null, passingScore: DEFAULT_PASSING_SCORE };
    const versionId = await insertVersion(tx, { ...settings, quizId: quiz.id, number: 1, questionCount: 0, now });
    await updateQuizRow(tx, quiz.id, { draftVersionId: versionId, now, countsAsSave: false });
    return { isNew: true, made: await showDraft(tx, await findOwnQuiz(tx, user, quiz.id)) };
  });
}

/** Creates and publishes a full quiz. Idempotent by `creationKey`. */
export async function publishNewQuiz(
  deps: Deps,
  authorId: string | null,
  draft: contract.QuizDraft,
  creationKey: string,
) {
  const now = deps.clock.now();
  const described = await describeContents(draft.questions, creationKey);
  return transact(deps, async (tx) => {
    const quiz = await insertQuiz(tx, { authorId, creationKey, now });
    if (!quiz) return null;
    const placed = await assignPositions(tx, authorId, [], draft, now);
    const questionCount = placed.length;
    const versionId = await insertVersion(tx, { ...draft, quizId: quiz.id, number: 1, questionCount, now });
    await insertVersionQuestions(tx, versionId, placed);
    await updateQuizRow(tx, quiz.id, { draftVersionId: versionId, now, countsAsSave: false });
    await makePublic(tx, { id: quiz.id, draftVersionId: versionId }, draft, placed, described, now);
    return quiz.id;
  });
}

export async function readAuthoredQuiz(deps: Deps, user: SessionUser, quizId: number) {
  return showDraft(deps.db, await findOwnQuiz(deps.db, user, quizId));
}

export async function publishQuiz(deps: Deps, user: SessionUser, quizId: number, revision: number) {
  const seen = await readDraft(deps.db, await findOwnQuiz(deps.db, user, quizId));
  if (seen.revision !== revision) throw savedElsewhere();
  // Done before the quiz is locked, because long texts take a while. A question version never changes.
  const described = await describeContents(seen.questions, user.id);
  return transact(deps, async (tx) => {
    const quiz = await lockOwnQuiz(tx, user, quizId);
    const draft = await readDraft(tx, quiz);
    if (quiz.revision !== revision || !hasSameVersions(draft, seen)) throw savedElsewhere();
    const problems = {
      ...publishProblems({ ...draft, questionProblems: described.problems }),
      ...(await drawProblems(tx, draftVersionOf(quiz))),
    };
    if (Object.keys(problems).length > 0) {
      throw new AppError('quiz_incomplete', 'O simulado ainda não pode ser publicado. Confira as questões.', {
        fields: problems,
      });
    }
    if (quiz.publishedVersionId === quiz.draftVersionId) return asShown(draft);
    const version = await findVersion(tx, draftVersionOf(quiz));
    if (version) await refuseUnreachable(tx, version);
    await fitWindowTo(tx, quizId, { ...draft, conduct: version?.conduct ?? null }, deps.clock.now());
    const placed = draft.questions.map(({ id, versionId }) => ({ questionId: id, questionVersionId: versionId }));
    const published = { id: quizId, draftVersionId: draftVersionOf(quiz) };
    await makePublic(tx, published, draft, placed, described, deps.clock.now());
    if (quiz.publishedVersionId === null) await notifyPublishedQuiz(deps, tx, { id: quizId, title: draft.title });
    await audit(deps, tx, user, 'quiz.published', quizId);
    return showDraft(tx, await findOwnQuiz(tx, user, quizId));
  });
}

type VersionList = { questions: readonly { versionId: number }[] };

const hasSameVersions = (a: VersionList, b: VersionList) =>
  a.questions.length === b.questions.length &&
  a.questions.every(({ versionId }, index) => versionId === b.questions[index]?.versionId);

/** What students take, and what the search finds, change together. */
async function makePublic(
  tx: Tx,
  quiz: { id: number; draftVersionId: number },
  draft: contract.QuizDraft,
  placed: readonly { questionId: number; questionVersionId: number }[],
  described: Described,
  now: Date,
): Promise<void> {
  await publishDraft(tx, quiz, now);
  await admitToBank(tx, placed, described);
  const subjects = new Set(draft.questions.map(({ subjectId }) => subjectId));
  const [only = null] = subjects;
  const { title, description } = draft;
  await indexEntry(tx, {
    kind: 'quiz',
    id: quiz.id,
    subjectId: subjects.size === 1 ? only : null,
    title,
    text: description,
  });
}

export async function unpublishQuiz(deps: Deps, user: SessionUser, quizId: number) {
  return transact(deps, async (tx) => {
    const quiz = await lockOwnQuiz(tx, user, quizId);
    if (quiz.publishedVersionId !== null) {
      await withdrawQuiz(tx, quizId, deps.clock.now());
      await removeEntry(tx, 'quiz', quizId);
      await audit(deps, tx, user, 'quiz.unpublished', quizId);
    }
    return showDraft(tx, await findOwnQuiz(tx, user, quizId));
  });
}

/** Deletes a quiz without attempts. A quiz with attempts stays, because student results must be kept. */
export async function deleteQuiz(deps: Deps, user: SessionUser, quizId: number): Promise<void> {
  await transact(deps, async (tx) => {
    await lockOwnQuiz(tx, user, quizId);
    if ((await countAttemptsAt(tx, quizId)) > 0) throw alreadyTaken();
    const questions = await listQuestionIdsOfQuiz(tx, quizId);
    try {
      await deleteQuizRow(tx, quizId);
    } catch (error) {
      // A student who started in this very moment.
      throw isForeignKeyViolation(error) ? alreadyTaken() : error;
    }
    await dropUnusedQuestions(tx, questions);
    await removeEntry(tx, 'quiz', quizId);
    await audit(deps, tx, user, 'quiz.deleted', quizId);
  });
}

const audit = (deps: Deps, tx: Tx, user: SessionUser, action: string, quizId: number) =>
  recordAudit(tx, { at: deps.clock.now(), actorId: user.id, action, subject: `quiz:${quizId}` });

const alreadyTaken = () =>
  new AppError('quiz_taken', 'Este simulado já tem tentativas. Retire-o da publicação em vez de excluir.');
