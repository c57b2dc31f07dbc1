import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';

export async function saveWriter(db: Db, writer: { lessonId: number; page: string; userId: string; now: Date }) {
  await db
    .insertInto('lesson_writers')
    .values({ lesson_id: writer.lessonId, page: writer.page, user_id: writer.userId, seen_at: writer.now })
    .onConflict((conflict) =>
      conflict
        .columns(['lesson_id', 'page'])
        .doUpdateSet({ seen_at: writer.now })
        // A page is one person's.
        .where('lesson_writers.user_id', '=', writer.userId),
    )
    .execute();
}

export async function deleteWriter(db: Db, lessonId: number, page: string, userId: string): Promise<void> {
  await db
    .deleteFrom('lesson_writers')
    .where('lesson_id', '=', lessonId)
    .where('page', '=', page)
    .where('user_id', '=', userId)
    .execute();
}

const SHOWN = 10;

/** Everybody who has it open besides this page, each person once. */
export async function listOtherWriters(db: Db, lessonId: number, page: string, since: Date) {
  return db
    .selectFrom('lesson_writers')
    .innerJoin('users', 'users.id', 'lesson_writers.user_id')
    .select([
      'lesson_writers.user_id as userId',
      sql<string>`trim(concat_ws(' ', users.first_name, users.last_name))`.as('name'),
    ])
    .distinct()
    .where('lesson_id', '=', lessonId)
    .where('page', '!=', page)
    .where('seen_at', '>', since)
    .orderBy('name')
    .limit(SHOWN)
    .execute();
}

export async function deleteLeftWriters(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    DELETE FROM lesson_writers WHERE (lesson_id, page) IN (
      SELECT lesson_id, page FROM lesson_writers WHERE seen_at <= ${before} LIMIT ${limit}
    ) RETURNING lesson_id`.execute(db);
  return rows.length;
}
