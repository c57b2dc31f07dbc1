import { sql } from 'kysely';
import type { Student } from '../people.ts';
import type { School } from '../school.ts';

/** The record names the person it is about by an id that leads nowhere any more. */
const records: readonly string[] = ['audit_events'];

/**
 * LAW: of a deleted person nothing is left that names them, and what must stay is there. Their e-mail address, user name
 * and first name are in no row of any table, their id in no row but the record. Finished attempts and orders stay
 * without a person, and an order that waited is cancelled. Waiting mails are delivered or dropped before this is checked.
 */
export async function deletedPeopleLaw({ reader, students }: School): Promise<string[]> {
  const gone = students.filter(({ isDeleted, userId }) => isDeleted && userId);
  if (gone.length === 0) return [];
  return [...(await namesLeft(reader, gone)), ...(await missing(reader, gone))];
}

async function namesLeft(reader: School['reader'], gone: readonly Student[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`.execute(reader);
  const found: string[] = [];
  for (const { name } of tables) {
    const isRecord = records.includes(name);
    const words = gone.flatMap(({ email, username, firstName, userId }) => [
      ...[email, username, firstName],
      ...(isRecord || !userId ? [] : [userId]),
    ]);
    const { rows } = await sql<{ row: string }>`
      SELECT t::text AS row FROM ${sql.table(name)} AS t
      WHERE t::text LIKE ANY(${words.map((word) => `%${word}%`)})
      LIMIT 1`.execute(reader);
    if (rows[0]) found.push(`table ${name} still names a deleted person: ${rows[0].row.slice(0, 200)}`);
  }
  return found;
}

async function missing(reader: School['reader'], gone: readonly Student[]): Promise<string[]> {
  const attemptIds = gone.flatMap(({ attempts }) =>
    [...attempts.values()].flatMap((one) => (one.isFinished ? one.id : [])),
  );
  const { rows: attempts } = await sql<{ id: number; isNameless: boolean }>`
    SELECT id, user_id IS NULL AS "isNameless" FROM attempts WHERE id = ANY(${attemptIds})`.execute(reader);
  const codes = gone.flatMap(({ paymentCode }) => paymentCode ?? []);
  const { rows: orders } = await sql<{ code: string; status: string; isNameless: boolean }>`
    SELECT payment_code AS code, status, user_id IS NULL AND student_id IS NULL AS "isNameless"
    FROM payments WHERE payment_code = ANY(${codes})`.execute(reader);
  return [
    ...absent(
      'finished attempt',
      attemptIds,
      attempts.map(({ id }) => id),
    ),
    ...absent(
      'order',
      codes,
      orders.map(({ code }) => code),
    ),
    ...attempts.filter(({ isNameless }) => !isNameless).map(({ id }) => `attempt ${id} names a deleted person`),
    ...orders.filter(({ isNameless }) => !isNameless).map(({ code }) => `order ${code} names a deleted person`),
    ...orders
      .filter(({ status }) => status === 'pending' || status === 'analyzing')
      .map(({ code, status }) => `order ${code} of a deleted person is still ${status}`),
  ];
}

const absent = (what: string, known: readonly (string | number)[], there: readonly (string | number)[]) =>
  known.filter((one) => !there.includes(one)).map((one) => `${what} ${one} of a deleted person is gone`);
