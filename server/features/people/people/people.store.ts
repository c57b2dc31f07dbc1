import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { identityKey } from '#server/db/keys.ts';

/** What the account says besides itself. */
export const findAbout = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select(({ selectFrom }) => [
      'block_reason as blockReason',
      sql<boolean>`email_confirmed_at IS NOT NULL`.as('emailConfirmed'),
      selectFrom('sessions')
        .whereRef('sessions.user_id', '=', 'users.id')
        .select(({ fn }) => fn.max('last_seen_at').as('at'))
        .as('lastSeenAt'),
      // Outlives the sessions.
      selectFrom('last_visits')
        .whereRef('last_visits.user_id', '=', 'users.id')
        .select(sql<string | null>`seen_on::text`.as('day'))
        .as('lastSeenOn'),
    ])
    .where('id', '=', id)
    .executeTakeFirst();

export const listOrders = (db: Db, userId: string, limit: number) =>
  db
    .selectFrom('payments')
    .leftJoin('offers', 'offers.id', 'payments.offer_id')
    .select([
      'payments.id',
      'payments.payment_code as paymentCode',
      'offers.name as offer',
      'payments.amount',
      'payments.status',
      'payments.created_at as createdAt',
    ])
    .where('payments.student_id', '=', userId)
    .orderBy('payments.id', 'desc')
    .limit(limit)
    .execute();

export const listAttempts = (db: Db, userId: string, limit: number) =>
  db
    .selectFrom('attempts')
    .innerJoin('quiz_versions', 'quiz_versions.id', 'attempts.quiz_version_id')
    .select([
      'attempts.id',
      'quiz_versions.title',
      sql<number>`coalesce(attempts.correct_answers, 0)`.as('correctAnswers'),
      'attempts.total_questions as totalQuestions',
      sql<boolean>`coalesce(attempts.passed, false)`.as('passed'),
      sql<Date>`attempts.closed_at`.as('closedAt'),
    ])
    .where('attempts.user_id', '=', userId)
    .where('attempts.closed_at', 'is not', null)
    .orderBy('attempts.id', 'desc')
    .limit(limit)
    .execute();

export const listSessions = (db: Db, userId: string, now: Date, limit: number) =>
  db
    .selectFrom('sessions')
    .select(['device', 'last_seen_at as lastSeenAt'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .limit(limit)
    .execute();

export const listNotes = (db: Db | Tx, userId: string, limit: number) =>
  db
    .selectFrom('office_notes')
    .leftJoin('users', 'users.id', 'office_notes.written_by')
    .select([
      'office_notes.id',
      'office_notes.text',
      'office_notes.created_at as at',
      'office_notes.written_by as authorId',
      sql<string | null>`users.first_name || ' ' || users.last_name`.as('by'),
    ])
    .where('office_notes.user_id', '=', userId)
    .orderBy('office_notes.id', 'desc')
    .limit(limit)
    .execute();

type NewNote = { userId: string; by: string; text: string; creationKey: string | undefined; now: Date };

export const insertNote = (db: Db, note: NewNote) =>
  db
    .insertInto('office_notes')
    .values({
      user_id: note.userId,
      written_by: note.by,
      text: note.text,
      creation_key: note.creationKey ?? null,
      created_at: note.now,
    })
    .onConflict((conflict) => conflict.column('creation_key').doNothing())
    .execute();

/** False when the note does not exist, or when `by` is given and is not its author. */
export async function removeNote(db: Db, { userId, id, by }: { userId: string; id: number; by: string | null }) {
  const { numDeletedRows } = await db
    .deleteFrom('office_notes')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .$if(by !== null, (query) => query.where('written_by', '=', by))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Which of these addresses belong to an account. Case-insensitive. */
export async function listKnownAddresses(db: Db, addresses: readonly string[]): Promise<Set<string>> {
  const keys = addresses.map(identityKey);
  const { rows } = await sql<{ key: string }>`
    SELECT email_key AS key FROM users WHERE email_key = ANY(${keys})
    UNION SELECT username_key FROM users WHERE username_key = ANY(${keys})`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

export const findStudentByEmail = (db: Db, address: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', identityKey(address))
    .where('role', '=', 'student')
    .executeTakeFirst();
