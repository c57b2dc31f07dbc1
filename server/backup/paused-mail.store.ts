import type { Db, Tx } from '#server/db/handle.ts';

/** Since when this is a restored copy whose mail is held back; undefined where mail leaves as ever. */
export async function findMailPause(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('restored_copies')
    .select('restored_at')
    .where('mail_released_at', 'is', null)
    .executeTakeFirst();
  return row?.restored_at;
}

/** False where nothing was held. */
export async function resumeMail(tx: Tx, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('restored_copies')
    .set({ mail_released_at: at })
    .where('mail_released_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
