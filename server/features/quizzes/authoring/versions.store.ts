import { sql } from 'kysely';
import type { DraftQuestion } from '../../../../contract/quiz-authoring.ts';
import type { Db, Tx } from '../../../db/connect.ts';

export async function findVersion(db: Db | Tx, id: number) {
  return db
    .selectFrom('quiz_versions')
    .select([
      'id',
      'number',
      'title',
      'description',
      'time_limit as timeLimit',
      'passing_score as passingScore',
      'published_at as publishedAt',
      'shuffle_options as shuffleOptions',
      'is_training as isTraining',
      'draw_count as drawCount',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function listVersionQuestions(db: Db | Tx, versionId: number) {
  return db
    .selectFrom('quiz_version_questions')
    .innerJoin('questions', 'questions.id', 'quiz_version_questions.question_id')
    .select([
      'question_id as questionId',
      'question_version_id as questionVersionId',
      'subject_id as subjectId',
      'author_id as authorId',
      'in_bank as inBank',
    ])
    .where('quiz_version_id', '=', versionId)
    .orderBy('position')
    .execute();
}

type Settings = {
  title: string;
  description: string;
  timeLimit: number | null;
  passingScore: number;
  /** How a version is composed: see composition.service.ts. */
  shuffleOptions?: boolean;
  isTraining?: boolean;
  drawCount?: number;
};

const asColumns = (settings: Settings) => ({
  title: settings.title,
  description: settings.description,
  time_limit: settings.timeLimit,
  passing_score: settings.passingScore,
  shuffle_options: settings.shuffleOptions ?? false,
  is_training: settings.isTraining ?? false,
  draw_count: settings.drawCount ?? 0,
});

export async function insertVersion(
  tx: Tx,
  version: Settings & { quizId: number; number: number; questionCount: number; now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('quiz_versions')
    .values({
      ...asColumns(version),
      quiz_id: version.quizId,
      number: version.number,
      question_count: version.questionCount,
      created_at: version.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Only drafts: a version that was published never changes. */
export async function updateDraftVersion(tx: Tx, id: number, version: Settings & { questionCount: number }) {
  await tx
    .updateTable('quiz_versions')
    .set({ ...asColumns(version), question_count: version.questionCount })
    .where('id', '=', id)
    .where('published_at', 'is', null)
    .execute();
  await tx.deleteFrom('quiz_version_questions').where('quiz_version_id', '=', id).execute();
}

export async function insertVersionQuestions(
  tx: Tx,
  versionId: number,
  questions: readonly { questionId: number; questionVersionId: number }[],
): Promise<void> {
  if (questions.length === 0) return;
  await tx
    .insertInto('quiz_version_questions')
    .values(
      questions.map(({ questionId, questionVersionId }, index) => ({
        quiz_version_id: versionId,
        position: index + 1,
        question_id: questionId,
        question_version_id: questionVersionId,
      })),
    )
    .execute();
}

export async function insertQuestion(
  tx: Tx,
  question: { authorId: string | null; subjectId: number | null; now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('questions')
    .values({ author_id: question.authorId, subject_id: question.subjectId, created_at: question.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateQuestionSubject(tx: Tx, id: number, subjectId: number | null): Promise<void> {
  await tx.updateTable('questions').set({ subject_id: subjectId }).where('id', '=', id).execute();
}

export async function moveQuestionsToSubject(tx: Tx, from: number, into: number): Promise<void> {
  await tx.updateTable('questions').set({ subject_id: into }).where('subject_id', '=', from).execute();
  await tx.updateTable('quiz_version_draws').set({ subject_id: into }).where('subject_id', '=', from).execute();
}

/** The next version of a question, with its options. */
export async function insertQuestionVersion(
  tx: Tx,
  questionId: number,
  content: Pick<DraftQuestion, 'questionText' | 'comment' | 'options'> & Partial<Pick<DraftQuestion, 'format'>>,
  now: Date,
): Promise<number> {
  // Two quizzes that change the same question number their versions one after the other.
  await tx.selectFrom('questions').select('id').where('id', '=', questionId).forUpdate().execute();
  const { id } = await tx
    .insertInto('question_versions')
    .values((values) => ({
      question_id: questionId,
      number: sql<number>`coalesce(${values
        .selectFrom('question_versions')
        .select((select) => select.fn.max('number').as('last'))
        .where('question_id', '=', questionId)}, 0) + 1`,
      format: content.format ?? 'plain',
      statement: content.questionText,
      comment: content.comment,
      created_at: now,
    }))
    .returning('id')
    .executeTakeFirstOrThrow();
  if (content.options.length === 0) return id;
  await tx
    .insertInto('options')
    .values(
      content.options.map((option, index) => ({
        question_version_id: id,
        position: index + 1,
        option_text: option.optionText,
        comment: option.comment,
        is_correct: option.isCorrect,
      })),
    )
    .execute();
  return id;
}

/** Drops what only a draft held and no version holds any more. */
export async function deleteUnusedQuestions(tx: Tx, questionIds: readonly number[]): Promise<void> {
  if (questionIds.length === 0) return;
  await sql`
    DELETE FROM question_versions
    USING questions
    WHERE questions.id = question_versions.question_id AND question_id = ANY(${questionIds})
      -- In the bank, all that was ever current may be in somebody's attempt; what came later was only a draft's.
      AND (NOT questions.in_bank OR question_versions.id > questions.current_version_id)
      AND NOT EXISTS (SELECT FROM quiz_version_questions AS used WHERE used.question_version_id = question_versions.id)
  `.execute(tx);
  await sql`
    DELETE FROM questions
    WHERE id = ANY(${questionIds}) AND NOT in_bank
      AND NOT EXISTS (SELECT FROM quiz_version_questions AS used WHERE used.question_id = questions.id)
  `.execute(tx);
}

export async function listQuestionIdsOfQuiz(tx: Tx, quizId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('quiz_versions')
    .innerJoin('quiz_version_questions', 'quiz_version_questions.quiz_version_id', 'quiz_versions.id')
    .select('question_id as id')
    .distinct()
    .where('quiz_versions.quiz_id', '=', quizId)
    .execute();
  return rows.map(({ id }) => id);
}
