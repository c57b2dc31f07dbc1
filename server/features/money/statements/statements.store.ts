import { sql } from 'kysely';
import type { PaymentStatus } from '#contract/money/payments.ts';
import type { EntryState, MatchReason, ShownEntries } from '#contract/money/statements.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { KnownEntry, ReadStatement } from './reading/read-statement.ts';

/** Uploads are written one after the other, so that two files of the same days find each other's entries. */
export async function lockStatements(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('statements'))`.execute(tx);
}

export async function findBySha(db: Db | Tx, sha256: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('statements')
    .select('id')
    .where('sha256', '=', Buffer.from(sha256, 'hex'))
    .executeTakeFirst();
  return row?.id;
}

export async function insertStatement(
  tx: Tx,
  file: ReadStatement,
  { fileName, by, now }: { fileName: string; by: string; now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('statements')
    .values({
      sha256: Buffer.from(file.sha256, 'hex'),
      file_name: fileName,
      format: file.format,
      entry_count: file.entries.length,
      first_day: sql`${file.firstDay}::date`,
      last_day: sql`${file.lastDay}::date`,
      uploaded_by: by,
      uploaded_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Entries of earlier files, by what they are known by; also by the bank's own id where it looks like one. */
export async function listKnownEntries(db: Db | Tx, entries: readonly KnownEntry[]) {
  const rows = entries.map(({ fingerprint, fitId, account, day, amount }) => ({
    fingerprint,
    fitId,
    account,
    day,
    amount,
  }));
  const known = await sql<{ fingerprint: string; id: number; state: EntryState; refusedId: number | null }>`
    WITH told AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS t (fingerprint text, "fitId" text, account text, day date, amount integer)
    )
    SELECT told.fingerprint, e.id, e.state, e.refused_id AS "refusedId" FROM told
      JOIN statement_entries e ON e.fingerprint = decode(told.fingerprint, 'hex')
    UNION
    SELECT told.fingerprint, e.id, e.state, e.refused_id FROM told
      JOIN statement_entries e ON e.fit_id = told."fitId" AND e.account = told.account AND e.day = told.day
        AND e.amount = told.amount AND length(e.fit_id) >= 8
      WHERE NOT EXISTS (SELECT FROM statement_entries other WHERE other.fingerprint = decode(told.fingerprint, 'hex'))
  `.execute(db);
  return new Map(known.rows.map((row) => [row.fingerprint, row]));
}

/** What a look at the orders found. */
export type NewMatch = { state: EntryState; paymentId: number | null; reasons: MatchReason[] };

const nothingFound: NewMatch = { state: 'unmatched', paymentId: null, reasons: [] };

/** New entries with what was found for them; gives their ids by what they are known by. */
export async function insertEntries(
  tx: Tx,
  entries: readonly KnownEntry[],
  matches: ReadonlyMap<string, NewMatch>,
): Promise<Map<string, number>> {
  const rows = entries.map(({ codes: _, ...entry }) => ({
    ...entry,
    ...(matches.get(entry.fingerprint) ?? nothingFound),
  }));
  const inserted = await sql<{ id: number; fingerprint: string }>`
    INSERT INTO statement_entries
      (fingerprint, account, fit_id, day, amount, payer, text, end_to_end_id, state, payment_id, reasons)
    SELECT decode(fingerprint, 'hex'), account, "fitId", day, amount, payer, text, "endToEndId", state, "paymentId",
      ARRAY(SELECT jsonb_array_elements_text(reasons))
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS t (fingerprint text, account text, "fitId" text,
      day date, amount integer, payer text, text text, "endToEndId" text, state text, "paymentId" integer,
      reasons jsonb)
    RETURNING id, encode(fingerprint, 'hex') AS fingerprint`.execute(tx);
  return new Map(inserted.rows.map(({ id, fingerprint }) => [fingerprint, id]));
}

export async function insertLines(tx: Tx, statementId: number, entryIds: readonly number[]): Promise<void> {
  await sql`
    INSERT INTO statement_lines (statement_id, position, entry_id)
    SELECT ${statementId}, min(position), entry_id
    FROM unnest(${entryIds}::integer[]) WITH ORDINALITY AS t (entry_id, position) GROUP BY entry_id`.execute(tx);
}

/** Updates the matches of entries that are stored already. A decision of the office stays. */
export async function saveMatches(tx: Tx, matches: readonly (NewMatch & { id: number })[]): Promise<void> {
  await sql`
    UPDATE statement_entries e SET state = t.state, payment_id = t."paymentId",
      reasons = ARRAY(SELECT jsonb_array_elements_text(t.reasons))
    FROM jsonb_to_recordset(${JSON.stringify(matches)}::jsonb)
      AS t (id integer, state text, "paymentId" integer, reasons jsonb)
    WHERE e.id = t.id AND e.state IN ('sure', 'doubtful', 'unmatched')`.execute(tx);
}

const statementColumns = [
  'statements.id',
  'file_name as fileName',
  'format',
  sql<string>`first_day::text`.as('firstDay'),
  sql<string>`last_day::text`.as('lastDay'),
  'uploaded_at as uploadedAt',
] as const;

type Counts = Record<EntryState, number>;

/** How many entries of each statement stand where. */
export async function countByState(db: Db | Tx, ids: readonly number[]): Promise<Map<number, Counts>> {
  const { rows } = await sql<{ id: number; state: EntryState; count: number }>`
    SELECT l.statement_id AS id, e.state, count(*)::integer AS count
    FROM statement_lines l JOIN statement_entries e ON e.id = l.entry_id
    WHERE l.statement_id = ANY(${ids}) GROUP BY 1, 2`.execute(db);
  const counts = new Map<number, Counts>();
  for (const { id, state, count } of rows) {
    const own = counts.get(id) ?? { sure: 0, doubtful: 0, unmatched: 0, confirmed: 0, settled: 0, ignored: 0 };
    own[state] = count;
    counts.set(id, own);
  }
  return counts;
}

export async function findStatement(db: Db | Tx, id: number) {
  return db
    .selectFrom('statements')
    .select(statementColumns)
    .where('id', '=', id)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst();
}
export type StatementRow = NonNullable<Awaited<ReturnType<typeof findStatement>>>;

export async function listStatementRows(
  db: Db,
  page: { limit: number; after: { createdAt: Date; id: number } | null },
) {
  const { after } = page;
  return db
    .selectFrom('statements')
    .select(statementColumns)
    .where('taken_back_at', 'is', null)
    .$if(after !== null, (query) => query.where(sql<boolean>`(uploaded_at, id) < (${after?.createdAt}, ${after?.id})`))
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
}

export async function countStatements(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('statements')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('taken_back_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** The newest statement that tells of money without an order, and of how much of it. */
export const unmatched = () => sql<{ statementId: number; count: number }>`
  SELECT l.statement_id AS "statementId", count(*)::integer AS count
  FROM statement_entries e JOIN statement_lines l ON l.entry_id = e.id JOIN statements s ON s.id = l.statement_id
  WHERE e.state = 'unmatched' AND s.taken_back_at IS NULL
  GROUP BY l.statement_id, s.uploaded_at ORDER BY s.uploaded_at DESC, l.statement_id DESC LIMIT 1`;

export type EntryRow = {
  id: number;
  day: string;
  amount: number;
  payer: string | null;
  text: string;
  endToEndId: string | null;
  state: EntryState;
  reasons: MatchReason[];
  refusedId: number | null;
  paymentId: number | null;
  paymentCode: string | null;
  status: PaymentStatus | null;
  orderAmount: number | null;
  orderCreatedAt: Date | null;
  proofUploadedAt: Date | null;
  name: string | null;
};

const entryColumns = sql`e.id, e.day::text AS day, e.amount, e.payer, e.text, e.end_to_end_id AS "endToEndId", e.state,
  e.reasons, e.refused_id AS "refusedId", e.payment_id AS "paymentId", p.payment_code AS "paymentCode", p.status,
  p.amount AS "orderAmount", p.created_at AS "orderCreatedAt", p.proof_uploaded_at AS "proofUploadedAt",
  u.first_name || ' ' || u.last_name AS name`;
const joined = sql`statement_entries e LEFT JOIN payments p ON p.id = e.payment_id LEFT JOIN users u ON u.id = p.student_id`;

const conditions: Record<ShownEntries, ReturnType<typeof sql<boolean>>> = {
  open: sql<boolean>`e.state IN ('sure', 'doubtful', 'unmatched')`,
  unmatched: sql<boolean>`e.state = 'unmatched'`,
  done: sql<boolean>`e.state IN ('confirmed', 'settled')`,
  ignored: sql<boolean>`e.state = 'ignored'`,
};
/** What takes one press stands first. */
const rank = sql`array_position(ARRAY['sure', 'doubtful', 'unmatched'], e.state)`;

export async function listEntryRows(
  db: Db,
  statementId: number,
  show: ShownEntries,
  page: { limit: number; offset: number },
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    SELECT ${entryColumns} FROM statement_lines l JOIN ${joined} ON e.id = l.entry_id
    WHERE l.statement_id = ${statementId} AND ${conditions[show]}
    ORDER BY ${rank}, l.position LIMIT ${page.limit} OFFSET ${page.offset}`.execute(db);
  return rows;
}

export async function countEntries(db: Db, statementId: number, show: ShownEntries): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM statement_lines l JOIN statement_entries e ON e.id = l.entry_id
    WHERE l.statement_id = ${statementId} AND ${conditions[show]}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function findEntry(db: Db | Tx, id: number): Promise<EntryRow | undefined> {
  const { rows } = await sql<EntryRow>`SELECT ${entryColumns} FROM ${joined} WHERE e.id = ${id}`.execute(db);
  return rows[0];
}

/** Holds an entry, after administrator, student and order. */
export async function lockEntry(tx: Tx, id: number) {
  const row = await tx
    .selectFrom('statement_entries')
    .select([
      'id',
      'state',
      'amount',
      sql<string>`day::text`.as('day'),
      'end_to_end_id as endToEndId',
      'payment_id as paymentId',
      'reasons',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, state: row.state as EntryState, reasons: row.reasons as MatchReason[] };
}

export async function decideEntryRow(
  tx: Tx,
  id: number,
  change: {
    state: EntryState;
    paymentId: number | null;
    reasons?: MatchReason[];
    refusedId?: number | null;
    by: string | null;
    now: Date | null;
  },
): Promise<void> {
  await tx
    .updateTable('statement_entries')
    .set({
      state: change.state,
      payment_id: change.paymentId,
      reasons: change.reasons,
      refused_id: change.refusedId,
      decided_by: change.by,
      decided_at: change.now,
    })
    .where('id', '=', id)
    .execute();
}

/** Entries that pay an order and are not recorded as received yet, because the process stopped between both. */
export async function listUnrecorded(db: Db, limit: number): Promise<{ id: number; paymentId: number }[]> {
  const { rows } = await sql<{ id: number; paymentId: number }>`
    SELECT e.id, e.payment_id AS "paymentId" FROM statement_entries e
    WHERE e.state IN ('confirmed', 'settled') AND e.payment_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM received_amounts r WHERE r.entry_id = e.id)
    ORDER BY e.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Whether another entry pays this order already. */
export async function isPaidByEntry(tx: Tx, paymentId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('statement_entries')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('state', 'in', ['confirmed', 'settled'])
    .executeTakeFirst();
  return row !== undefined;
}

export type SureEntry = { id: number; paymentId: number; position: number };

export async function listSureIds(
  db: Db,
  statementId: number,
  { after = -1, limit }: { after?: number | undefined; limit: number },
): Promise<SureEntry[]> {
  const { rows } = await sql<SureEntry>`
    SELECT e.id, e.payment_id AS "paymentId", l.position FROM statement_lines l JOIN statement_entries e ON e.id = l.entry_id
    WHERE l.statement_id = ${statementId} AND l.position > ${after} AND e.state = 'sure' AND e.payment_id IS NOT NULL
    ORDER BY l.position LIMIT ${limit}`.execute(db);
  return rows;
}

/** What is old enough loses what is personal in it: that so much came in on a day stays for the books. */
export async function forgetOldPayers(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    UPDATE statement_entries SET payer = NULL, text = '', end_to_end_id = NULL
    WHERE id IN (SELECT id FROM statement_entries WHERE day < ${before}::date AND text <> '' LIMIT ${limit})
    RETURNING id`.execute(db);
  return rows.length;
}
