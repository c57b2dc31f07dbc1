import type { NotificationKind } from '#contract/platform/notifications.ts';
import type { Db, Tx } from '#server/db/handle.ts';

/** Recipients of one event who want its e-mail and have no device that gets it, a page at a time. */
export async function listMailRecipients(
  db: Db,
  { key, byDefault, after, limit }: { key: string; byDefault: boolean; after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('notifications')
    .leftJoin('notification_choices', (join) =>
      join
        .onRef('notification_choices.user_id', '=', 'notifications.user_id')
        .onRef('notification_choices.kind', '=', 'notifications.kind'),
    )
    .select('notifications.id')
    .where('notifications.key', '=', key)
    .where('notifications.id', '>', after)
    .where('notifications.pushed', '=', false)
    .where((where) => where(where.fn.coalesce('notification_choices.email', where.val(byDefault)), '=', true))
    .orderBy('notifications.id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** The recipients' choices about e-mails; null: no choice was made. */
export async function listMailChoices(tx: Tx, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('notifications')
    .leftJoin('notification_choices', (join) =>
      join
        .onRef('notification_choices.user_id', '=', 'notifications.user_id')
        .onRef('notification_choices.kind', '=', 'notifications.kind'),
    )
    .select(['notifications.id', 'notifications.kind', 'notification_choices.email'])
    .where('notifications.id', 'in', ids)
    .orderBy('notifications.id')
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as NotificationKind }));
}

/** The content and recipient of a mail; undefined once the notification was read or the user may no longer log in. */
export async function findLetter(db: Db, id: number) {
  return db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .select(['users.email', 'users.first_name as firstName'])
    .select(['notifications.title', 'notifications.text', 'notifications.path', 'notifications.kind'])
    .select('users.id as userId')
    .where('notifications.id', '=', id)
    .where('notifications.read_at', 'is', null)
    .where('users.status', '=', 'active')
    .executeTakeFirst();
}

/** How many events of a stretch of time wait for an admin who has not read of them yet. */
export async function findDigest(db: Db, { userId, kind, from, to }: DigestSpan) {
  const admin = await db
    .selectFrom('users')
    .select(['email', 'first_name as firstName'])
    .where('id', '=', userId)
    .where('role', 'in', ['secretary', 'admin'])
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (!admin) return undefined;
  const readSince = await db
    .selectFrom('notifications')
    .select((select) => select.fn.max('read_at').as('at'))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  const { count } = await db
    .selectFrom('notification_batch_events')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .$if(!!readSince?.at, (query) => query.where('created_at', '>', readSince?.at as Date))
    .executeTakeFirstOrThrow();
  return { ...admin, count };
}

export type DigestSpan = { userId: string; kind: NotificationKind; from: Date; to: Date };
