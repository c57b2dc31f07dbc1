import type { Db, Tx } from '#server/db/handle.ts';

type NewCheck = { transport: string; codeHash: string; askedBy: string; now: Date; expiresAt: Date };

export const insertMailCheck = (db: Db, check: NewCheck) =>
  db
    .insertInto('mail_checks')
    .values({
      transport: check.transport,
      code_hash: check.codeHash,
      asked_by: check.askedBy,
      created_at: check.now,
      expires_at: check.expiresAt,
    })
    .execute();

/** The newest test mail, locked, if its code can still be entered. */
export const findOpenCheck = (tx: Tx, transport: string, now: Date) =>
  tx
    .selectFrom('mail_checks')
    .select(['id', 'code_hash as codeHash', 'tries'])
    .where('transport', '=', transport)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

export const countTry = (tx: Tx, id: number) =>
  tx
    .updateTable('mail_checks')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .execute();

export const confirmMailCheck = (tx: Tx, id: number, now: Date) =>
  tx
    .updateTable('mail_checks')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute();

export const findConfirmedCheck = (db: Db, transport: string) =>
  db
    .selectFrom('mail_checks')
    .select('confirmed_at as confirmedAt')
    .where('transport', '=', transport)
    .where('confirmed_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
