import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import type { StoredPerson } from './import-cpfs.ts';
import type { Mapping } from './people-table.ts';

type NewImport = {
  creationKey: string;
  fileName: string;
  mapping: Mapping;
  takesSeat: boolean;
  people: readonly StoredPerson[];
  /** Their CPFs by line, encrypted. */
  sealed: Buffer | null;
  by: string;
  now: Date;
};

/** Undefined: the same request was stored before. */
export async function insertImport(tx: Tx, given: NewImport): Promise<number | undefined> {
  const row = await tx
    .insertInto('people_imports')
    .values({
      creation_key: given.creationKey,
      file_name: given.fileName,
      mapping: JSON.stringify(given.mapping),
      takes_seat: given.takesSeat,
      cpfs_sealed: given.sealed,
      total: given.people.length,
      created_by: given.by,
      created_at: given.now,
    })
    .onConflict((conflict) => conflict.column('creation_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return undefined;
  await sql`
    INSERT INTO people_import_rows (import_id, line, person)
    SELECT ${row.id}, (person->>'line')::int, person FROM jsonb_array_elements(${JSON.stringify(given.people)}::jsonb) AS t (person)
    ON CONFLICT DO NOTHING`.execute(tx);
  return row.id;
}

export const findImportByKey = (db: Db | Tx, creationKey: string) =>
  db.selectFrom('people_imports').select('id').where('creation_key', '=', creationKey).executeTakeFirst();

export const findImport = (db: Db | Tx, id: number) =>
  db
    .selectFrom('people_imports')
    .leftJoin('users', 'users.id', 'people_imports.created_by')
    .select([
      'people_imports.id',
      'file_name as fileName',
      'takes_seat as takesSeat',
      'people_imports.created_at as at',
      'created_by as byId',
      sql<string | null>`users.first_name || ' ' || users.last_name`.as('by'),
      sql<'running' | 'done' | 'undoing' | 'undone'>`state`.as('state'),
      'total',
      'creation_key as creationKey',
      'cpfs_sealed as sealed',
      'letters_at as lettersAt',
    ])
    .where('people_imports.id', '=', id)
    .executeTakeFirst();

/** The mapping of the last import, by the names of the columns. */
export async function findLastMapping(db: Db): Promise<Mapping> {
  const row = await db.selectFrom('people_imports').select('mapping').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return (row?.mapping ?? {}) as Mapping;
}

export async function countOutcomes(db: Db, id: number) {
  const { rows } = await sql<{ outcome: string; count: number; invited: number }>`
    SELECT coalesce(outcome, 'waiting') AS outcome, count(*) AS count, count(invited_at) AS invited
    FROM people_import_rows WHERE import_id = ${id} GROUP BY 1`.execute(db);
  return rows;
}

const listMessages = (db: Db, id: number, limit: number) =>
  db
    .selectFrom('people_import_rows')
    .select([
      'line',
      sql<string>`coalesce(person->>'email', '')`.as('email'),
      sql<string>`coalesce(message, '')`.as('message'),
    ])
    .where('import_id', '=', id)
    .orderBy('line')
    .limit(limit);

export const listRefused = (db: Db, id: number, limit: number) =>
  listMessages(db, id, limit).where('outcome', '=', 'refused').execute();

/** Messages of lines that entered. */
export const listRemarks = (db: Db, id: number, limit: number) =>
  listMessages(db, id, limit)
    .where('outcome', 'in', ['created', 'extended', 'unchanged'])
    .where('message', 'is not', null)
    .execute();

/** Whether a person whom the import created has shown that the mailbox is theirs, or has been here. */
export async function hasSignedIn(db: Db | Tx, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('people_import_rows')
    .innerJoin('users', 'users.id', 'people_import_rows.user_id')
    .leftJoin('last_visits', 'last_visits.user_id', 'users.id')
    .select('line')
    .where('import_id', '=', id)
    .where('outcome', '=', 'created')
    .where(({ eb, or }) => or([eb('email_confirmed_at', 'is not', null), eb('last_visits.user_id', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function listOpenRows(db: Db, id: number, limit: number): Promise<StoredPerson[]> {
  const rows = await db
    .selectFrom('people_import_rows')
    .select('person')
    .where('import_id', '=', id)
    .where('outcome', 'is', null)
    .orderBy('line')
    .limit(limit)
    .execute();
  return rows.map(({ person }) => person as StoredPerson);
}

type Outcome = {
  outcome: 'created' | 'extended' | 'unchanged' | 'refused';
  message?: string;
  userId?: string;
  paymentId?: number;
};

export const saveOutcome = (db: Db | Tx, id: number, line: number, given: Outcome) =>
  db
    .updateTable('people_import_rows')
    .set({
      outcome: given.outcome,
      message: given.message ?? null,
      user_id: given.userId ?? null,
      payment_id: given.paymentId ?? null,
    })
    .where('import_id', '=', id)
    .where('line', '=', line)
    .where('outcome', 'is', null)
    .execute();

/** True for the one caller who moves the state. */
export async function moveImport(db: Db | Tx, id: number, from: string, to: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('people_imports')
    // An import that no longer runs needs no CPFs: each is stored with its person.
    .set({ state: to, cpfs_sealed: null })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const markLettersAsked = (tx: Tx, id: number, now: Date) =>
  tx
    .updateTable('people_imports')
    .set({ letters_at: now })
    .where('id', '=', id)
    .where('letters_at', 'is', null)
    .execute();

/** People who were not sent an invitation yet. Each is returned to one caller. */
export async function takeUninvited(tx: Tx, id: number, limit: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ userId: string | null }>`
    UPDATE people_import_rows SET invited_at = ${now}
    WHERE import_id = ${id} AND line IN (
      SELECT line FROM people_import_rows
      WHERE import_id = ${id} AND outcome = 'created' AND invited_at IS NULL AND user_id IS NOT NULL
      ORDER BY line LIMIT ${limit} FOR UPDATE)
    RETURNING user_id AS "userId"`.execute(tx);
  return rows.flatMap(({ userId }) => userId ?? []);
}

/** At most as many as one file may have (IMPORT_MAX_ROWS). */
export const listUndoable = (db: Db, id: number) =>
  db
    .selectFrom('people_import_rows')
    .select(['line', 'outcome', 'user_id as userId', 'payment_id as paymentId'])
    .where('import_id', '=', id)
    .where('outcome', 'in', ['created', 'extended'])
    .orderBy('line')
    .execute();

export const markUndone = (tx: Tx, id: number, line: number) =>
  tx
    .updateTable('people_import_rows')
    .set({ outcome: 'undone' })
    .where('import_id', '=', id)
    .where('line', '=', line)
    .execute();

/** The order that a line has created, by its creation key. */
export const findOrderByKey = (db: Db, creationKey: string) =>
  db
    .selectFrom('payments')
    .select(['id', 'student_id as userId'])
    .where('creation_key', '=', creationKey)
    .executeTakeFirst();

/** A person who had an order before this one was known to the school. */
export async function hasEarlierOrder(db: Db, { id, userId }: { id: number; userId: string | null }): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('student_id', '=', userId)
    .where('id', '<', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function clearOldLines(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE people_import_rows SET person = '{}'
    WHERE (import_id, line) IN (
      SELECT import_id, line FROM people_import_rows JOIN people_imports ON people_imports.id = import_id
      WHERE created_at < ${before} AND outcome IS NOT NULL AND person <> '{}' LIMIT ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** CPFs are needed while the import runs only. A server of an earlier release leaves them when it has run one. */
export async function clearOldCpfs(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE people_imports SET cpfs_sealed = NULL
    WHERE id IN (
      SELECT id FROM people_imports
      WHERE cpfs_sealed IS NOT NULL AND (state <> 'running' OR created_at < ${before}) LIMIT ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
