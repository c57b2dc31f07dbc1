import { sql } from 'kysely';
import type { Role, User, UserFilters, UserStatus } from '#contract/platform/users.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { identityKey, likePattern, searchKey } from '#server/db/keys.ts';
import { userConditions } from './user-conditions.store.ts';

export type UserRow = Omit<User, 'createdAt'> & { createdAt: Date };

const columns = [
  'users.id',
  'users.username',
  'users.email',
  'users.first_name as firstName',
  'users.last_name as lastName',
  'users.role',
  'users.status',
  'users.created_at as createdAt',
] as const;

const typed = <R extends { role: string; status: string }>(row: R) => ({
  ...row,
  role: row.role as Role,
  status: row.status as UserStatus,
});

type NewUser = {
  id: string;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
  role: Role;
  status: UserStatus;
  termsVersion: string;
  emailConfirmedAt?: Date;
  now: Date;
  /** One of the sample school, with or without a password. */
  sample?: { passwordRemovedAt: Date | null };
};

const searchKeyOf = (user: { username: string; email: string; firstName: string; lastName: string }) =>
  searchKey(`${user.firstName} ${user.lastName} ${user.username} ${user.email}`);

export async function insertUser(db: Db | Tx, user: NewUser): Promise<UserRow> {
  const row = await db
    .insertInto('users')
    .values({
      id: user.id,
      username: user.username,
      username_key: identityKey(user.username),
      email: user.email,
      email_key: identityKey(user.email),
      first_name: user.firstName,
      last_name: user.lastName,
      search_key: searchKeyOf(user),
      password_hash: user.passwordHash,
      role: user.role,
      status: user.status,
      terms_version: user.termsVersion,
      terms_accepted_at: user.now,
      email_confirmed_at: user.emailConfirmedAt ?? null,
      created_at: user.now,
      ...(user.sample ? { is_sample: true, password_removed_at: user.sample.passwordRemovedAt } : {}),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return typed(row);
}

/** Which of the two names of a new account is taken already, as a username or as an e-mail, if any. */
export async function findTakenName(db: Db | Tx, username: string, email: string) {
  const keys = [identityKey(username), identityKey(email)];
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM login_names WHERE key = ANY(${keys})
    UNION SELECT username_key FROM users WHERE username_key = ANY(${keys})
    UNION SELECT email_key FROM users WHERE email_key = ANY(${keys})`.execute(db);
  const [byUsername] = keys;
  if (rows.some(({ key }) => key === byUsername)) return 'username';
  return rows.length > 0 ? 'email' : null;
}

/** By username or e-mail; where an old account's e-mail is another's username, the username wins. */
export async function findUserForLogin(db: Db, name: string) {
  const key = identityKey(name);
  const row = await db
    .selectFrom('users')
    .select([...columns, 'password_hash as passwordHash'])
    .where((where) => where.or([where('username_key', '=', key), where('email_key', '=', key)]))
    .orderBy((order) => order('username_key', '=', key), 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && typed(row);
}

export async function findUser(db: Db | Tx, id: string): Promise<UserRow | undefined> {
  const row = await db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst();
  return row && typed(row);
}

export async function findUserByEmail(db: Db | Tx, email: string): Promise<UserRow | undefined> {
  const row = await db
    .selectFrom('users')
    .select(columns)
    .where('email_key', '=', identityKey(email))
    .executeTakeFirst();
  return row && typed(row);
}

/**
 * Reads a user and locks the row until the transaction ends. Not FOR UPDATE: that would also block inserts that only
 * reference the user, such as a notification written while a payment is locked, and cause a deadlock.
 */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  const row = await tx.selectFrom('users').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  return row && typed(row);
}

/** Locks every active admin, in a fixed order, so that two admins cannot remove each other at once. */
export async function lockActiveAdmins(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map((row) => row.id);
}

export async function updateUser(
  tx: Db | Tx,
  id: string,
  change: { status: UserStatus; block_reason?: string } | { role: Role } | { password_hash: string },
): Promise<UserRow> {
  return typed(
    await tx.updateTable('users').set(change).where('id', '=', id).returning(columns).executeTakeFirstOrThrow(),
  );
}

/** The unique index decides where two people choose the same name. */
export async function updateUsername(tx: Tx, user: UserRow, username: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ username, username_key: identityKey(username), search_key: searchKeyOf({ ...user, username }) })
    .where('id', '=', user.id)
    .execute();
}

export async function updateNames(
  tx: Tx,
  user: UserRow,
  change: { firstName: string; lastName: string } | { email: string; confirmedAt: Date | null },
): Promise<UserRow> {
  const next = { ...user, ...change };
  const row = await tx
    .updateTable('users')
    .set({
      first_name: next.firstName,
      last_name: next.lastName,
      email: next.email,
      email_key: identityKey(next.email),
      search_key: searchKeyOf(next),
      ...('confirmedAt' in change ? { email_confirmed_at: change.confirmedAt } : {}),
    })
    .where('id', '=', user.id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return typed(row);
}

/** False where it says so already. */
export async function saveBlockReason(tx: Tx, id: string, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ block_reason: reason })
    .where('id', '=', id)
    .where('block_reason', '!=', reason)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function findBlockReason(db: Db | Tx, id: string): Promise<string> {
  const row = await db.selectFrom('users').select('block_reason').where('id', '=', id).executeTakeFirst();
  return row?.block_reason ?? '';
}

export async function activatePendingUser(tx: Tx, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ status: 'active' })
    .where('id', '=', userId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Back to waiting; false where the user was blocked meanwhile, or is no student. */
export async function returnToPending(tx: Tx, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ status: 'pending' })
    .where('id', '=', userId)
    .where('role', '=', 'student')
    .where('status', '=', 'active')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The database records the history (0703_privacy.sql). Idempotent for the same version. */
export async function saveTerms(db: Db | Tx, userId: string, version: string, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ terms_version: version, terms_accepted_at: now })
    .where('id', '=', userId)
    .where('terms_version', '!=', version)
    .execute();
}

export async function findAnyAdmin(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('role', '=', 'admin')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
}

export async function findPasswordHash(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst();
  return row?.password_hash;
}

export async function findPasswordRemoval(db: Db | Tx, id: string): Promise<Date | null | undefined> {
  const row = await db.selectFrom('users').select('password_removed_at').where('id', '=', id).executeTakeFirst();
  return row?.password_removed_at;
}

/** Setting any other password later takes the mark away (0780_passkeys.sql). */
export async function markPasswordRemoved(tx: Tx, id: string, passwordHash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, password_removed_at: now })
    .where('id', '=', id)
    .where('password_removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function findEmailConfirmation(db: Db | Tx, id: string): Promise<Date | null> {
  const row = await db.selectFrom('users').select('email_confirmed_at').where('id', '=', id).executeTakeFirst();
  return row?.email_confirmed_at ?? null;
}

/** Only the address that the account still has; the first time stays. */
export async function markEmailConfirmed(tx: Tx, id: string, email: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email_confirmed_at: now })
    .where('id', '=', id)
    .where('email_key', '=', identityKey(email))
    .where('email_confirmed_at', 'is', null)
    .execute();
}

export async function deleteUserRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', id).execute();
}

/** `today`: a calendar day of America/Sao_Paulo. `isOwn`: without the people of the example school. */
type UserFilter = UserFilters & { today: string; isOwn?: boolean };

export async function listUserRows(
  db: Db,
  filter: UserFilter & { limit: number; after: { createdAt: Date; id: string } | null },
) {
  const rows = await filtered(db, filter)
    .leftJoin('payments', 'payments.user_id', 'users.id')
    .leftJoin('last_visits', 'last_visits.user_id', 'users.id')
    .select([
      ...columns,
      'payments.status as paymentStatus',
      sql<string | null>`last_visits.seen_on::text`.as('lastSeenOn'),
      sql<boolean>`users.email_confirmed_at IS NOT NULL`.as('emailConfirmed'),
    ])
    .$if(filter.after !== null, (query) =>
      query.where(sql<boolean>`(users.created_at, users.id) < (${filter.after?.createdAt}, ${filter.after?.id})`),
    )
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(filter.limit)
    .execute();
  return rows.map(typed);
}

export async function listUserIds(db: Db, filter: UserFilter): Promise<string[]> {
  const rows = await filtered(db, filter).select('users.id').orderBy('users.id').execute();
  return rows.map(({ id }) => id);
}

/** A query that can be batched with other reads. */
export const userCount = (db: Db, filter: UserFilter) =>
  sql<{ count: number }>`${filtered(db, filter).select((select) => select.fn.countAll<number>().as('count'))}`;

export async function countUserRows(db: Db, filter: UserFilter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function filtered(db: Db, filter: UserFilter) {
  const { status, search, role } = filter;
  return db
    .selectFrom('users')
    .$if(status !== undefined, (query) => query.where('users.status', '=', status as UserStatus))
    .$if(role !== undefined, (query) => query.where('users.role', '=', role as Role))
    .$if(!!search?.trim(), (query) => query.where('users.search_key', 'like', likePattern(search ?? '')))
    .$if(filter.isOwn === true, (query) => query.where('users.is_sample', '=', false))
    .where(userConditions(filter));
}
