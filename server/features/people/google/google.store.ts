import type { Db, Tx } from '#server/db/handle.ts';

export type Purpose = 'login' | 'link';

/* Flows: a browser on its way to Google and back. */

export async function insertFlow(
  db: Db,
  flow: {
    tokenHash: Buffer;
    purpose: Purpose;
    userId: string | null;
    state: Buffer;
    nonce: Buffer;
    verifier: Buffer;
    expiresAt: Date;
  },
): Promise<void> {
  await db
    .insertInto('google_flows')
    .values({
      token_hash: flow.tokenHash,
      purpose: flow.purpose,
      user_id: flow.userId,
      state: flow.state,
      nonce: flow.nonce,
      verifier: flow.verifier,
      expires_at: flow.expiresAt,
    })
    .execute();
}

/** Google has sent the browser back. Of several callers with one state the first gets it. */
export async function returnFlow(db: Db, tokenHash: Buffer, state: Buffer, now: Date) {
  const row = await db
    .updateTable('google_flows')
    .set({ returned_at: now })
    .where('token_hash', '=', tokenHash)
    .where('state', '=', state)
    .where('returned_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['purpose', 'nonce', 'verifier'])
    .executeTakeFirst();
  return row && { ...row, purpose: row.purpose as Purpose };
}

export async function answerFlow(
  db: Db,
  tokenHash: Buffer,
  answer: { subject: string; email: string | null; emailIsSure: boolean },
): Promise<void> {
  await db
    .updateTable('google_flows')
    .set({ subject: answer.subject, email: answer.email, email_is_sure: answer.emailIsSure })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Takes an answered flow away: it serves once, its own purpose and its own person. */
export async function takeFlow(db: Db, tokenHash: Buffer, purpose: Purpose, userId: string | null, now: Date) {
  const row = await db
    .deleteFrom('google_flows')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('subject', 'is not', null)
    .where('expires_at', '>', now)
    .returning(['subject', 'email', 'email_is_sure as emailIsSure'])
    .executeTakeFirst();
  return row?.subject ? { subject: row.subject, email: row.email, emailIsSure: row.emailIsSure === true } : undefined;
}

export async function deleteExpiredFlows(db: Db, now: Date, limit: number): Promise<number> {
  const expired = db.selectFrom('google_flows').select('token_hash').where('expires_at', '<=', now).limit(limit);
  const { numDeletedRows } = await db.deleteFrom('google_flows').where('token_hash', 'in', expired).executeTakeFirst();
  return Number(numDeletedRows);
}

/* Links: whose account a Google account opens. */

const columns = ['user_id as userId', 'email', 'linked_at as linkedAt'] as const;

export async function findLinkOf(db: Db | Tx, userId: string) {
  return db.selectFrom('google_accounts').select(columns).where('user_id', '=', userId).executeTakeFirst();
}

/** The account that the Google account opens; records the use. */
export async function useLink(db: Db, issuer: string, subject: string, now: Date): Promise<string | undefined> {
  const row = await db
    .updateTable('google_accounts')
    .set({ last_used_at: now })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .returning('user_id as userId')
    .executeTakeFirst();
  return row?.userId;
}

/** Undefined where the account has one already, or the Google account opens another. */
export async function insertLink(
  tx: Tx,
  link: { userId: string; issuer: string; subject: string; email: string | null; now: Date },
) {
  return tx
    .insertInto('google_accounts')
    .values({
      user_id: link.userId,
      issuer: link.issuer,
      subject: link.subject,
      email: link.email,
      linked_at: link.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();
}

export async function deleteLinkOf(tx: Tx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('google_accounts').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}
