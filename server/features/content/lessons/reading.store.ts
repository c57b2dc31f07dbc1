import { builtOnce } from '#server/db/built-once.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { ReadingState } from './reading.policy.ts';

/** One row per lesson the reader has opened: bounded by the lessons there are. */
export const listProgress = builtOnce((db, userId: string) =>
  db
    .selectFrom('lesson_progress')
    .innerJoin('lessons', 'lessons.id', 'lesson_progress.lesson_id')
    .select(['lesson_id as lessonId', 'position', 'completed_at as completedAt'])
    .where('user_id', '=', userId)
    .where('lessons.deleted_at', 'is', null)
    .orderBy('lesson_id'),
);

/** The words of a lesson that is there. */
export async function findWordCount(db: Db | Tx, lessonId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('lessons')
    .select('word_count')
    .where('id', '=', lessonId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.word_count;
}

export async function findTitle(db: Db | Tx, lessonId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('lessons')
    .select('title')
    .where('id', '=', lessonId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.title;
}

/** Reads a reader's standing and holds it until the transaction ends; makes an empty one where there is none. */
export async function lockReadingState(
  tx: Tx,
  userId: string,
  lessonId: number,
  now: Date,
): Promise<ReadingState & { isNew: boolean }> {
  const made = await tx
    .insertInto('lesson_progress')
    .values({ user_id: userId, lesson_id: lessonId, reported_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  const row = await tx
    .selectFrom('lesson_progress')
    .select([
      'active_seconds as activeSeconds',
      'reached_end as reachedEnd',
      'completed_at as completedAt',
      'reopened',
      'reported_at as reportedAt',
    ])
    .where('user_id', '=', userId)
    .where('lesson_id', '=', lessonId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { ...row, isNew: Number(made.numInsertedOrUpdatedRows ?? 0) > 0 };
}

export async function saveReadingState(
  tx: Tx,
  userId: string,
  lessonId: number,
  standing: Partial<ReadingState> & { position?: number },
) {
  return tx
    .updateTable('lesson_progress')
    .set({
      ...(standing.position === undefined ? {} : { position: standing.position }),
      ...(standing.activeSeconds === undefined ? {} : { active_seconds: standing.activeSeconds }),
      ...(standing.reachedEnd === undefined ? {} : { reached_end: standing.reachedEnd }),
      ...(standing.completedAt === undefined ? {} : { completed_at: standing.completedAt }),
      ...(standing.reopened === undefined ? {} : { reopened: standing.reopened }),
      ...(standing.reportedAt === undefined ? {} : { reported_at: standing.reportedAt }),
    })
    .where('user_id', '=', userId)
    .where('lesson_id', '=', lessonId)
    .returning(['lesson_id as lessonId', 'position', 'completed_at as completedAt'])
    .executeTakeFirstOrThrow();
}
