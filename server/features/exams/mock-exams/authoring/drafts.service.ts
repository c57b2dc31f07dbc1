import type { BodyOf } from '#contract/endpoint.ts';
import type { DraftQuestion, saveQuiz } from '#contract/exams/quiz-authoring.ts';
import type { BaseText } from '#contract/questions/base-text.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { lockTopicTreeForShare } from '#server/features/content/topics/topics.service.ts';
import { readTextsById } from '#server/features/questions/base-texts/base-texts.service.ts';
import { cleanQuestions } from '#server/features/questions/questions/question-work.service.ts';
import { mayEditQuestion } from '#server/features/questions/questions/questions.policy.ts';
import { dropUnusedQuestions, readContents } from '#server/features/questions/questions/questions.service.ts';
import { AppError, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { without } from '#server/http/without.ts';
import { copyDraws } from '../drawing/draws.store.ts';
import { quizNotFound } from '../quiz-not-found.ts';
import { mayEdit, sameDraft } from './authoring.policy.ts';
import { countAttemptsAt, findQuizRow, lockQuizRow, type QuizRow, updateQuizRow } from './authoring.store.ts';
import { assignPositions, type PositionedQuestion, type StoredQuestion } from './question-positions.service.ts';
import {
  findVersion,
  insertVersion,
  insertVersionQuestions,
  listVersionQuestions,
  updateDraftVersion,
} from './versions.store.ts';

/**
 * Saves the whole draft. A version that was published stays as it is: the first save after a publication begins the
 * next version, and questions that did not change are shared by both.
 */
export async function saveDraft(deps: Deps, user: SessionUser, quizId: number, sent: BodyOf<typeof saveQuiz>) {
  const body = { ...sent, questions: await cleaned(sent.questions, user.id) };
  const texts = await readTextsById(
    deps.db,
    body.questions.flatMap(({ baseTextId }) => baseTextId ?? []),
  );
  return transact(deps, async (tx) => {
    await lockTopicTreeForShare(tx);
    const quiz = await lockOwnQuiz(tx, user, quizId);
    const stored = await readDraft(tx, quiz);
    const questions = withTexts(body.questions, stored.questions, texts);
    // Also the answer to a repeated call whose first answer was lost.
    if (sameDraft(stored, { ...body, questions })) return stored;
    if (quiz.revision !== body.revision) throw savedElsewhere();
    const now = deps.clock.now();
    const mayChange = (question: StoredQuestion) => !question.inBank || mayEditQuestion(user, question);
    const placed = await assignPositions(tx, user.id, stored.questions, { ...body, questions }, now, mayChange);
    const versionId = await writableVersion(tx, quiz, body, placed.length, now);
    await insertVersionQuestions(tx, versionId, placed);
    await updateQuizRow(tx, quizId, { draftVersionId: versionId, now, countsAsSave: true });
    await dropUnusedQuestions(
      tx,
      stored.questions.map(({ id }) => id),
    );
    return showDraft(tx, await findOwnQuiz(tx, user, quizId));
  });
}

/** Rich text is stored as the lessons' is; plain text as it was written. */
async function cleaned(questions: readonly DraftQuestion[], person: string): Promise<DraftQuestion[]> {
  const rich = await cleanQuestions(
    questions.filter(({ format }) => format === 'html'),
    person,
  );
  const next = rich.values();
  return questions.map((question) => (question.format === 'html' ? (next.next().value ?? question) : question));
}

/**
 * Adds the base text to each question. A question whose text did not change keeps the stored version of it: later
 * changes by the text's author arrive only with the bank's current version.
 */
function withTexts(
  questions: readonly DraftQuestion[],
  stored: readonly { id: number; baseText: BaseText | null }[],
  texts: ReadonlyMap<number, BaseText>,
): PositionedQuestion[] {
  const before = new Map(stored.map(({ id, baseText }) => [id, baseText]));
  return questions.map((question) => {
    const kept = before.get(question.id ?? 0) ?? null;
    const { baseTextId: wish = kept?.id ?? null } = question;
    return { ...question, baseText: wish === (kept?.id ?? null) ? kept : (texts.get(wish ?? 0) ?? null) };
  });
}

type Settings = Omit<Parameters<typeof updateDraftVersion>[2], 'questionCount'>;

/** The version to write to: the draft's version, or a new one with the same draws. It contains no questions yet. */
export async function writableVersion(
  tx: Tx,
  quiz: QuizRow,
  change: Settings,
  fixedCount: number,
  now: Date,
): Promise<number> {
  const current = await requireFound(findVersion(tx, draftVersionOf(quiz)), quizNotFound);
  const { shuffleOptions, isTraining, drawCount, rules, conduct } = { ...current, ...change };
  const questionCount = fixedCount + drawCount;
  const settings = { ...change, shuffleOptions, isTraining, drawCount, rules, conduct, questionCount };
  if (!current.publishedAt) {
    await updateDraftVersion(tx, current.id, settings);
    return current.id;
  }
  const versionId = await insertVersion(tx, { ...settings, quizId: quiz.id, number: current.number + 1, now });
  await copyDraws(tx, current.id, versionId);
  return versionId;
}

/** What every view of a draft says of its quiz. */
export const headOf = (quiz: QuizRow, version: { title: string }) => ({
  id: quiz.id,
  title: version.title,
  revision: quiz.revision,
  isPublished: quiz.publishedVersionId !== null,
  hasUnpublishedChanges: quiz.publishedVersionId !== null && quiz.publishedVersionId !== quiz.draftVersionId,
});

type Draft = Awaited<ReturnType<typeof readDraft>>;

/** A draft as its author sees it, without what only saving needs to know of its questions. */
export const asShown = (draft: Draft) => ({
  ...draft,
  questions: draft.questions.map((question) => without(question, 'versionId', 'authorId', 'inBank')),
});

export const showDraft = async (db: Db | Tx, quiz: QuizRow) => asShown(await readDraft(db, quiz));

export async function readDraft(db: Db | Tx, quiz: QuizRow) {
  const versionId = draftVersionOf(quiz);
  const version = await requireFound(findVersion(db, versionId), quizNotFound);
  const rows = await listVersionQuestions(db, versionId);
  const contents = await readContents(
    db,
    rows.map(({ questionVersionId }) => questionVersionId),
  );
  const byId = new Map(contents.map((content) => [content.id, content]));
  return {
    ...headOf(quiz, version),
    description: version.description,
    timeLimit: version.timeLimit,
    passingScore: version.passingScore,
    drawCount: version.drawCount,
    questions: rows.map(({ questionId, questionVersionId, subjectId, authorId, inBank }) => {
      const content = byId.get(questionVersionId);
      return {
        id: questionId,
        versionId: questionVersionId,
        authorId,
        inBank,
        format: content?.format ?? 'plain',
        baseText: content?.baseText ?? null,
        questionText: content?.statement ?? '',
        comment: content?.comment ?? '',
        subjectId,
        options: content?.options ?? [],
      };
    }),
    attemptCount: await countAttemptsAt(db, quiz.id),
    updatedAt: quiz.updatedAt,
  };
}

export async function findOwnQuiz(db: Db | Tx, user: SessionUser, quizId: number): Promise<QuizRow> {
  return checked(user, await findQuizRow(db, quizId));
}

export async function lockOwnQuiz(tx: Tx, user: SessionUser, quizId: number): Promise<QuizRow> {
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
  new AppError('version_conflict', 'Este simulado foi alterado em outra janela. Recarregue antes de salvar.');
