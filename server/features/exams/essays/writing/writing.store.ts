import { sql } from 'kysely';
import type { Correction, EssayResult } from '#contract/exams/essay-corrections.ts';
import type { EssayReviewState } from '#contract/exams/essay-review.ts';
import type { PublishedTheme } from '#contract/exams/essay-themes.ts';
import type { EssayState } from '#contract/exams/essays.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { fullTheme } from '../themes/theme-content.store.ts';

export type EssayRow = {
  id: number;
  studentId: string;
  themeId: number;
  number: number;
  state: EssayState;
  theme: PublishedTheme;
  text: string;
  isPhoto: boolean;
  /** Pictures of its pages. A text that is delivered loses them. */
  pageCount: number;
  revision: number;
  startedAt: Date;
  savedAt: Date;
  deadlineAt: Date | null;
  /** Only with a right: until then it may be delivered although the theme has closed. */
  lateUntil: Date | null;
  /** The clock stands still until then. */
  pausedUntil: Date | null;
  deliveredAt: Date | null;
  dueAt: Date | null;
  lines: number | null;
  returnedAt: Date | null;
  returnedBy: string | null;
  correction: Correction | null;
  result: EssayResult | null;
  reviewState: EssayReviewState | null;
};

const columns = sql`
  e.id, e.student_id AS "studentId", e.theme_id AS "themeId", e.number, e.state, ${fullTheme} AS theme, e.body AS text,
  e.is_photo AS "isPhoto", (SELECT count(*)::int FROM essay_pages p WHERE p.essay_id = e.id) AS "pageCount", e.revision, e.started_at AS "startedAt", e.saved_at AS "savedAt", e.deadline_at AS "deadlineAt", e.late_until AS "lateUntil",
  e.paused_until AS "pausedUntil", e.delivered_at AS "deliveredAt", e.due_at AS "dueAt", e.line_count AS lines, c.returned_at AS "returnedAt",
  reader.first_name || ' ' || reader.last_name AS "returnedBy", c.content AS correction, c.result,
  (SELECT rv.state FROM essay_reviews rv WHERE rv.essay_id = e.id) AS "reviewState"`;
const joins = sql`
  essays e JOIN essay_theme_versions v ON v.id = e.theme_version_id
  LEFT JOIN essay_corrections c ON c.essay_id = e.id LEFT JOIN users reader ON reader.id = c.returned_by`;

export async function findEssayRow(db: Db | Tx, id: number): Promise<EssayRow | undefined> {
  return (await sql<EssayRow>`SELECT ${columns} FROM ${joins} WHERE e.id = ${id}`.execute(db)).rows[0];
}

/** Locks the essay until the transaction ends. */
export async function lockEssayRow(tx: Tx, id: number): Promise<EssayRow | undefined> {
  await sql`SELECT FROM essays WHERE id = ${id} FOR UPDATE`.execute(tx);
  return findEssayRow(tx, id);
}

export async function findEssayByNumber(
  db: Db | Tx,
  { studentId, themeId, number }: Pick<EssayRow, 'studentId' | 'themeId' | 'number'>,
): Promise<EssayRow | undefined> {
  const found = await sql<EssayRow>`
    SELECT ${columns} FROM ${joins}
    WHERE e.student_id = ${studentId} AND e.theme_id = ${themeId} AND e.number = ${number}`.execute(db);
  return found.rows[0];
}

/** The student's essays of a theme, the newest first; they are few (ESSAYS_OF_THEME_MAX). */
export async function listEssaysOfTheme(db: Db | Tx, studentId: string, themeId: number): Promise<EssayRow[]> {
  const found = await sql<EssayRow>`
    SELECT ${columns} FROM ${joins} WHERE e.student_id = ${studentId} AND e.theme_id = ${themeId}
    ORDER BY e.number DESC`.execute(db);
  return found.rows;
}

/** A student begins one essay of a theme at a time. */
export async function lockWriter(tx: Tx, studentId: string, themeId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('essays:' || ${studentId}::text || ':' || ${themeId}::text, 0))`.execute(
    tx,
  );
}

type NewEssay = {
  studentId: string;
  themeId: number;
  versionId: number;
  number: number;
  text: string;
  deadlineAt: Date | null;
  lateUntil: Date | null;
  now: Date;
};

export async function insertEssay(tx: Tx, essay: NewEssay): Promise<number> {
  const { id } = await tx
    .insertInto('essays')
    .values({
      student_id: essay.studentId,
      theme_id: essay.themeId,
      theme_version_id: essay.versionId,
      number: essay.number,
      body: essay.text,
      started_at: essay.now,
      saved_at: essay.now,
      deadline_at: essay.deadlineAt,
      late_until: essay.lateUntil,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Compare-and-set: nothing is saved over a revision that the writer has not seen, during a break, nor after the delivery. */
export async function saveText(
  db: Db | Tx,
  { id, studentId, text, revision, now }: { id: number; studentId: string; text: string; revision: number; now: Date },
): Promise<{ revision: number; savedAt: Date } | undefined> {
  const found = await sql<{ revision: number; savedAt: Date }>`
    UPDATE essays SET body = ${text}, revision = revision + 1, saved_at = ${now}
    WHERE id = ${id} AND student_id = ${studentId} AND state = 'writing' AND revision = ${revision}
      AND (paused_until IS NULL OR paused_until <= ${now})
    RETURNING revision, saved_at AS "savedAt"`.execute(db);
  return found.rows[0];
}

type Delivery = { id: number; lines: number; isPhoto: boolean; readers: number; now: Date; dueAt: Date };

/** Compare-and-set from writing to delivered. */
export async function markDelivered(tx: Tx, delivery: Delivery): Promise<boolean> {
  const { id, lines, isPhoto, readers, now, dueAt } = delivery;
  const found = await sql`
    UPDATE essays SET state = 'delivered', delivered_at = ${now}, due_at = ${dueAt}, line_count = ${lines},
      readers_needed = ${readers}, is_photo = ${isPhoto}
    WHERE id = ${id} AND state = 'writing' RETURNING id`.execute(tx);
  return found.rows.length === 1;
}

export type OpenThemeRow = {
  id: number;
  versionId: number;
  isOpen: boolean;
  theme: PublishedTheme;
  examName: string | null;
  topic: string | null;
  essayId: number | null;
};

const about = sql`
  (SELECT exams.name FROM exams WHERE exams.id = t.exam_id) AS "examName",
  (SELECT topics.name FROM topics WHERE topics.id = t.topic_id) AS topic`;

/** Open themes, and those that the student has written about, newest first. */
export async function listOpenThemes(
  db: Db,
  studentId: string,
  { limit, before }: { limit: number; before: number | null },
): Promise<OpenThemeRow[]> {
  const found = await sql<OpenThemeRow>`
    SELECT t.id, v.id AS "versionId", t.is_open AS "isOpen", ${fullTheme} AS theme, ${about},
      (SELECT e.id FROM essays e WHERE e.student_id = ${studentId} AND e.theme_id = t.id
        ORDER BY e.number DESC LIMIT 1) AS "essayId"
    FROM essay_themes t JOIN essay_theme_versions v ON v.id = t.published_version_id
    WHERE ${visible(studentId)} AND ${before === null ? sql`true` : sql`t.id < ${before}`}
    ORDER BY t.id DESC LIMIT ${limit}`.execute(db);
  return found.rows;
}

const visible = (studentId: string) =>
  sql`(t.is_open OR t.id IN (SELECT theme_id FROM essays WHERE student_id = ${studentId}))`;

export async function countOpenThemes(db: Db, studentId: string): Promise<number> {
  const found = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM essay_themes t
    WHERE t.published_version_id IS NOT NULL AND ${visible(studentId)}`.execute(db);
  return found.rows[0]?.count ?? 0;
}

/** A theme that the student may see, in its published version. */
export async function findOpenTheme(db: Db | Tx, studentId: string, id: number): Promise<OpenThemeRow | undefined> {
  const found = await sql<OpenThemeRow>`
    SELECT t.id, v.id AS "versionId", t.is_open AS "isOpen", ${fullTheme} AS theme, ${about}, NULL::int AS "essayId"
    FROM essay_themes t JOIN essay_theme_versions v ON v.id = t.published_version_id
    WHERE t.id = ${id} AND ${visible(studentId)}`.execute(db);
  return found.rows[0];
}

export async function listEssaysById(db: Db, ids: readonly number[]): Promise<EssayRow[]> {
  if (ids.length === 0) return [];
  const found = await sql<EssayRow>`SELECT ${columns} FROM ${joins} WHERE e.id = ANY(${ids}::int[])`.execute(db);
  return found.rows;
}

/** The newest returned essays of a student, newest first. */
export async function listReturned(db: Db, studentId: string, limit: number): Promise<EssayRow[]> {
  const found = await sql<EssayRow>`
    SELECT ${columns} FROM ${joins} WHERE e.student_id = ${studentId} AND e.state = 'returned'
    ORDER BY c.returned_at DESC, e.id DESC LIMIT ${limit}`.execute(db);
  return found.rows;
}

/** The essays that a student writes against the clock, locked; a student has few. */
export async function lockTimedEssays(tx: Tx, studentId: string, now: Date): Promise<EssayRow[]> {
  await sql`
    SELECT FROM essays WHERE student_id = ${studentId} AND state = 'writing' AND deadline_at > ${now}
    FOR UPDATE`.execute(tx);
  const found = await sql<EssayRow>`
    SELECT ${columns} FROM ${joins}
    WHERE e.student_id = ${studentId} AND e.state = 'writing' AND e.deadline_at > ${now} ORDER BY e.id`.execute(tx);
  return found.rows;
}
