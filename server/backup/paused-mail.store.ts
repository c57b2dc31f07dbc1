import type { Db, Tx } from '#server/db/handle.ts';

/** When this was restored as a copy whose mail is paused; undefined: mail is sent as usual. */
export async function findMailPause(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('restored_copies')
    .select('restored_at')
    .where('mail_released_at', 'is', null)
    .executeTakeFirst();
  return row?.restored_at;
}

/** False when mail was not paused. */
export async function resumeMail(tx: Tx, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('restored_copies')
    .set({ mail_released_at: at })
    .where('mail_released_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
