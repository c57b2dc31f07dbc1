import type { Db } from '#server/db/handle.ts';
import {
  insertQuiz,
  publishDraft,
  updateQuizRow,
} from '#server/features/exams/mock-exams/authoring/authoring.store.ts';
import { insertVersion, insertVersionQuestions } from '#server/features/exams/mock-exams/authoring/versions.store.ts';
import { addDraftQuestions, readContents } from '#server/features/questions/questions/questions.service.ts';

type Wishes = Partial<{
  title: string;
  description: string;
  questions: number;
  timeLimit: number | null;
  passingScore: number;
  authorId: string | null;
  subjectIds: (number | null)[];
  published: boolean;
  now: Date;
}>;

/** A question of a test quiz: the second option is the right one. */
export type TestQuestion = { id: number; right: number; wrong: number; options: number[] };

/** Creates a quiz straight in the tables, published by default. */
export async function createTestQuiz(db: Db, wishes: Wishes = {}) {
  const now = wishes.now ?? new Date('2026-11-15T12:00:00.000Z');
  const count = wishes.questions ?? 4;
  const authorId = wishes.authorId ?? null;
  return db.transaction().execute(async (tx) => {
    const quiz = await insertQuiz(tx, { authorId, creationKey: null, now });
    if (!quiz) throw new Error('The quiz was not made.');
    const versionId = await insertVersion(tx, {
      quizId: quiz.id,
      number: 1,
      title: wishes.title ?? 'Simulado de teste',
      description: wishes.description ?? 'Uma descrição.',
      timeLimit: wishes.timeLimit === undefined ? 60 : wishes.timeLimit,
      passingScore: wishes.passingScore ?? 70,
      questionCount: count,
      now,
    });
    const drafts = Array.from({ length: count }, (_, index) => ({
      format: 'plain' as const,
      subjectId: wishes.subjectIds?.[index % wishes.subjectIds.length] ?? null,
      questionText: `Enunciado da questão ${index + 1}.`,
      comment: `Comentário da questão ${index + 1}.`,
      options: ['primeira', 'segunda', 'terceira', 'quarta'].map((name, place) => ({
        optionText: `A ${name} alternativa.`,
        comment: `Sobre a ${name}.`,
        isCorrect: place === 1,
      })),
    }));
    const placed = await addDraftQuestions(tx, authorId, drafts, now);
    await insertVersionQuestions(tx, versionId, placed);
    await updateQuizRow(tx, quiz.id, { draftVersionId: versionId, now, countsAsSave: false });
    if (wishes.published ?? true) await publishDraft(tx, { id: quiz.id, draftVersionId: versionId }, now);
    const contents = await readContents(
      tx,
      placed.map(({ questionVersionId }) => questionVersionId),
    );
    const questions = placed.map(({ questionId, questionVersionId }): TestQuestion => {
      const options = contents.find(({ id }) => id === questionVersionId)?.options.map(({ id }) => id) ?? [];
      return { id: questionId, right: options[1] ?? 0, wrong: options[0] ?? 0, options };
    });
    return { id: quiz.id, versionId, questions };
  });
}

export type TestQuiz = Awaited<ReturnType<typeof createTestQuiz>>;
