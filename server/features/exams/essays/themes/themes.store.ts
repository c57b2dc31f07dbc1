import { sql } from 'kysely';
import type { PublishedTheme, ThemeDraft } from '#contract/exams/essay-themes.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { fullDraft, fullTheme } from './theme-content.store.ts';

/** The draft as it is stored: exam and topic have columns, so that a deleted one leaves no dead id behind. */
export type StoredDraft = Omit<ThemeDraft, 'examId' | 'topicId'>;

export type ThemeRecord = {
  id: number;
  authorId: string | null;
  draft: StoredDraft;
  examId: number | null;
  topicId: number | null;
  revision: number;
  publishedRevision: number | null;
  publishedVersionId: number | null;
  versionNumber: number | null;
  isOpen: boolean;
  essayCount: number;
  updatedAt: Date;
};

const columns = sql`
  t.id, t.author_id AS "authorId", ${fullDraft} AS draft, t.exam_id AS "examId",
  t.topic_id AS "topicId", t.revision,
  t.published_revision AS "publishedRevision", t.published_version_id AS "publishedVersionId",
  v.number AS "versionNumber", t.is_open AS "isOpen", t.updated_at AS "updatedAt",
  (SELECT count(*)::int FROM essays e WHERE e.theme_id = t.id AND e.state <> 'writing') AS "essayCount"`;
const joins = sql`essay_themes t LEFT JOIN essay_theme_versions v ON v.id = t.published_version_id`;

export async function findThemeRecord(db: Db | Tx, id: number): Promise<ThemeRecord | undefined> {
  return (await sql<ThemeRecord>`SELECT ${columns} FROM ${joins} WHERE t.id = ${id}`.execute(db)).rows[0];
}

/** Locks the theme until the transaction ends. */
export async function lockThemeRecord(tx: Tx, id: number): Promise<ThemeRecord | undefined> {
  await sql`SELECT FROM essay_themes WHERE id = ${id} FOR UPDATE`.execute(tx);
  return findThemeRecord(tx, id);
}

export type ThemeListRow = ThemeRecord & { authorName: string | null; waitingCount: number };

const ofAuthor = (authorId: string | null) => (authorId === null ? sql`true` : sql`t.author_id = ${authorId}`);

/** `authorId` null: everybody's. */
export async function listThemeRows(
  db: Db,
  authorId: string | null,
  { limit, before }: { limit: number; before: number | null },
): Promise<ThemeListRow[]> {
  const found = await sql<ThemeListRow>`
    SELECT ${columns}, users.first_name || ' ' || users.last_name AS "authorName",
      (SELECT count(*)::int FROM essays e WHERE e.theme_id = t.id AND e.state = 'delivered') AS "waitingCount"
    FROM ${joins} LEFT JOIN users ON users.id = t.author_id
    WHERE ${ofAuthor(authorId)} AND ${before === null ? sql`true` : sql`t.id < ${before}`}
    ORDER BY t.id DESC LIMIT ${limit}`.execute(db);
  return found.rows;
}

export async function countThemeRows(db: Db, authorId: string | null): Promise<number> {
  const found = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM essay_themes t WHERE ${ofAuthor(authorId)}`.execute(db);
  return found.rows[0]?.count ?? 0;
}

type NewTheme = { authorId: string; draft: StoredDraft; creationKey: string | null; now: Date };

/** Undefined: the author has made a theme with this key before. */
export async function insertTheme(tx: Tx, theme: NewTheme): Promise<number | undefined> {
  const found = await sql<{ id: number }>`
    INSERT INTO essay_themes (author_id, draft, creation_key, created_at, updated_at)
    VALUES (${theme.authorId}, ${JSON.stringify(theme.draft)}::jsonb, ${theme.creationKey}, ${theme.now}, ${theme.now})
    ON CONFLICT (author_id, creation_key) WHERE creation_key IS NOT NULL DO NOTHING RETURNING id`.execute(tx);
  return found.rows[0]?.id;
}

export async function findThemeByKey(db: Db | Tx, authorId: string, creationKey: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('essay_themes')
    .select('id')
    .where('author_id', '=', authorId)
    .where('creation_key', '=', creationKey)
    .executeTakeFirst();
  return found?.id;
}

export async function updateDraft(
  tx: Tx,
  id: number,
  { draft, examId, topicId, now }: { draft: StoredDraft; examId: number | null; topicId: number | null; now: Date },
): Promise<void> {
  await sql`
    UPDATE essay_themes SET draft = ${JSON.stringify(draft)}::jsonb, exam_id = ${examId}, topic_id = ${topicId},
      revision = revision + 1, updated_at = ${now} WHERE id = ${id}`.execute(tx);
}

export async function setTopicOfThemes(tx: Tx, from: number, into: number): Promise<void> {
  await tx.updateTable('essay_themes').set({ topic_id: into }).where('topic_id', '=', from).execute();
}

type NewVersion = { themeId: number; content: PublishedTheme; by: string; now: Date };

/** The next version of a theme that the transaction has locked. */
export async function insertThemeVersion(tx: Tx, { themeId, content, by, now }: NewVersion): Promise<number> {
  const found = await sql<{ id: number }>`
    INSERT INTO essay_theme_versions (theme_id, number, title, content, published_at, published_by)
    SELECT ${themeId}, coalesce(max(number), 0) + 1, ${content.title}, ${JSON.stringify(content)}::jsonb, ${now}, ${by}
    FROM essay_theme_versions WHERE theme_id = ${themeId} RETURNING id`.execute(tx);
  const [row] = found.rows;
  if (!row) throw new Error(`No version was made of the theme ${themeId}.`);
  return row.id;
}

export async function setPublished(tx: Tx, id: number, versionId: number, revision: number): Promise<void> {
  await sql`
    UPDATE essay_themes SET published_version_id = ${versionId}, published_revision = ${revision}, is_open = true
    WHERE id = ${id}`.execute(tx);
}

export async function setOpen(tx: Tx, id: number, isOpen: boolean): Promise<void> {
  await sql`UPDATE essay_themes SET is_open = ${isOpen} WHERE id = ${id}`.execute(tx);
}

/** The newest first; with `number`, that version alone. */
export async function listVersionRows(
  db: Db | Tx,
  themeId: number,
  { limit, number }: { limit: number; number?: number },
) {
  const found = await sql<{
    number: number;
    publishedAt: Date;
    publishedBy: string | null;
    essayCount: number;
    theme: PublishedTheme;
    correctedAt: Date | null;
    correctionReason: string | null;
  }>`
    SELECT v.number, v.published_at AS "publishedAt", users.first_name || ' ' || users.last_name AS "publishedBy",
      (SELECT count(*)::int FROM essays e WHERE e.theme_version_id = v.id) AS "essayCount", ${fullTheme} AS theme,
      v.corrected_at AS "correctedAt", v.correction_reason AS "correctionReason"
    FROM essay_theme_versions v LEFT JOIN users ON users.id = v.published_by
    WHERE v.theme_id = ${themeId} AND ${number === undefined ? sql`true` : sql`v.number = ${number}`}
    ORDER BY v.number DESC LIMIT ${limit}`.execute(db);
  return found.rows;
}

/** Active people who may read essays. */
export async function countReaders(db: Db | Tx): Promise<number> {
  const found = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM users WHERE role IN ('teacher', 'admin') AND status = 'active'`.execute(db);
  return found.rows[0]?.count ?? 0;
}
