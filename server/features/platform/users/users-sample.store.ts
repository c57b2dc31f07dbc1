import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

const people = (db: Db | Tx) => db.selectFrom('users').where('is_sample', '=', true).where('role', '!=', 'admin');

export async function listSampleUsers(db: Db | Tx): Promise<string[]> {
  const rows = await people(db).select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

export async function findSampleTeacher(db: Db | Tx): Promise<string | undefined> {
  const row = await people(db).select('id').where('role', '=', 'teacher').limit(1).executeTakeFirst();
  return row?.id;
}

/** The student of the sample that the first release loaded. */
const FIRST_STUDENT = {
  username: 'rafaela',
  email: 'rafaela@exemplo.com.br',
  first_name: 'Rafaela',
  last_name: 'Souza',
};

/** Marks the two accounts of the sample that the first release loaded. Its teacher is known by the content. */
export async function markFirstSampleUsers(tx: Tx, teacherId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ is_sample: true })
    .where('role', '!=', 'admin')
    .where((where) => where.or([where('id', '=', teacherId), where.and(FIRST_STUDENT)]))
    .execute();
}

export async function deleteSampleUsers(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('users').where('id', 'in', ids).where('is_sample', '=', true).execute();
}

/** Those who stay are the school's own from now on; says how many. */
export async function releaseSampleUsers(tx: Tx): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ is_sample: false })
    .where('is_sample', '=', true)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

type ExampleRole = 'student' | 'teacher' | 'admin';
type Accounts = Partial<Record<ExampleRole, string>>;

/**
 * One account for each role: the example people who can log in, and the first administrator. Null when there is anybody
 * else, or no example school.
 */
export async function findExampleAccounts(db: Db | Tx): Promise<Accounts | null> {
  const { rows } = await sql<{ others: boolean; student: string | null; teacher: string | null; admin: string | null }>`
    SELECT
      (SELECT count(*) FROM (SELECT FROM users WHERE NOT is_sample LIMIT 2) AS own) > 1
        OR EXISTS (SELECT FROM users WHERE NOT is_sample AND role <> 'admin') AS others,
      (SELECT id FROM users WHERE is_sample AND role = 'student' AND status = 'active' AND password_removed_at IS NULL
        ORDER BY created_at LIMIT 1) AS student,
      (SELECT id FROM users WHERE is_sample AND role = 'teacher' AND status = 'active' ORDER BY created_at LIMIT 1) AS teacher,
      (SELECT id FROM users WHERE NOT is_sample AND role = 'admin' AND status = 'active' LIMIT 1) AS admin
  `.execute(db);
  const [found] = rows;
  if (!found || found.others || !found.student) return null;
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [ExampleRole, string] => typeof entry[1] === 'string'),
  );
}
