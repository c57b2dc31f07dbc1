import type { BodyOf } from '../../../contract/endpoint.ts';
import type { DraftQuestion, QuizDraft, saveQuiz } from '../../../contract/quiz-authoring.ts';
import type { Db, Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/errors.ts';
import type { SessionUser } from '../../http/sessions.ts';
import { quizNotFound } from './attempt-results.ts';
import { mayEdit, sameContent, sameDraft } from './authoring.policy.ts';
import { countAttemptsAt, findQuizRow, lockQuizRow, type QuizRow, updateQuizRow } from './authoring.store.ts';
import { findQuestionContents } from './question-content.store.ts';
import {
  deleteUnusedQuestions,
  findVersion,
  insertQuestion,
  insertQuestionVersion,
  insertVersion,
  insertVersionQuestions,
  listVersionQuestions,
  updateDraftVersion,
  updateQuestionSubject,
} from './versions.store.ts';

/**
 * Saves the whole draft. A version that was published stays as it is: the first save after a publication begins the
 * next version, and questions that did not change are shared by both.
 */
export async function saveDraft(deps: Deps, user: SessionUser, quizId: number, body: BodyOf<typeof saveQuiz>) {
  return deps.db.transaction().execute(async (tx) => {
    const quiz = await ownLocked(tx, user, quizId);
    const stored = await readDraft(tx, quiz);
    // Also the answer to a repeated call whose first answer was lost.
    if (sameDraft(stored, body)) return stored;
    if (quiz.revision !== body.revision) throw savedElsewhere();
    const now = deps.clock.now();
    const placed = await placeQuestions(tx, user.id, stored.questions, body, now);
    const versionId = await writableVersion(tx, quiz, body, now);
    await insertVersionQuestions(tx, versionId, placed);
    await updateQuizRow(tx, quizId, { draftVersionId: versionId, now, countsAsSave: true });
    await deleteUnusedQuestions(
      tx,
      stored.questions.map(({ id }) => id),
    );
    return readDraft(tx, await own(tx, user, quizId));
  });
}

type StoredQuestion = Required<DraftQuestion> & { versionId: number };

/** Which version of which question stands at each place: kept where nothing changed, made where something did. */
export async function placeQuestions(
  tx: Tx,
  authorId: string | null,
  stored: readonly StoredQuestion[],
  draft: QuizDraft,
  now: Date,
) {
  const known = new Map(stored.map((question) => [question.id, question]));
  const placed: { questionId: number; questionVersionId: number }[] = [];
  for (const [index, question] of draft.questions.entries()) {
    const before = question.id === undefined ? undefined : known.get(question.id);
    if (question.id !== undefined && !before) {
      throw new AppError('bad_request', 'Confira os dados enviados.', {
        fields: { [`questions.${index}.id`]: 'Esta questão não é deste simulado.' },
      });
    }
    const questionId =
      before?.id ??
      (await withSubject(index, () => insertQuestion(tx, { authorId, subjectId: question.subjectId, now })));
    if (before && before.subjectId !== question.subjectId) {
      await withSubject(index, () => updateQuestionSubject(tx, questionId, question.subjectId));
    }
    const questionVersionId =
      before && sameContent(before, question)
        ? before.versionId
        : await insertQuestionVersion(tx, questionId, question, now);
    placed.push({ questionId, questionVersionId });
  }
  return placed;
}

/** A subject that was deleted meanwhile is the author's to correct, not a fault. */
async function withSubject<T>(index: number, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if ((error as { code?: string }).code !== '23503') throw error;
    throw new AppError('bad_request', 'Confira os dados enviados.', {
      fields: { [`questions.${index}.subjectId`]: 'Esta matéria não existe mais.' },
    });
  }
}

async function writableVersion(tx: Tx, quiz: QuizRow, draft: QuizDraft, now: Date): Promise<number> {
  const current = await findVersion(tx, draftVersionOf(quiz));
  const settings = { ...draft, questionCount: draft.questions.length };
  if (current && !current.publishedAt) {
    await updateDraftVersion(tx, current.id, settings);
    return current.id;
  }
  return insertVersion(tx, { ...settings, quizId: quiz.id, number: (current?.number ?? 0) + 1, now });
}

export async function readDraft(db: Db | Tx, quiz: QuizRow) {
  const versionId = draftVersionOf(quiz);
  const version = await findVersion(db, versionId);
  if (!version) throw quizNotFound();
  const rows = await listVersionQuestions(db, versionId);
  const contents = await findQuestionContents(
    db,
    rows.map(({ questionVersionId }) => questionVersionId),
  );
  const byId = new Map(contents.map((content) => [content.id, content]));
  return {
    id: quiz.id,
    title: version.title,
    description: version.description,
    timeLimit: version.timeLimit,
    passingScore: version.passingScore,
    questions: rows.map(({ questionId, questionVersionId, subjectId }) => {
      const content = byId.get(questionVersionId);
      return {
        id: questionId,
        versionId: questionVersionId,
        questionText: content?.statement ?? '',
        comment: content?.comment ?? '',
        subjectId,
        options: content?.options ?? [],
      };
    }),
    revision: quiz.revision,
    isPublished: quiz.publishedVersionId !== null,
    hasUnpublishedChanges: quiz.publishedVersionId !== null && quiz.publishedVersionId !== quiz.draftVersionId,
    attemptCount: await countAttemptsAt(db, quiz.id),
    updatedAt: quiz.updatedAt,
  };
}

export async function own(db: Db | Tx, user: SessionUser, quizId: number): Promise<QuizRow> {
  return checked(user, await findQuizRow(db, quizId));
}

export async function ownLocked(tx: Tx, user: SessionUser, quizId: number): Promise<QuizRow> {
  return checked(user, await lockQuizRow(tx, quizId));
}

function checked(user: SessionUser, quiz: QuizRow | undefined): QuizRow {
  if (!quiz || !mayEdit(user, quiz)) throw quizNotFound();
  return quiz;
}

export function draftVersionOf(quiz: QuizRow): number {
  if (quiz.draftVersionId === null) throw new Error(`The quiz ${quiz.id} has no draft.`);
  return quiz.draftVersionId;
}

export const savedElsewhere = () =>
  new AppError('conflict', 'Este simulado foi alterado em outra janela. Recarregue antes de salvar.');
