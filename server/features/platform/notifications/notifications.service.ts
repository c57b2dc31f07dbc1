import type { QueryOf } from '#contract/endpoint.ts';
import { UNREAD_COUNTED_MAX } from '#contract/limits.ts';
import {
  isKindFor,
  kindRules,
  type listNotifications,
  type NotificationKind,
  type NotificationPreset,
  notificationKinds,
  presetChoice,
} from '#contract/platform/notifications.ts';
import type { Role } from '#contract/platform/users.ts';
import { MINUTE_MS } from '#contract/time.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { notFound, wrongField } from '#server/http/errors.ts';
import { byCreation, readPage } from '#server/http/paging.ts';
import { type BatchKind, batchWords, isBatchKind } from './batch-words.ts';
import { listChoiceRows, refuseMails, saveChoice, saveChoices } from './choices.store.ts';
import { listMailChoices } from './notification-mails.store.ts';
import {
  countNotificationRows,
  countUnreadRows,
  deleteNotification,
  deleteNotificationsOf,
  deleteOlderOfKind,
  forgetBatchEvents,
  insertIntoBatches,
  insertNotifications,
  listNotificationRows,
  markAllRead,
  markRead,
  type NotificationRow,
  type Recipients,
} from './notifications.store.ts';

const mailRule = (kind: NotificationKind) => ({
  exists: kindRules[kind].email !== 'always',
  byDefault: kindRules[kind].email === 'unless refused',
});

const channelsOf = (kind: NotificationKind) => ({ mail: mailRule(kind), push: kindRules[kind].push ?? false });

/** `admins`: every active administrator and secretary. */
type Addressee = { userId: string } | { userIds: readonly string[] } | { audience: 'admins' };

export type Notice = Addressee & {
  kind: Exclude<NotificationKind, BatchKind>;
  title: string;
  text: string;
  /** Where it leads, a path of the app. */
  path: string;
  /** Idempotency key of the event: a repeat by a retry or a second process has no effect. */
  key: string;
  /** Until then it may be withdrawn, so no push is sent before. */
  pushAfter?: Date;
  /** Only the latest of its kind counts: older unread ones are deleted. */
  replacesOlder?: true;
};

function recipientsOf(notice: Addressee): Recipients {
  if ('audience' in notice) return notice;
  return { userIds: 'userId' in notice ? [notice.userId] : notice.userIds };
}

/** Notifies users of an event, in its transaction. E-mails follow for those who want them. */
export async function notify(deps: Deps, tx: Tx, notice: Notice): Promise<void> {
  const recipients = recipientsOf(notice);
  if ('userIds' in recipients && recipients.userIds.length === 0) return;
  const { kind, key, title, text, path } = notice;
  const event = { kind, key, title, text, path, now: deps.clock.now(), ...channelsOf(kind) };
  const { mailed, pushed } = await insertNotifications(tx, recipients, event);
  const named = notice.replacesOlder && 'userIds' in recipients ? recipients.userIds : [];
  for (const userId of named) await deleteOlderOfKind(tx, userId, kind, key);
  if (mailed > 0) await deps.jobs.send(tx, 'notification_mails', { kind, key });
  if (pushed > 0) {
    await deps.jobs.send(
      tx,
      'notification_pushes',
      { kind, key },
      notice.pushAfter ? { startAfter: notice.pushAfter } : {},
    );
  }
}

/**
 * No device received these: users who want e-mails of this kind get one. Kinds with a separate mail have sent it
 * already.
 */
export async function mailInstead(deps: Deps, tx: Tx, ids: readonly number[]): Promise<void> {
  for (const { id, kind, email } of await listMailChoices(tx, ids)) {
    const { exists, byDefault } = mailRule(kind);
    if (exists && (email ?? byDefault)) await deps.mail.send(tx, 'notification', String(id), { id });
  }
}

/** Deletes the notification of an event that was undone. */
export const takeNoticeBack = (tx: Tx, userId: string, key: string): Promise<void> =>
  deleteNotification(tx, userId, key);

/** Deletes the notifications of an event that was undone, of every user. */
export const takeNoticesBack = (tx: Tx, key: string): Promise<void> => deleteNotificationsOf(tx, key);

/** Counts an event into the unread line of every active admin; the key names it as above. */
export async function notifyAdmins(deps: Deps, tx: Tx, { kind, key }: { kind: BatchKind; key: string }): Promise<void> {
  const words = batchWords[kind];
  const now = deps.clock.now();
  const event = { kind, key, title: words.title(1), text: words.text, path: words.path, now, ...channelsOf(kind) };
  const mailed = await insertIntoBatches(tx, { audience: 'admins' }, event);
  const span = digestSpan(now);
  for (const userId of mailed) {
    const data = { userId, kind, from: span.from.toISOString(), to: span.to.toISOString() };
    await deps.jobs.send(tx, 'notification_digest', data, {
      key: `${kind}:${userId}:${data.from}`,
      startAfter: span.to,
    });
  }
}

/** Events that never were, by the numbers that their keys begin with: unread lines count them no more. */
export async function forgetBatched(tx: Tx, kinds: readonly BatchKind[], ids: readonly number[]): Promise<void> {
  await forgetBatchEvents(tx, kinds, ids);
}

const DIGEST_MS = 30 * MINUTE_MS;

/** Events of the same half hour go into one e-mail, sent when it is over. */
function digestSpan(now: Date): { from: Date; to: Date } {
  const from = Math.floor(now.getTime() / DIGEST_MS) * DIGEST_MS;
  return { from: new Date(from), to: new Date(from + DIGEST_MS) };
}

export async function listOwnNotifications(deps: Deps, userId: string, query: QueryOf<typeof listNotifications>) {
  return readPage(byCreation.from(query), {
    rows: (part) => listNotificationRows(deps.db, userId, part),
    total: countNotificationRows(deps.db, userId),
    present: worded,
  });
}

const worded = ({ batchSize, ...row }: NotificationRow) =>
  batchSize !== null && isBatchKind(row.kind) ? { ...row, title: batchWords[row.kind].title(batchSize) } : row;

export async function countOwnUnread(deps: Deps, userId: string) {
  return { unread: await countUnreadRows(deps.db, userId, UNREAD_COUNTED_MAX) };
}

export async function readOne(deps: Deps, userId: string, id: number): Promise<void> {
  if (!(await markRead(deps.db, userId, id, deps.clock.now()))) throw notFound('Notificação não encontrada.');
}

export async function readAll(deps: Deps, userId: string, until: string | undefined): Promise<void> {
  const now = deps.clock.now();
  await markAllRead(deps.db, userId, until === undefined ? now : new Date(until), now);
}

const defaultsOf = (kind: NotificationKind) => presetChoice(kind, 'usual');

export async function listChoices(deps: Deps, user: { id: string; role: Role }) {
  const chosen = new Map((await listChoiceRows(deps.db, user.id)).map((row) => [row.kind, row]));
  return notificationKinds
    .filter((kind) => isKindFor(kind, user.role))
    .map((kind) => {
      const { inApp, email } = chosen.get(kind) ?? defaultsOf(kind);
      const emailAlways = kindRules[kind].email === 'always';
      return { kind, inApp, email: email || emailAlways, emailAlways };
    });
}

/** By the link in an announcement's e-mail: the bell goes on. */
export const refuseAnnouncements = (deps: Deps, userId: string): Promise<void> =>
  refuseMails(deps.db, userId, 'announcement');

export async function choose(
  deps: Deps,
  user: { id: string; role: Role },
  change: { kind: NotificationKind; inApp?: boolean | undefined; email?: boolean | undefined },
) {
  const { kind } = change;
  if (!isKindFor(kind, user.role) || (kindRules[kind].email === 'always' && change.email === false)) {
    throw wrongField('kind', 'Esta escolha não existe para você.');
  }
  await saveChoice(deps.db, user.id, kind, change, defaultsOf(kind));
  return listChoices(deps, user);
}

export async function choosePreset(deps: Deps, user: { id: string; role: Role }, preset: NotificationPreset) {
  const kinds = notificationKinds.filter((kind) => isKindFor(kind, user.role));
  await transact(deps, (tx) =>
    saveChoices(
      tx,
      user.id,
      kinds.map((kind) => ({ kind, ...presetChoice(kind, preset) })),
    ),
  );
  return listChoices(deps, user);
}
