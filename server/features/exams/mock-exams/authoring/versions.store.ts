import type { Db, Tx } from '#server/db/handle.ts';
import type { Json } from '#server/db/tables.ts';

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
      'question_count as questionCount',
      'published_at as publishedAt',
      'shuffle_options as shuffleOptions',
      'is_training as isTraining',
      'draw_count as drawCount',
      'rules',
      'conduct',
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
  /** Validated by rules.service.ts. Omitted: a draft keeps its rules. */
  rules?: Json | null;
  /** Likewise for the conduct. */
  conduct?: Json | null;
};

const asColumns = (settings: Settings) => ({
  title: settings.title,
  description: settings.description,
  time_limit: settings.timeLimit,
  passing_score: settings.passingScore,
  shuffle_options: settings.shuffleOptions ?? false,
  is_training: settings.isTraining ?? false,
  draw_count: settings.drawCount ?? 0,
  ...(settings.conduct === undefined
    ? {}
    : { conduct: settings.conduct === null ? null : JSON.stringify(settings.conduct) }),
  ...(settings.rules === undefined ? {} : { rules: settings.rules === null ? null : JSON.stringify(settings.rules) }),
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

/** From here the version never changes, as if it had been published: the next save of the draft begins another. */
export async function fixVersion(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('quiz_versions').set({ published_at: now }).where('id', '=', id).execute();
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
