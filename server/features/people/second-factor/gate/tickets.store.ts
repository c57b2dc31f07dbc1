import type { Db, Tx } from '#server/db/handle.ts';

export type TicketPurpose = 'login' | 'login_set_up' | 'set_up';

/** A ticket is void after this number of wrong codes. */
const MOST_FAILURES = 5;

type NewTicket = {
  tokenHash: Buffer;
  userId: string;
  purpose: TicketPurpose;
  secret: Buffer | null;
  replaces: Date | null;
  commonPassword: boolean;
  expiresAt: Date;
};

export async function insertTicket(db: Db | Tx, ticket: NewTicket): Promise<void> {
  await db
    .insertInto('second_factor_tickets')
    .values({
      token_hash: ticket.tokenHash,
      user_id: ticket.userId,
      purpose: ticket.purpose,
      secret: ticket.secret,
      replaces: ticket.replaces,
      common_password: ticket.commonPassword,
      expires_at: ticket.expiresAt,
    })
    .execute();
}

/** Whose ticket it is, while it still counts. */
export async function findTicketUser(
  db: Db,
  tokenHash: Buffer,
  purpose: TicketPurpose,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('second_factor_tickets')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('failures', '<', MOST_FAILURES)
    .executeTakeFirst();
  return row?.user_id;
}

/** Locks a valid ticket until the transaction ends: tries on one ticket are serialised. */
export async function lockTicket(tx: Tx, tokenHash: Buffer, purpose: TicketPurpose, now: Date) {
  return tx
    .selectFrom('second_factor_tickets')
    .select(['user_id as userId', 'secret', 'replaces', 'common_password as commonPassword'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('failures', '<', MOST_FAILURES)
    .forUpdate()
    .executeTakeFirst();
}

export async function saveTicketSecret(tx: Tx, tokenHash: Buffer, secret: Buffer): Promise<void> {
  await tx.updateTable('second_factor_tickets').set({ secret }).where('token_hash', '=', tokenHash).execute();
}

export async function countTicketFailure(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx
    .updateTable('second_factor_tickets')
    .set((set) => ({ failures: set('failures', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function useTicket(tx: Tx, tokenHash: Buffer, now: Date): Promise<void> {
  await tx.updateTable('second_factor_tickets').set({ used_at: now }).where('token_hash', '=', tokenHash).execute();
}

/** Voids logins in progress that began with a password or factor that is no longer valid. */
export async function deleteTicketsOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('second_factor_tickets').where('user_id', '=', userId).execute();
}

export async function deleteExpiredTickets(db: Db, before: Date, limit: number): Promise<number> {
  const expired = db
    .selectFrom('second_factor_tickets')
    .select('token_hash')
    .where('expires_at', '<', before)
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('second_factor_tickets')
    .where('token_hash', 'in', expired)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
