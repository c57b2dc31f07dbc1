import type { Db } from '#server/db/handle.ts';

export async function insertThrottleEvent(db: Db, bucket: string, key: Buffer, at: Date): Promise<number> {
  const { id } = await db
    .insertInto('throttle_events')
    .values({ bucket, key, at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The time of the `nth` newest event since `since`, leaving out `own` if given, or null when there are fewer. */
export async function nthNewestEvent(
  db: Db,
  bucket: string,
  key: Buffer,
  since: Date,
  nth: number,
  own: number | null,
) {
  const row = await db
    .selectFrom('throttle_events')
    .select('at')
    .where('bucket', '=', bucket)
    .where('key', '=', key)
    .where('at', '>', since)
    .$if(own !== null, (query) => query.where('id', '!=', own))
    .orderBy('at', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}

export async function deleteThrottleEvent(db: Db, id: number): Promise<void> {
  await db.deleteFrom('throttle_events').where('id', '=', id).execute();
}

export async function deleteThrottleEventsOf(db: Db, bucket: string, key: Buffer): Promise<void> {
  await db.deleteFrom('throttle_events').where('bucket', '=', bucket).where('key', '=', key).execute();
}

export async function deleteOldThrottleEvents(db: Db, before: Date, limit: number): Promise<number> {
  const old = db.selectFrom('throttle_events').select('id').where('at', '<', before).limit(limit);
  const { numDeletedRows } = await db.deleteFrom('throttle_events').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}
