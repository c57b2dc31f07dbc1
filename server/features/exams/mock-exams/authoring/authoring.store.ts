import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

const quizRow = (db: Db | Tx) =>
  db
    .selectFrom('quizzes')
    .select([
      'id',
      'author_id as authorId',
      'draft_version_id as draftVersionId',
      'published_version_id as publishedVersionId',
      'revision',
      'updated_at as updatedAt',
    ]);

export async function findQuizRow(db: Db | Tx, id: number) {
  return quizRow(db).where('id', '=', id).executeTakeFirst();
}

export type QuizRow = NonNullable<Awaited<ReturnType<typeof findQuizRow>>>;

/** Locks the quiz: concurrent saves and publications are serialised. */
export async function lockQuizRow(tx: Tx, id: number): Promise<QuizRow | undefined> {
  return quizRow(tx).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Undefined if a request with the same key has created it before. */
export async function insertQuiz(tx: Tx, quiz: { authorId: string | null; creationKey: string | null; now: Date }) {
  return tx
    .insertInto('quizzes')
    .values({
      author_id: quiz.authorId,
      creation_key: quiz.creationKey,
      created_at: quiz.now,
      updated_at: quiz.now,
    })
    .onConflict((conflict) => conflict.column('creation_key').doNothing())
    .returning('id')
    .executeTakeFirst();
}

export async function findQuizByKey(db: Db | Tx, creationKey: string, authorId: string) {
  return db
    .selectFrom('quizzes')
    .select('id')
    .where('creation_key', '=', creationKey)
    .where('author_id', '=', authorId)
    .executeTakeFirst();
}

export async function updateQuizRow(
  tx: Tx,
  id: number,
  change: { draftVersionId: number; now: Date; countsAsSave: boolean },
): Promise<void> {
  await tx
    .updateTable('quizzes')
    .set((set) => ({
      draft_version_id: change.draftVersionId,
      revision: change.countsAsSave ? set('revision', '+', 1) : set.ref('revision'),
      updated_at: change.now,
    }))
    .where('id', '=', id)
    .execute();
}

export async function publishDraft(tx: Tx, quiz: { id: number; draftVersionId: number }, now: Date): Promise<void> {
  await tx
    .updateTable('quiz_versions')
    .set({ published_at: sql<Date>`coalesce(published_at, ${now})` })
    .where('id', '=', quiz.draftVersionId)
    .execute();
  await tx
    .updateTable('quizzes')
    .set({
      published_version_id: quiz.draftVersionId,
      published_at: sql<Date>`coalesce(published_at, ${now})`,
      updated_at: now,
    })
    .where('id', '=', quiz.id)
    .execute();
}

export async function withdrawQuiz(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('quizzes').set({ published_version_id: null, updated_at: now }).where('id', '=', id).execute();
}

export async function deleteQuizRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('quizzes').where('id', '=', id).execute();
}

export async function countAttemptsAt(db: Db | Tx, quizId: number): Promise<number> {
  const { count } = await db
    .selectFrom('quiz_versions')
    .innerJoin('attempts', 'attempts.quiz_version_id', 'quiz_versions.id')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('quiz_versions.quiz_id', '=', quizId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** An author's quizzes (null: everyone's), last changed first. */
export async function listQuizRows(
  db: Db,
  authorId: string | null,
  page: { limit: number; after: { at: Date; id: number } | null },
) {
  return db
    .selectFrom('quizzes')
    .innerJoin('quiz_versions', 'quiz_versions.id', 'quizzes.draft_version_id')
    .leftJoin('users', 'users.id', 'quizzes.author_id')
    .select((select) => [
      'quizzes.id',
      'quiz_versions.title',
      'quiz_versions.question_count as questionCount',
      'quizzes.draft_version_id as draftVersionId',
      'quizzes.published_version_id as publishedVersionId',
      'quizzes.updated_at as updatedAt',
      sql<string | null>`users.first_name || ' ' || users.last_name`.as('authorName'),
      select
        .selectFrom('quiz_versions as any_version')
        .innerJoin('attempts', 'attempts.quiz_version_id', 'any_version.id')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('any_version.quiz_id', '=', 'quizzes.id')
        .as('attemptCount'),
    ])
    .$if(authorId !== null, (query) => query.where('quizzes.author_id', '=', authorId))
    .$if(page.after !== null, (query) =>
      query.where(sql<boolean>`(quizzes.updated_at, quizzes.id) < (${page.after?.at}, ${page.after?.id})`),
    )
    .orderBy('quizzes.updated_at', 'desc')
    .orderBy('quizzes.id', 'desc')
    .limit(page.limit)
    .execute();
}

export async function countQuizRows(db: Db, authorId: string | null): Promise<number> {
  const { count } = await db
    .selectFrom('quizzes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .$if(authorId !== null, (query) => query.where('author_id', '=', authorId))
    .executeTakeFirstOrThrow();
  return Number(count);
}
