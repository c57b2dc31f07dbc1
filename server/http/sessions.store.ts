import { type SelectQueryBuilder, sql } from 'kysely';
import type { EndReason } from '#contract/errors.ts';
import type { Role, UserStatus } from '#contract/platform/users.ts';
import { TIME_ZONE } from '#contract/time.ts';
import { builtOnce } from '#server/db/built-once.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { DB } from '#server/db/tables.ts';
import type { StudyDays } from './bought.ts';

export async function insertSession(
  db: Db | Tx,
  session: {
    id: string;
    tokenHash: Buffer;
    userId: string;
    device: string;
    now: Date;
    expiresAt: Date;
    provenAt?: Date;
    byPasskey?: boolean;
    commonPassword?: boolean;
  },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      token_hash: session.tokenHash,
      user_id: session.userId,
      device: session.device,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: session.expiresAt,
      proven_at: session.provenAt ?? null,
      by_passkey: session.byPasskey ?? false,
      common_password: session.commonPassword ?? false,
    })
    .execute();
}

/** Stored separately from the session, which a logout deletes: see 0703_privacy.sql. */
export async function insertAccessRecord(
  db: Db | Tx,
  record: { userId: string; at: Date; address: string; device: string },
): Promise<void> {
  await db
    .insertInto('access_records')
    .values({ user_id: record.userId, at: record.at, address: record.address, device: record.device })
    .execute();
}

/**
 * The last day on which a student may study: over the grants in force, and over all grants ever. Read with the session,
 * so that no request needs a separate query. Null for other roles.
 */
const studyDays = sql<StudyDays | null>`CASE WHEN u.role = 'student' THEN (
  SELECT jsonb_build_object(
    'until', max(ends_on) FILTER (WHERE ended_at IS NULL),
    'endedOn', max(least(ends_on, (ended_at AT TIME ZONE ${sql.lit(TIME_ZONE)})::date)),
    'limits', CASE WHEN bool_or(course_ids IS NOT NULL) FILTER (WHERE ended_at IS NULL) THEN
      jsonb_agg(jsonb_build_object('until', ends_on, 'courses', course_ids)) FILTER (WHERE ended_at IS NULL) END)
  FROM access_periods WHERE user_id = u.id) END`.as('study');

const activeSession = builtOnce((db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select([
      's.id as sessionId',
      's.last_seen_at as lastSeenAt',
      's.expires_at as expiresAt',
      's.proven_at as provenAt',
      's.common_password as commonPassword',
      'u.id',
      'u.username',
      'u.email',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.role',
      'u.status',
      'u.created_at as createdAt',
      studyDays,
    ])
    .where('s.token_hash', '=', tokenHash)
    .where('s.expires_at', '>', now)
    .where('u.status', '=', 'active'),
);

export async function findSession(db: Db, tokenHash: Buffer, now: Date) {
  const [row] = await activeSession(db, tokenHash, now);
  if (!row) return undefined;
  const { commonPassword, ...user } = row;
  const found = { ...user, role: row.role as Role, status: row.status as UserStatus };
  return commonPassword ? { ...found, commonPassword } : found;
}

/** The password of this session was changed. */
export async function clearCommonPassword(tx: Tx, sessionId: string): Promise<void> {
  await tx.updateTable('sessions').set({ common_password: false }).where('id', '=', sessionId).execute();
}

type Visit = { now: Date; day: string };

/**
 * Extends the session and records the day of its owner's visit: a row that changes once a day, however often they come.
 */
export async function touchSession(db: Db, id: string, { now, day }: Visit, expiresAt: Date): Promise<void> {
  await sql`
    WITH touched AS (
      UPDATE sessions SET last_seen_at = ${now}, expires_at = ${expiresAt} WHERE id = ${id} RETURNING user_id
    )
    INSERT INTO last_visits (user_id, seen_on) SELECT user_id, ${day}::date FROM touched
    ${onlyLater}`.execute(db);
}

const onlyLater = sql`ON CONFLICT (user_id) DO UPDATE SET seen_on = excluded.seen_on
  WHERE last_visits.seen_on < excluded.seen_on`;

export async function noteVisit(db: Db | Tx, userId: string, day: string): Promise<void> {
  await sql`INSERT INTO last_visits (user_id, seen_on) VALUES (${userId}, ${day}::date) ${onlyLater}`.execute(db);
}

export async function saveProof(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ proven_at: now }).where('id', '=', id).execute();
}

export async function deleteSessionByToken(db: Db | Tx, tokenHash: Buffer) {
  return db
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning('user_id as userId')
    .executeTakeFirst();
}

export type SessionEnd = { because: EndReason; now: Date };

type Sessions = SelectQueryBuilder<DB, 'sessions', { id: string }>;

/** Ends these sessions, and records the reason for browsers that still have their cookies. */
async function endSessions(db: Db | Tx, these: Sessions, { because, now }: SessionEnd): Promise<number> {
  const { numInsertedOrUpdatedRows } = await db
    .with('ended', (ends) => ends.deleteFrom('sessions').where('id', 'in', these).returning('token_hash'))
    .insertInto('ended_sessions')
    .columns(['token_hash', 'because', 'ended_at'])
    .expression((rows) =>
      rows.selectFrom('ended').select(['token_hash', rows.val(because).as('because'), rows.val(now).as('ended_at')]),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0);
}

export async function endSessionById(db: Db | Tx, userId: string, id: string, end: SessionEnd): Promise<boolean> {
  const one = db.selectFrom('sessions').select('id').where('id', '=', id).where('user_id', '=', userId);
  return (await endSessions(db, one, end)) > 0;
}

/** Ends a user's sessions; all of them, or all but one. */
export async function endSessionsOf(db: Db | Tx, userId: string, end: SessionEnd, except?: string): Promise<void> {
  let theirs = db.selectFrom('sessions').select('id').where('user_id', '=', userId);
  if (except) theirs = theirs.where('id', '!=', except);
  await endSessions(db, theirs, end);
}

export async function findSessionEnd(db: Db, tokenHash: Buffer): Promise<EndReason | undefined> {
  const found = await db
    .selectFrom('ended_sessions')
    .select('because')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return found?.because as EndReason | undefined;
}

export async function deleteOldSessionEnds(db: Db, before: Date, limit: number): Promise<number> {
  const old = db.selectFrom('ended_sessions').select('token_hash').where('ended_at', '<', before).limit(limit);
  const { numDeletedRows } = await db.deleteFrom('ended_sessions').where('token_hash', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}

export async function listSessionsOf(db: Db, userId: string, now: Date, limit: number) {
  return db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .limit(limit)
    .execute();
}

export async function deleteExpiredSessions(db: Db, now: Date, limit: number): Promise<number> {
  const expired = db.selectFrom('sessions').select('id').where('expires_at', '<=', now).limit(limit);
  const { numDeletedRows } = await db.deleteFrom('sessions').where('id', 'in', expired).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends sessions that began before this role required a second factor: their owners log in again and set one up. */
export async function endSessionsWithoutFactor(
  db: Db,
  roles: readonly Role[],
  now: Date,
  limit: number,
): Promise<number> {
  const unguarded = db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select('sessions.id')
    .where('users.role', 'in', roles)
    .where('second_factors.user_id', 'is', null)
    .where('sessions.by_passkey', '=', false)
    .limit(limit);
  return endSessions(db, unguarded, { because: 'second_factor', now });
}

export async function deleteOldAccessRecords(db: Db, before: Date, limit: number): Promise<number> {
  const old = db.selectFrom('access_records').select('id').where('at', '<', before).limit(limit);
  const { numDeletedRows } = await db.deleteFrom('access_records').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}
