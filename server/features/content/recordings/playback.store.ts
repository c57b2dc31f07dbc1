import type { Db } from '#server/db/handle.ts';

const VIDEOS_MAX = 200;

export async function listPositions(db: Db, userId: string, lessonId: number) {
  return db
    .selectFrom('playback_positions')
    .select(['video', 'seconds'])
    .where('user_id', '=', userId)
    .where('lesson_id', '=', lessonId)
    .orderBy('video')
    .limit(VIDEOS_MAX)
    .execute();
}

/** A lesson that students read holds this video: by the address as the sanitiser writes it. */
export async function isInLesson(db: Db, lessonId: number, video: string): Promise<boolean> {
  const row = await db
    .selectFrom('lessons')
    .select('id')
    .where('id', '=', lessonId)
    .where('deleted_at', 'is', null)
    .where((where) => where(where.fn<number>('strpos', ['content', where.val(`href="${video}"`)]), '>', 0))
    .executeTakeFirst();
  return row !== undefined;
}

/** Two pages of one person: the later word holds. */
export async function savePosition(
  db: Db,
  place: { userId: string; lessonId: number; video: string },
  seconds: number,
  at: Date,
): Promise<void> {
  await db
    .insertInto('playback_positions')
    .values({ user_id: place.userId, lesson_id: place.lessonId, video: place.video, seconds, at })
    .onConflict((conflict) => conflict.columns(['user_id', 'lesson_id', 'video']).doUpdateSet({ seconds, at }))
    .execute();
}
