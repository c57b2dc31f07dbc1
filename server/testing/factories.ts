import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Role, UserStatus } from '#contract/platform/users.ts';
import { DAY_MS } from '#contract/time.ts';
import type { Db } from '#server/db/handle.ts';
import { uuidv7 } from '#server/db/ids.ts';
import { newPaymentCode } from '#server/features/money/payments/payment-code.ts';
import { insertUser, type UserRow } from '#server/features/platform/users/users.store.ts';
import { insertSession } from '#server/http/sessions.store.ts';
import { SESSION_COOKIE } from '#server/http/sessions.ts';

let serial = 0;

export type Person = UserRow & { cookie: string; paymentCode?: string };

type Wishes = Partial<{
  role: Role;
  status: UserStatus;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
  now: Date;
  /** The status of the student's payment; none: no payment. */
  payment: 'pending' | 'analyzing' | 'approved' | 'rejected';
}>;

/**
 * Creates a user with an open session, written straight into the tables: a password hash costs CPU that few tests need.
 * Blocked and pending users also get a session, so that tests can try to get in with it.
 */
export async function createPerson(db: Db, wishes: Wishes = {}): Promise<Person> {
  serial += 1;
  const now = wishes.now ?? new Date('2026-11-15T12:00:00.000Z');
  const tag = `${serial}${randomBytes(3).toString('hex')}`;
  const user = await insertUser(db, {
    id: uuidv7(now),
    username: wishes.username ?? `pessoa${tag}`,
    email: wishes.email ?? `pessoa${tag}@exemplo.com.br`,
    firstName: wishes.firstName ?? 'Ana',
    lastName: wishes.lastName ?? 'Silva',
    passwordHash: wishes.passwordHash ?? 'no password',
    role: wishes.role ?? 'student',
    status: wishes.status ?? 'active',
    termsVersion: 'test',
    now,
  });
  const cookie = await createSession(db, user.id, now);
  if (!wishes.payment) return { ...user, cookie };
  const paymentCode = newPaymentCode();
  await db
    .insertInto('payments')
    .values({
      payment_code: paymentCode,
      amount: 29_700,
      status: wishes.payment,
      user_id: user.id,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return { ...user, cookie, paymentCode };
}

/** The `cookie` header of a new session. */
export async function createSession(db: Db, userId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await insertSession(db, {
    id: uuidv7(now),
    tokenHash: createHash('sha256').update(token).digest(),
    userId,
    device: 'Chrome em Linux',
    now,
    expiresAt: new Date(now.getTime() + 30 * DAY_MS),
    // As after a login.
    provenAt: now,
  });
  return `${SESSION_COOKIE}=${token}`;
}

/** Row counts, for tests that assert that nothing was stored. */
export async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(table)}`.execute(db);
  return Number(rows[0]?.count);
}
