import { sql } from 'kysely';
import type { NotificationKind } from '#contract/platform/notifications.ts';
import type { Db, Tx } from '#server/db/handle.ts';

export type Delivery = { notificationId: number; subscriptionId: number };
export type DeliveryState = 'waiting' | 'sent' | 'failed' | 'gone' | 'skipped';

/** The recipients of one event whose devices get a push, one page at a time. */
export async function listPushed(db: Db, { key, after, limit }: { key: string; after: number; limit: number }) {
  return db
    .selectFrom('notifications')
    .select(['id', 'user_id as userId', 'kind'])
    .where('key', '=', key)
    .where('id', '>', after)
    .where('pushed', '=', true)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Creates one delivery for each device that wants it; existing ones are not returned again. */
export async function insertDeliveries(tx: Tx, notificationIds: readonly number[], now: Date): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    INSERT INTO push_deliveries (notification_id, subscription_id, state, at)
    SELECT n.id, s.id, 'waiting', ${now}::timestamptz
    FROM notifications n JOIN push_subscriptions s ON s.user_id = n.user_id AND n.kind = ANY(s.kinds)
    WHERE n.id = ANY(${notificationIds}::int[])
    ORDER BY n.id, s.id
    ON CONFLICT DO NOTHING
    RETURNING notification_id AS "notificationId", subscription_id AS "subscriptionId"`.execute(tx);
  return rows;
}

/** The notifications among these that have no delivery to a device. */
export async function listWithoutDelivery(tx: Tx, notificationIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT n.id FROM unnest(${notificationIds}::int[]) AS n (id)
    WHERE NOT EXISTS (SELECT FROM push_deliveries d WHERE d.notification_id = n.id)`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The pending deliveries with their addresses; none that were sent, or whose notification was withdrawn. */
export async function findDelivery(db: Db, { notificationId, subscriptionId }: Delivery, now: Date) {
  const row = await db
    .selectFrom('push_deliveries as d')
    .innerJoin('notifications as n', 'n.id', 'd.notification_id')
    .innerJoin('users as u', 'u.id', 'n.user_id')
    .leftJoin('push_subscriptions as s', (join) =>
      join.onRef('s.id', '=', 'd.subscription_id').onRef('s.user_id', '=', 'n.user_id'),
    )
    .leftJoin('sessions', (join) => join.onRef('sessions.id', '=', 's.session_id').on('sessions.expires_at', '>', now))
    .select(['n.id', 'n.kind', 'n.title', 'n.text', 'n.path', 'n.created_at as createdAt', 'n.read_at as readAt'])
    .select(['u.status', 's.endpoint', 's.p256dh', 's.auth', 's.public_key as publicKey', 'sessions.id as sessionId'])
    .where('d.notification_id', '=', notificationId)
    .where('d.subscription_id', '=', subscriptionId)
    .where('d.state', '=', 'waiting')
    .executeTakeFirst();
  if (!row) return undefined;
  const { endpoint, p256dh, auth, publicKey, sessionId, status, readAt, createdAt, ...told } = row;
  return {
    told: { ...told, kind: told.kind as NotificationKind },
    createdAt,
    isWanted: readAt === null && status === 'active',
    device: endpoint && p256dh && auth && publicKey && sessionId ? { endpoint, p256dh, auth, publicKey } : null,
  };
}

/** Locks the deliveries of a notification, so that the one completing the last of them knows it. */
export async function lockDeliveries(tx: Tx, notificationId: number) {
  const rows = await tx
    .selectFrom('push_deliveries')
    .select(['subscription_id as subscriptionId', 'state'])
    .where('notification_id', '=', notificationId)
    .orderBy('subscription_id')
    .forUpdate()
    .execute();
  return rows.map((row) => ({ ...row, state: row.state as DeliveryState }));
}

/** False where it was settled before. */
export async function completeDelivery(
  db: Db | Tx,
  { notificationId, subscriptionId }: Delivery,
  state: DeliveryState,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('push_deliveries')
    .set({ state, at: now })
    .where('notification_id', '=', notificationId)
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countDeliveries(db: Db, since: Date) {
  const { rows } = await sql<{ sent: number; failed: number; removed: number; devices: number }>`
    SELECT count(*) FILTER (WHERE state = 'sent') AS sent, count(*) FILTER (WHERE state = 'failed') AS failed,
      count(*) FILTER (WHERE state = 'gone') AS removed, (SELECT count(*) FROM push_subscriptions) AS devices
    FROM push_deliveries WHERE at >= ${since}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('An aggregate has one row.');
  return row;
}

export async function deleteOldDeliveries(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH old AS (SELECT ctid FROM push_deliveries WHERE at < ${before} LIMIT ${limit}),
    gone AS (DELETE FROM push_deliveries WHERE ctid = ANY(ARRAY(SELECT ctid FROM old)) RETURNING 1)
    SELECT count(*) AS count FROM gone`.execute(db);
  return rows[0]?.count ?? 0;
}
