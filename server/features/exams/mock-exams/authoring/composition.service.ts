import type { BodyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/exams/quiz-composition.ts';
import { QUIZ_QUESTIONS_MAX, QUIZ_TITLE_MAX } from '#contract/limits.ts';
import { plainText } from '#contract/questions/question-text.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import { isForeignKeyViolation } from '#server/db/violations.ts';
import type { Deps } from '#server/deps.ts';
import { lockTopicTreeForShare, topicLabels } from '#server/features/content/topics/topics.service.ts';
import { readCurrentVersions } from '#server/features/questions/questions/bank-questions.service.ts';
import { refuseTrialQuestions } from '#server/features/questions/questions/open-questions.service.ts';
import { dropUnusedQuestions, readContents } from '#server/features/questions/questions/questions.service.ts';
import { AppError, wrongField } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { copyDraws, countPools, type Draw, listDraws, replaceDraws } from '../drawing/draws.store.ts';
import { findQuizByKey, insertQuiz, type QuizRow, updateQuizRow } from './authoring.store.ts';
import { listChosenLabels, listVersions } from './composition.store.ts';
import { draftVersionOf, findOwnQuiz, headOf, lockOwnQuiz, savedElsewhere, writableVersion } from './drafts.service.ts';
import { findVersion, insertVersion, insertVersionQuestions, listVersionQuestions } from './versions.store.ts';

const EXCERPT = 300;

async function compositionOf(db: Db | Tx, quiz: QuizRow) {
  const versionId = draftVersionOf(quiz);
  const [version, placed, draws, sizes] = [
    await findVersion(db, versionId),
    await listVersionQuestions(db, versionId),
    await listDraws(db, versionId),
    await countPools(db, versionId),
  ];
  if (!version) throw new Error(`The version ${versionId} is gone.`);
  const contents = await readContents(
    db,
    placed.map(({ questionVersionId }) => questionVersionId),
  );
  const contentOf = new Map(contents.map((content) => [content.id, content]));
  const labelsOf = new Map((await listChosenLabels(db, versionId)).map((labels) => [labels.id, labels]));
  const inBank = new Map(
    (
      await readCurrentVersions(
        db,
        placed.map(({ questionId }) => questionId),
      )
    ).map((row) => [row.id, row]),
  );
  return {
    ...headOf(quiz, version),
    questions: placed.map(({ questionId, questionVersionId }) => {
      const [known, content, labels] = [
        inBank.get(questionId),
        contentOf.get(questionVersionId),
        labelsOf.get(questionId),
      ];
      if (!content || !labels) throw new Error(`The question version ${questionVersionId} is gone.`);
      return {
        ...labels,
        excerpt: plainText(content.format, content.statement).slice(0, EXCERPT).toWellFormed(),
        kind: content.kind,
        status: (known?.status ?? 'active') as 'active' | 'annulled' | 'outdated',
        inBank: known !== undefined,
        hasNewerVersion: (known?.currentVersionId ?? 0) > questionVersionId,
      };
    }),
    draws: draws.map((draw, index) => ({ ...draw, available: sizes[index] ?? 0 })),
    timeLimit: version.timeLimit,
    shuffleOptions: version.shuffleOptions,
    isTraining: version.isTraining,
    updatedAt: quiz.updatedAt,
  };
}

export async function readComposition(deps: Deps, user: SessionUser, quizId: number) {
  return compositionOf(deps.db, await findOwnQuiz(deps.db, user, quizId));
}

type Wanted = BodyOf<typeof contract.saveComposition>;

export async function saveComposition(deps: Deps, user: SessionUser, quizId: number, body: Wanted) {
  const drawCount = body.draws.reduce((sum, { count }) => sum + count, 0);
  if (body.questionIds.length + drawCount > QUIZ_QUESTIONS_MAX) {
    const message = `Use no máximo ${QUIZ_QUESTIONS_MAX} questões, contando as sorteadas.`;
    throw wrongField('questionIds', message);
  }
  return transact(deps, async (tx) => {
    await lockTopicTreeForShare(tx);
    const quiz = await lockOwnQuiz(tx, user, quizId);
    const stored = await compositionOf(tx, quiz);
    // Also the answer to a repeated call whose first answer was lost.
    if (isSame(stored, body)) return stored;
    if (quiz.revision !== body.revision) throw savedElsewhere();
    const versionId = draftVersionOf(quiz);
    const [version, before] = [await findVersion(tx, versionId), await listVersionQuestions(tx, versionId)];
    if (!version) throw new Error(`The version ${versionId} is gone.`);
    const placed = await assignVersions(tx, before, body);
    const now = deps.clock.now();
    const { shuffleOptions, isTraining } = body;
    const change = { ...version, shuffleOptions, isTraining, drawCount };
    const written = await writableVersion(tx, quiz, change, placed.length, now);
    const draws = await labelled(tx, body.draws);
    await subjectsKnown(() => replaceDraws(tx, written, draws));
    await insertVersionQuestions(tx, written, placed);
    await refuseTrialQuestions(tx, placed);
    await updateQuizRow(tx, quizId, { draftVersionId: written, now, countsAsSave: true });
    await dropUnusedQuestions(
      tx,
      before.map(({ questionId }) => questionId),
    );
    return compositionOf(tx, await findOwnQuiz(tx, user, quizId));
  });
}

type Positioned = { questionId: number; questionVersionId: number };

/** Questions of the draft keep their version unless asked; all others come from the bank. */
async function assignVersions(tx: Tx, before: readonly Positioned[], body: Wanted): Promise<Positioned[]> {
  const standing = new Map(before.map(({ questionId, questionVersionId }) => [questionId, questionVersionId]));
  const current = new Map(
    (await readCurrentVersions(tx, body.questionIds)).map(({ id, currentVersionId }) => [id, currentVersionId]),
  );
  return body.questionIds.map((questionId, index) => {
    const newest = Math.max(current.get(questionId) ?? 0, standing.get(questionId) ?? 0);
    const questionVersionId = body.refresh ? newest : (standing.get(questionId) ?? newest);
    if (questionVersionId === 0) {
      throw new AppError('bad_request', 'Confira os dados enviados.', {
        fields: { [`questionIds.${index}`]: 'Esta questão não está no banco.' },
      });
    }
    return { questionId, questionVersionId };
  });
}

function isSame(stored: Awaited<ReturnType<typeof compositionOf>>, body: Wanted): boolean {
  const byText = body.draws.every(({ topicId }) => topicId === undefined);
  const parts = ({ draws, shuffleOptions, isTraining }: Pick<Wanted, 'draws' | 'shuffleOptions' | 'isTraining'>) =>
    JSON.stringify([
      // Topics sent by id are compared by id: the client need not send their text.
      draws.map(({ count, subjectId, topicId, topic, source, year, difficulty }) => [
        count,
        subjectId,
        byText ? topic : (topicId ?? null),
        source,
        year,
        difficulty,
      ]),
      shuffleOptions,
      isTraining,
    ]);
  const needsRefresh = body.refresh && stored.questions.some(({ hasNewerVersion }) => hasNewerVersion);
  const ids = stored.questions.map(({ id }) => id);
  return !needsRefresh && ids.join() === body.questionIds.join() && parts(stored) === parts(body);
}

/** One after the other: they share a connection. */
async function labelled(tx: Tx, draws: Wanted['draws']): Promise<Draw[]> {
  const rules: Draw[] = [];
  for (const draw of draws) rules.push({ ...draw, ...(await topicLabels(tx, draw)) });
  return rules;
}

async function subjectsKnown(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw new AppError('subject_gone', 'Uma das matérias sorteadas não existe mais. Escolha outra.');
  }
}

/** The copy shares the questions: each is one question, in however many quizzes. */
export async function duplicateQuiz(
  deps: Deps,
  user: SessionUser,
  quizId: number,
  body: BodyOf<typeof contract.duplicateQuiz>,
) {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const source = await findOwnQuiz(tx, user, quizId);
    const versionId = draftVersionOf(source);
    const quiz = await insertQuiz(tx, { authorId: user.id, creationKey: body.creationKey ?? null, now });
    if (!quiz) {
      const existing = body.creationKey ? await findQuizByKey(tx, body.creationKey, user.id) : undefined;
      if (!existing) throw new AppError('conflict', 'Este simulado já foi criado.');
      return { isNew: false, made: { id: existing.id } };
    }
    const version = await findVersion(tx, versionId);
    if (!version) throw new Error(`The version ${versionId} is gone.`);
    const placed = await listVersionQuestions(tx, versionId);
    const copy = await insertVersion(tx, {
      ...version,
      title: `Cópia de ${version.title}`.slice(0, QUIZ_TITLE_MAX).toWellFormed(),
      quizId: quiz.id,
      number: 1,
      questionCount: placed.length + version.drawCount,
      now,
    });
    await insertVersionQuestions(tx, copy, placed);
    await refuseTrialQuestions(tx, placed);
    await copyDraws(tx, versionId, copy);
    await updateQuizRow(tx, quiz.id, { draftVersionId: copy, now, countsAsSave: false });
    return { isNew: true, made: { id: quiz.id } };
  });
}

export async function listQuizVersions(deps: Deps, user: SessionUser, quizId: number) {
  const quiz = await findOwnQuiz(deps.db, user, quizId);
  const rows = await listVersions(deps.db, quizId);
  return rows.map(({ id, ...row }) => ({
    ...row,
    attemptCount: Number(row.attemptCount ?? 0),
    isPublished: id === quiz.publishedVersionId,
    isDraft: id === quiz.draftVersionId,
  }));
}
