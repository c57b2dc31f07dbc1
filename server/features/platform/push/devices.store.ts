import { sql } from 'kysely';
import type { NotificationKind } from '#contract/platform/notifications.ts';
import type { Db, Tx } from '#server/db/handle.ts';

export async function findDevice(db: Db | Tx, sessionId: string) {
  return db.selectFrom('push_subscriptions').select('kinds').where('session_id', '=', sessionId).executeTakeFirst();
}

export type Device = {
  userId: string;
  sessionId: string;
  endpoint: string;
  p256dh: Buffer;
  auth: Buffer;
  publicKey: string;
  kinds: readonly NotificationKind[];
  now: Date;
};

/** Removes the subscriptions of other sessions for this browser: it belongs to the current user. */
export async function takeFromOthers(tx: Tx, endpoint: string, sessionId: string): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('session_id', '!=', sessionId)
    .execute();
}

/** One per session: another subscription of the same browser takes its place. */
export async function saveDevice(tx: Tx, device: Device): Promise<void> {
  const { userId, sessionId, endpoint, p256dh, auth, publicKey, now } = device;
  const kinds = sql<string[]>`${[...device.kinds]}::text[]`;
  const values = { endpoint, p256dh, auth, public_key: publicKey, kinds };
  await tx
    .insertInto('push_subscriptions')
    .values({ ...values, user_id: userId, session_id: sessionId, created_at: now })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(values))
    .execute();
}

export async function deleteOldestDevices(tx: Tx, userId: string, most: number): Promise<void> {
  const newest = tx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(most);
  await tx.deleteFrom('push_subscriptions').where('user_id', '=', userId).where('id', 'not in', newest).execute();
}

export async function deleteDeviceOf(db: Db | Tx, sessionId: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).execute();
}

export async function deleteDevice(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}

/** Serialises what one person's devices do at once. */
export async function lockDevicesOf(tx: Tx, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`push:${userId}`}, 0))`.execute(tx);
}

export async function findOffer(db: Db, userId: string) {
  return db
    .selectFrom('push_offers')
    .select([sql<string>`offered_on::text`.as('offeredOn'), 'answered_at as answeredAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** The first day and the first answer are never overwritten. */
export async function saveOffer(
  db: Db | Tx,
  userId: string,
  { today, answeredAt }: { today: string; answeredAt: Date | null },
): Promise<void> {
  await db
    .insertInto('push_offers')
    .values({ user_id: userId, offered_on: sql<string>`${today}::date`, answered_at: answeredAt })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet((set) => ({ answered_at: set.fn.coalesce('push_offers.answered_at', 'excluded.answered_at') })),
    )
    .execute();
}
