import { sql } from 'kysely';
import type { Correction, EssayResult } from '#contract/exams/essay-corrections.ts';
import type { EssayList } from '#contract/exams/essay-grading.ts';
import { ESSAYS_COUNTED_MAX } from '#contract/exams/essay-limits.ts';
import type { PublishedTheme } from '#contract/exams/essay-themes.ts';
import type { EssayState } from '#contract/exams/essays.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { type Decider, mayBeDecidedBy } from '../reviews/reviews.store.ts';
import { fullTheme } from '../themes/theme-content.store.ts';
import { isOtherReader, type Lease } from './blind-readings.store.ts';

export type ReadingRow = {
  id: number;
  studentId: string;
  themeId: number;
  number: number;
  state: EssayState;
  theme: PublishedTheme;
  /** Empty where it was photographed. */
  text: string;
  photo: { pages: number; lines: number } | null;
  lines: number;
  startedAt: Date;
  deadlineAt: Date | null;
  /** The sum of the breaks that stopped the clock. */
  breakSeconds: number;
  deliveredAt: Date;
  dueAt: Date;
  /** 1: one reader; 2 or 3: blind readers. */
  readersNeeded: number;
  /** The end of this reader's blind reading. */
  finishedAt: Date | null;
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

/** One reader: the essay's reading. Two or three: this reader's own, so that no query of theirs meets another's. */
const readings = (readerId: string) => sql`
  LEFT JOIN essay_readings r ON r.essay_id = e.id AND e.readers_needed = 1
  LEFT JOIN essay_blind_readings b ON b.essay_id = e.id AND b.written_by = ${readerId} AND e.readers_needed > 1
  LEFT JOIN users reader ON reader.id = coalesce(r.leased_by, b.written_by)`;

const leaseColumns = sql`
  coalesce(r.leased_by, CASE WHEN b.leased_until IS NOT NULL THEN b.written_by END) AS "leasedBy",
  coalesce(r.leased_until, b.leased_until) AS "leasedUntil",
  reader.first_name || ' ' || reader.last_name AS "leaserName"`;

/** What is graded of the essay `e`: its text, or the number of its pictures and the lines that its student counted. */
export const gradedText = sql`
  CASE WHEN e.is_photo THEN '' ELSE e.body END AS text,
  CASE WHEN e.is_photo THEN jsonb_build_object('lines', e.line_count,
    'pages', (SELECT count(*) FROM essay_pages p WHERE p.essay_id = e.id)) END AS photo`;

const columns = sql`
  e.id, e.student_id AS "studentId", e.theme_id AS "themeId", e.number, e.state, ${fullTheme} AS theme, 
  ${gradedText}, e.line_count AS lines, e.started_at AS "startedAt", e.deadline_at AS "deadlineAt",
  coalesce((SELECT t.break_seconds FROM essay_times t WHERE t.essay_id = e.id), 0) AS "breakSeconds", e.delivered_at AS "deliveredAt",
  e.due_at AS "dueAt", e.readers_needed AS "readersNeeded", b.finished_at AS "finishedAt", ${leaseColumns},
  coalesce(r.draft, b.draft) AS draft, coalesce(r.revision, b.revision) AS revision, c.content AS correction, c.result,
  c.returned_at AS "returnedAt"`;
const joins = (readerId: string) => sql`
  essays e JOIN essay_theme_versions v ON v.id = e.theme_version_id ${readings(readerId)}
  LEFT JOIN essay_corrections c ON c.essay_id = e.id`;

/** A delivered or returned essay that the reader did not write. */
export async function findReadingRow(db: Db | Tx, id: number, readerId: string): Promise<ReadingRow | undefined> {
  const found = await sql<ReadingRow>`
    SELECT ${columns} FROM ${joins(readerId)}
    WHERE e.id = ${id} AND e.state <> 'writing' AND e.student_id <> ${readerId}`.execute(db);
  return found.rows[0];
}

/** Locks the essay until the transaction ends, and its espelho against a correction. */
export async function lockReadingRow(tx: Tx, id: number, readerId: string): Promise<ReadingRow | undefined> {
  await sql`
    SELECT FROM essays e JOIN essay_theme_versions v ON v.id = e.theme_version_id WHERE e.id = ${id}
    FOR UPDATE OF e FOR SHARE OF v`.execute(tx);
  return findReadingRow(tx, id, readerId);
}

export type QueueRow = {
  id: number;
  title: string;
  state: EssayState;
  number: number;
  lines: number;
  isPhoto: boolean;
  deliveredAt: Date;
  dueAt: Date;
  leasedBy: string | null;
  leasedUntil: Date | null;
  leaserName: string | null;
  hasDraft: boolean;
  score: number | null;
  espelho: PublishedTheme['espelho'];
  /** The time by which the list is ordered. */
  at: Date;
};

const queueColumns = sql`
  e.id, v.title, e.state, e.number, e.line_count AS lines, e.is_photo AS "isPhoto", e.delivered_at AS "deliveredAt", e.due_at AS "dueAt",
  ${leaseColumns}, coalesce(r.revision, b.revision, 1) > 1 AS "hasDraft",
  c.score::float8 AS score, coalesce(v.corrected_espelho, v.content -> 'espelho') AS espelho`;

type QueueOf = { list: EssayList; reader: Decider; now: Date };

/** One reader: every essay. Blind readers: those that this reader has not finished and that still need a reader. */
const isReadable = (readerId: string, now: Date) => sql`
  e.student_id <> ${readerId} AND (e.readers_needed = 1 OR (
    NOT EXISTS (SELECT FROM essay_blind_readings own
      WHERE own.essay_id = e.id AND own.written_by = ${readerId} AND own.finished_at IS NOT NULL)
    AND (SELECT count(*) FROM essay_blind_readings other WHERE other.essay_id = e.id
      AND ${isOtherReader(readerId, now)}) < e.readers_needed))`;

/** For administrators: some of several readings are finished. */
const isPartlyRead = ({ id, role }: Decider) => sql`
  ${role === 'admin'} AND e.readers_needed > 1 AND e.student_id <> ${id} AND EXISTS (
    SELECT FROM essay_blind_readings done WHERE done.essay_id = e.id AND done.finished_at IS NOT NULL)`;

const ofList = ({ list, reader, now }: QueueOf) => {
  const { id: readerId } = reader;
  return {
    waiting: sql`e.state = 'delivered' AND ${isReadable(readerId, now)}`,
    mine: sql`e.state = 'delivered' AND e.id IN (
      SELECT essay_id FROM essay_readings WHERE leased_by = ${readerId} AND leased_until > ${now}
      UNION ALL SELECT essay_id FROM essay_blind_readings WHERE written_by = ${readerId} AND leased_until > ${now})`,
    partial: sql`e.state = 'delivered' AND ${isPartlyRead(reader)}`,
    reviews: sql`rv.state = 'asked' AND e.student_id <> ${readerId} AND ${mayBeDecidedBy(reader)}`,
    returned: sql`e.state = 'returned' AND e.student_id <> ${readerId}`,
  }[list];
};

/** Only the list of reviews joins them: an essay has at most one. */
const reviews = ({ list }: QueueOf) => (list === 'reviews' ? sql`JOIN essay_reviews rv ON rv.essay_id = e.id` : sql``);

export async function listQueueRows(
  db: Db,
  of: QueueOf,
  { limit, after }: { limit: number; after: { at: Date; id: number } | null },
): Promise<QueueRow[]> {
  const isReturned = of.list === 'returned';
  const at = {
    waiting: sql`e.due_at`,
    mine: sql`e.due_at`,
    partial: sql`e.due_at`,
    reviews: sql`rv.asked_at`,
    returned: sql`c.returned_at`,
  }[of.list];
  const direction = isReturned ? sql`DESC` : sql`ASC`;
  const comparison = isReturned ? sql`<` : sql`>`;
  const behind = after === null ? sql`true` : sql`(${at}, e.id) ${comparison} (${after.at}, ${after.id})`;
  const found = await sql<QueueRow>`
    SELECT ${queueColumns}, ${at} AS at FROM ${joins(of.reader.id)} ${reviews(of)} WHERE ${ofList(of)} AND ${behind}
    ORDER BY ${at} ${direction}, e.id ${direction} LIMIT ${limit}`.execute(db);
  return found.rows;
}

/** Up to one more than ESSAYS_COUNTED_MAX. */
export async function countQueue(db: Db, of: QueueOf): Promise<number> {
  const found = await sql<{ count: number }>`
    SELECT count(*)::int AS count
    FROM (SELECT FROM essays e ${reviews(of)} WHERE ${ofList(of)} LIMIT ${ESSAYS_COUNTED_MAX + 1}) AS counted`.execute(
    db,
  );
  return found.rows[0]?.count ?? 0;
}

/** The essays that are due first, one more than ESSAYS_COUNTED_MAX. */
export async function countDue(db: Db, { readerId, now, dayEnd }: { readerId: string; now: Date; dayEnd: Date }) {
  const found = await sql<{ waiting: number; dueToday: number; overdue: number }>`
    SELECT count(*)::int AS waiting,
      count(*) FILTER (WHERE due_at >= ${now} AND due_at < ${dayEnd})::int AS "dueToday",
      count(*) FILTER (WHERE due_at < ${now})::int AS overdue
    FROM (
      SELECT e.due_at FROM essays e WHERE e.state = 'delivered' AND ${isReadable(readerId, now)}
      ORDER BY e.due_at, e.id LIMIT ${ESSAYS_COUNTED_MAX + 1}) AS first_due`.execute(db);
  return found.rows[0] ?? { waiting: 0, dueToday: 0, overdue: 0 };
}

/** Essays that wait and are due by the end of the day: reads the index of waiting essays up to that day. */
export async function countAllDue(db: Db, { now, dayEnd }: { now: Date; dayEnd: Date }) {
  const found = await sql<{ dueToday: number; overdue: number; firstDueAt: Date | null }>`
    SELECT count(*) FILTER (WHERE due_at >= ${now})::int AS "dueToday",
      count(*) FILTER (WHERE due_at < ${now})::int AS overdue, min(due_at) AS "firstDueAt"
    FROM essays WHERE state = 'delivered' AND due_at < ${dayEnd}`.execute(db);
  return found.rows[0] ?? { dueToday: 0, overdue: 0, firstDueAt: null };
}

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
  if (found.rows.length === 1) {
    await sql`
      INSERT INTO essay_drafts_by (essay_id, student_id, saved_by)
      SELECT id, student_id, ${reading.readerId} FROM essays WHERE id = ${reading.id}
      ON CONFLICT DO NOTHING`.execute(tx);
  }
  return found.rows[0]?.revision;
}

/** `by` null: several readers returned it. */
type Returned = { id: number; content: Correction; result: EssayResult; by: string | null; now: Date };

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
