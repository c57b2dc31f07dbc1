import { type RawBuilder, sql } from 'kysely';
import type { NotificationKind } from '#contract/platform/notifications.ts';
import { builtOnce } from '#server/db/built-once.ts';
import type { Db, Tx } from '#server/db/handle.ts';

export type Recipients = { userIds: readonly string[] } | { audience: 'admins' };

type Event = {
  kind: NotificationKind;
  key: string;
  title: string;
  text: string;
  path: string;
  now: Date;
  /** Whether this kind has an e-mail that can be chosen, and whether it goes out until the person says otherwise. */
  mail: { exists: boolean; byDefault: boolean };
  /** Whether this kind goes to the devices that want it. */
  push: boolean;
};

/** The people an event is for, with what each of them chose. */
function recipientsOf(recipients: Recipients, { kind, mail, push }: Event): RawBuilder<unknown> {
  const who =
    'userIds' in recipients
      ? sql`users.id = ANY(${recipients.userIds}::uuid[])`
      : sql`users.role IN ('secretary', 'admin') AND users.status = 'active'`;
  return sql`
    SELECT users.id AS user_id, coalesce(choice.in_app, true) AS in_app,
           ${mail.exists} AND coalesce(choice.email, ${mail.byDefault}) AS email,
           ${push} AND EXISTS (
             SELECT FROM push_subscriptions device WHERE device.user_id = users.id AND ${kind} = ANY(device.kinds)
           ) AS push
    FROM users LEFT JOIN notification_choices AS choice ON choice.user_id = users.id AND choice.kind = ${kind}
    WHERE ${who}`;
}

/**
 * Inserts one notification for each recipient who has none of this event yet. Returns how many of them have a device
 * that gets it, and how many of the others get an e-mail: no user gets both.
 */
export async function insertNotifications(
  tx: Tx,
  recipients: Recipients,
  event: Event,
): Promise<{ mailed: number; pushed: number }> {
  const { rows } = await sql<{ mailed: number; pushed: number }>`
    WITH recipients AS (${recipientsOf(recipients, event)}),
    written AS (
      INSERT INTO notifications (user_id, kind, key, title, text, path, in_app, pushed, created_at)
      SELECT user_id, ${event.kind}, ${event.key}, ${event.title}, ${event.text}, ${event.path}, in_app, push,
             ${event.now}::timestamptz
      FROM recipients WHERE in_app OR email OR push ORDER BY user_id
      ON CONFLICT (user_id, key) WHERE key IS NOT NULL DO NOTHING
      RETURNING user_id
    )
    SELECT count(*) FILTER (WHERE email AND NOT push) AS mailed, count(*) FILTER (WHERE push) AS pushed
    FROM written JOIN recipients USING (user_id)`.execute(tx);
  return rows[0] ?? { mailed: 0, pushed: 0 };
}

/** Adds the event to each recipient's unread batch, or begins one. Returns who also gets an e-mail. */
export async function insertIntoBatches(tx: Tx, recipients: Recipients, event: Event): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    WITH recipients AS (${recipientsOf(recipients, event)}),
    fresh AS (
      INSERT INTO notification_batch_events (user_id, kind, key, created_at)
      SELECT user_id, ${event.kind}, ${event.key}, ${event.now}::timestamptz
      FROM recipients WHERE in_app OR email ORDER BY user_id
      ON CONFLICT DO NOTHING
      RETURNING user_id
    ),
    written AS (
      INSERT INTO notifications (user_id, kind, batch_size, title, text, path, in_app, created_at)
      SELECT user_id, ${event.kind}, 1, ${event.title}, ${event.text}, ${event.path}, true, ${event.now}::timestamptz
      FROM fresh JOIN recipients USING (user_id) WHERE in_app ORDER BY user_id
      ON CONFLICT (user_id, kind) WHERE batch_size IS NOT NULL AND read_at IS NULL
      DO UPDATE SET batch_size = notifications.batch_size + 1, created_at = excluded.created_at
    )
    SELECT user_id AS "userId" FROM fresh JOIN recipients USING (user_id) WHERE recipients.email`.execute(tx);
  return rows.map((row) => row.userId);
}

export type NotificationRow = {
  id: number;
  kind: NotificationKind;
  title: string;
  text: string;
  path: string;
  batchSize: number | null;
  createdAt: Date;
  readAt: Date | null;
};

export async function listNotificationRows(
  db: Db,
  userId: string,
  { limit, after }: { limit: number; after: { createdAt: Date; id: number } | null },
): Promise<NotificationRow[]> {
  const rows = await db
    .selectFrom('notifications')
    .select(['id', 'kind', 'title', 'text', 'path'])
    .select(['batch_size as batchSize', 'created_at as createdAt', 'read_at as readAt'])
    .where('user_id', '=', userId)
    .where('in_app', '=', true)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.createdAt}, ${after?.id}::integer)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as NotificationKind }));
}

export async function countNotificationRows(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('in_app', '=', true)
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts up to `most`: every open client asks for the bell once a minute. */
const unreadCount = builtOnce((db, userId: string, most: number) => {
  const unread = db
    .selectFrom('notifications')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('in_app', '=', true)
    .where('read_at', 'is', null)
    .limit(most);
  return db.selectFrom(unread.as('unread')).select((select) => select.fn.countAll<number>().as('count'));
});

export async function countUnreadRows(db: Db, userId: string, most: number): Promise<number> {
  const [row] = await unreadCount(db, userId, most);
  return row?.count ?? 0;
}

/** False where the person has no such notification. */
export async function markRead(db: Db, userId: string, id: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('notifications')
    .set({ read_at: sql`coalesce(read_at, ${now})` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('in_app', '=', true)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function markAllRead(db: Db, userId: string, until: Date, now: Date): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('in_app', '=', true)
    .where('read_at', 'is', null)
    .where('created_at', '<=', until)
    .execute();
}

/** Deletes the older unread notifications of a kind of which only the latest counts. */
export async function deleteOlderOfKind(tx: Tx, userId: string, kind: NotificationKind, key: string): Promise<void> {
  await tx
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('key', '!=', key)
    .where('read_at', 'is', null)
    .execute();
}

export async function deleteOldNotifications(db: Db, before: { read: Date; any: Date }): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('notifications')
    .where('created_at', '<', before.read)
    .where((where) => where.or([where('read_at', 'is not', null), where('created_at', '<', before.any)]))
    .executeTakeFirst();
  await db.deleteFrom('notification_batch_events').where('created_at', '<', before.any).execute();
  return Number(numDeletedRows);
}

export async function deleteNotification(tx: Tx, userId: string, key: string): Promise<void> {
  await tx.deleteFrom('notifications').where('user_id', '=', userId).where('key', '=', key).execute();
}

export async function deleteNotificationsOf(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('notifications').where('key', '=', key).execute();
}

/** Removes events from unread batch notifications; a notification without events is deleted. */
export async function forgetBatchEvents(tx: Tx, kinds: readonly string[], ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ userId: string; kind: string; count: number }>`
    WITH gone AS (
      DELETE FROM notification_batch_events
      WHERE kind = ANY(${kinds}::text[]) AND split_part(key, ':', 1) = ANY(${ids.map(String)}::text[])
      RETURNING user_id, kind
    )
    SELECT user_id AS "userId", kind, count(*) AS count FROM gone GROUP BY user_id, kind`.execute(tx);
  for (const { userId, kind, count } of rows) {
    const unread = sql`user_id = ${userId} AND kind = ${kind} AND batch_size IS NOT NULL AND read_at IS NULL`;
    await sql`DELETE FROM notifications WHERE ${unread} AND batch_size <= ${count}`.execute(tx);
    await sql`UPDATE notifications SET batch_size = batch_size - ${count} WHERE ${unread}`.execute(tx);
  }
}
