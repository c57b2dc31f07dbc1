import { sql } from 'kysely';
import type { Correction, EssayResult } from '#contract/exams/essay-corrections.ts';
import type { EssayList } from '#contract/exams/essay-grading.ts';
import type { PublishedTheme } from '#contract/exams/essay-themes.ts';
import type { EssayState } from '#contract/exams/essays.ts';
import type { Db, Tx } from '#server/db/handle.ts';

export type ReadingRow = {
  id: number;
  studentId: string;
  themeId: number;
  number: number;
  state: EssayState;
  theme: PublishedTheme;
  text: string;
  lines: number;
  startedAt: Date;
  deadlineAt: Date | null;
  deliveredAt: Date;
  dueAt: Date;
  /** Null: the essay was never leased, or the last lease was released. */
  leasedBy: string | null;
  leasedUntil: Date | null;
  leaserName: string | null;
  draft: Correction | null;
  revision: number | null;
  correction: Correction | null;
  result: EssayResult | null;
  returnedAt: Date | null;
};

const columns = sql`
  e.id, e.student_id AS "studentId", e.theme_id AS "themeId", e.number, e.state, v.content AS theme, e.body AS text,
  e.line_count AS lines, e.started_at AS "startedAt", e.deadline_at AS "deadlineAt", e.delivered_at AS "deliveredAt",
  e.due_at AS "dueAt", r.leased_by AS "leasedBy", r.leased_until AS "leasedUntil",
  reader.first_name || ' ' || reader.last_name AS "leaserName", r.draft, r.revision, c.content AS correction, c.result,
  c.returned_at AS "returnedAt"`;
const joins = sql`
  essays e JOIN essay_theme_versions v ON v.id = e.theme_version_id
  LEFT JOIN essay_readings r ON r.essay_id = e.id LEFT JOIN users reader ON reader.id = r.leased_by
  LEFT JOIN essay_corrections c ON c.essay_id = e.id`;

/** A delivered or returned essay that the reader did not write. */
export async function findReadingRow(db: Db | Tx, id: number, readerId: string): Promise<ReadingRow | undefined> {
  const found = await sql<ReadingRow>`
    SELECT ${columns} FROM ${joins}
    WHERE e.id = ${id} AND e.state <> 'writing' AND e.student_id <> ${readerId}`.execute(db);
  return found.rows[0];
}

/** Locks the essay until the transaction ends. */
export async function lockReadingRow(tx: Tx, id: number, readerId: string): Promise<ReadingRow | undefined> {
  await sql`SELECT FROM essays WHERE id = ${id} FOR UPDATE`.execute(tx);
  return findReadingRow(tx, id, readerId);
}

export type QueueRow = {
  id: number;
  title: string;
  state: EssayState;
  number: number;
  lines: number;
  deliveredAt: Date;
  dueAt: Date;
  leasedBy: string | null;
  leasedUntil: Date | null;
  leaserName: string | null;
  hasDraft: boolean;
  score: number | null;
  espelho: PublishedTheme['espelho'];
  returnedAt: Date | null;
};

const queueColumns = sql`
  e.id, v.title, e.state, e.number, e.line_count AS lines, e.delivered_at AS "deliveredAt", e.due_at AS "dueAt",
  r.leased_by AS "leasedBy", r.leased_until AS "leasedUntil",
  reader.first_name || ' ' || reader.last_name AS "leaserName", coalesce(r.revision, 1) > 1 AS "hasDraft",
  c.score::float8 AS score, v.content -> 'espelho' AS espelho, c.returned_at AS "returnedAt"`;

type QueueOf = { list: EssayList; readerId: string; now: Date };

const ofList = ({ list, readerId, now }: QueueOf) =>
  ({
    waiting: sql`e.state = 'delivered' AND e.student_id <> ${readerId}`,
    mine: sql`e.state = 'delivered' AND r.leased_by = ${readerId} AND r.leased_until > ${now}`,
    returned: sql`e.state = 'returned' AND e.student_id <> ${readerId}`,
  })[list];

export async function listQueueRows(
  db: Db,
  of: QueueOf,
  { limit, after }: { limit: number; after: { at: Date; id: number } | null },
): Promise<QueueRow[]> {
  const isReturned = of.list === 'returned';
  const at = isReturned ? sql`c.returned_at` : sql`e.due_at`;
  const direction = isReturned ? sql`DESC` : sql`ASC`;
  const comparison = isReturned ? sql`<` : sql`>`;
  const behind = after === null ? sql`true` : sql`(${at}, e.id) ${comparison} (${after.at}, ${after.id})`;
  const found = await sql<QueueRow>`
    SELECT ${queueColumns} FROM ${joins} WHERE ${ofList(of)} AND ${behind}
    ORDER BY ${at} ${direction}, e.id ${direction} LIMIT ${limit}`.execute(db);
  return found.rows;
}

export async function countQueue(db: Db, of: QueueOf): Promise<number> {
  const from = of.list === 'mine' ? sql`essays e JOIN essay_readings r ON r.essay_id = e.id` : sql`essays e`;
  const found = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${from} WHERE ${ofList(of)}`.execute(
    db,
  );
  return found.rows[0]?.count ?? 0;
}

export async function countDue(db: Db, { readerId, now, dayEnd }: { readerId: string; now: Date; dayEnd: Date }) {
  const found = await sql<{ waiting: number; dueToday: number; overdue: number }>`
    SELECT count(*)::int AS waiting,
      count(*) FILTER (WHERE e.due_at >= ${now} AND e.due_at < ${dayEnd})::int AS "dueToday",
      count(*) FILTER (WHERE e.due_at < ${now})::int AS overdue
    FROM essays e WHERE e.state = 'delivered' AND e.student_id <> ${readerId}`.execute(db);
  return found.rows[0] ?? { waiting: 0, dueToday: 0, overdue: 0 };
}

type Lease = { id: number; readerId: string; until: Date; now: Date };

/** Compare-and-set: takes a free or expired lease, or extends one's own. False: another reader has the lease. */
export async function takeLease(tx: Tx, lease: Lease & { empty: Correction }): Promise<boolean> {
  const found = await sql`
    INSERT INTO essay_readings (essay_id, leased_by, leased_until, draft, updated_at)
    VALUES (${lease.id}, ${lease.readerId}, ${lease.until}, ${JSON.stringify(lease.empty)}::jsonb, ${lease.now})
    ON CONFLICT (essay_id) DO UPDATE SET leased_by = EXCLUDED.leased_by, leased_until = EXCLUDED.leased_until
    WHERE essay_readings.leased_by IS NULL OR essay_readings.leased_by = ${lease.readerId}
      OR essay_readings.leased_until <= ${lease.now}
    RETURNING essay_id`.execute(tx);
  return found.rows.length === 1;
}

export async function endLease(db: Db | Tx, id: number, readerId: string): Promise<void> {
  await sql`
    UPDATE essay_readings SET leased_by = NULL, leased_until = NULL
    WHERE essay_id = ${id} AND leased_by = ${readerId}`.execute(db);
}

/** Compare-and-set on lease and revision. */
export async function saveReading(
  tx: Tx,
  reading: Lease & { draft: Correction; revision: number },
): Promise<number | undefined> {
  const found = await sql<{ revision: number }>`
    UPDATE essay_readings SET draft = ${JSON.stringify(reading.draft)}::jsonb, revision = revision + 1,
      leased_until = ${reading.until}, updated_at = ${reading.now}
    WHERE essay_id = ${reading.id} AND leased_by = ${reading.readerId} AND revision = ${reading.revision}
    RETURNING revision`.execute(tx);
  return found.rows[0]?.revision;
}

type Returned = { id: number; content: Correction; result: EssayResult; by: string; now: Date };

/** Compare-and-set from delivered to returned; the reading becomes the correction. */
export async function markReturned(tx: Tx, { id, content, result, by, now }: Returned): Promise<boolean> {
  const changed = await sql`
    UPDATE essays SET state = 'returned' WHERE id = ${id} AND state = 'delivered' RETURNING id`.execute(tx);
  if (changed.rows.length === 0) return false;
  await sql`
    INSERT INTO essay_corrections (essay_id, content, result, score, returned_by, returned_at)
    VALUES (${id}, ${JSON.stringify(content)}::jsonb, ${JSON.stringify(result)}::jsonb, ${result.score}, ${by}, ${now})`.execute(
    tx,
  );
  await sql`DELETE FROM essay_readings WHERE essay_id = ${id}`.execute(tx);
  return true;
}
