import type { Db, Tx } from '#server/db/handle.ts';

const columns = [
  'id',
  'asked_by as askedBy',
  'asked_at as askedAt',
  'state',
  'percent',
  'seen_at as seenAt',
  'file_key as fileKey',
  'bytes',
  'expires_at as expiresAt',
] as const;

export const findLatest = (db: Db | Tx) =>
  db.selectFrom('school_exports').select(columns).orderBy('id', 'desc').limit(1).executeTakeFirst();

export type ExportRow = NonNullable<Awaited<ReturnType<typeof findLatest>>>;

export const findExport = (db: Db | Tx, id: number) =>
  db.selectFrom('school_exports').select(columns).where('id', '=', id).executeTakeFirst();

/** Undefined when another one is being made. */
export const insertExport = (tx: Tx, askedBy: string, now: Date) =>
  tx
    .insertInto('school_exports')
    .values({ asked_by: askedBy, asked_at: now, seen_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();

/** Ends those whose job gave no sign since `before`: its process is gone. */
export const failSilent = (tx: Tx, before: Date) =>
  tx
    .updateTable('school_exports')
    .set({ state: 'failed' })
    .where('state', 'in', ['waiting', 'running'])
    .where('seen_at', '<', before)
    .execute();

/** False when it is over: its job runs a second time. */
export async function markRunning(db: Db, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('school_exports')
    .set({ state: 'running', percent: 0, seen_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False when it was given up meanwhile. */
export async function saveProgress(db: Db, id: number, percent: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('school_exports')
    .set({ percent, seen_at: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const markFailed = (db: Db, id: number) =>
  db
    .updateTable('school_exports')
    .set({ state: 'failed' })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();

/** False when it was given up meanwhile. */
export async function markDone(
  tx: Tx,
  id: number,
  file: { fileKey: string; bytes: number; expiresAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('school_exports')
    .set({ state: 'done', percent: 100, file_key: file.fileKey, bytes: file.bytes, expires_at: file.expiresAt })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The files of archives whose time is over, whose rows are deleted here. */
export async function deleteExpired(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .deleteFrom('school_exports')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('school_exports').select('id').where('expires_at', '<=', now).orderBy('expires_at').limit(limit),
    )
    .returning('file_key as fileKey')
    .execute();
  return rows.flatMap(({ fileKey }) => (fileKey === null ? [] : [fileKey]));
}
