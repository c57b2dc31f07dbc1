import { sql } from 'kysely';
import type { BaseText } from '#contract/questions/base-text.ts';
import type { QuestionFormat } from '#contract/questions/question-shapes.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { likePattern } from '#server/db/keys.ts';

export type TextRow = {
  id: number;
  versionId: number;
  title: string;
  format: QuestionFormat;
  text: string;
  excerpt: string;
  questionCount: number;
  authorId: string | null;
  authorName: string | null;
  revision: number;
  updatedAt: Date;
};

const columns = sql`
  b.id, b.current_version_id AS "versionId", v.title, v.format, v.body AS text, b.excerpt, b.author_id AS "authorId",
  users.first_name || ' ' || users.last_name AS "authorName", b.revision, b.updated_at AS "updatedAt",
  (SELECT count(*) FROM questions q WHERE q.base_text_id = b.id AND q.in_bank) AS "questionCount"`;
const joins = sql`base_texts b JOIN base_text_versions v ON v.id = b.current_version_id
  LEFT JOIN users ON users.id = b.author_id`;

const holding = (search: string | undefined) =>
  search?.trim() ? sql`b.text_key LIKE ${likePattern(search)}` : sql`true`;

export async function listTextRows(
  db: Db,
  search: string | undefined,
  page: { limit: number; before: number | null },
): Promise<TextRow[]> {
  const { rows } = await sql<TextRow>`
    SELECT ${columns} FROM ${joins}
    WHERE ${holding(search)} AND ${page.before === null ? sql`true` : sql`b.id < ${page.before}`}
    ORDER BY b.id DESC LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function countTextRows(db: Db, search: string | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM base_texts b WHERE ${holding(search)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function findTextRow(db: Db | Tx, id: number): Promise<TextRow | undefined> {
  const { rows } = await sql<TextRow>`SELECT ${columns} FROM ${joins} WHERE b.id = ${id}`.execute(db);
  return rows[0];
}

/** The current versions of texts, without deleted ones. `hold`: takes a shared lock until the transaction ends. */
export async function listCurrentTexts(db: Db | Tx, ids: readonly number[], hold: boolean): Promise<BaseText[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<BaseText>`
    SELECT b.id, v.id AS "versionId", v.title, v.format, v.body AS text
    FROM base_texts b JOIN base_text_versions v ON v.id = b.current_version_id
    WHERE b.id = ANY(${ids}::int[]) ORDER BY b.id ${hold ? sql`FOR SHARE OF b` : sql``}`.execute(db);
  return rows;
}

/** The same with the beginning of each text, without markup. */
export async function listTextsWithExcerpt(db: Db | Tx, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const { rows } = await sql<BaseText & { excerpt: string }>`
    SELECT b.id, v.id AS "versionId", v.title, v.format, v.body AS text, b.excerpt
    FROM base_texts b JOIN base_text_versions v ON v.id = b.current_version_id
    WHERE b.id = ANY(${ids}::int[]) ORDER BY b.id`.execute(db);
  return rows;
}

export async function lockText(tx: Tx, id: number) {
  return tx
    .selectFrom('base_texts')
    .select(['id', 'author_id as authorId', 'revision'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export type NewText = {
  title: string;
  format: QuestionFormat;
  text: string;
  fingerprint: Buffer;
  excerpt: string;
  textKey: string;
};

export async function insertText(
  tx: Tx,
  authorId: string | null,
  text: NewText,
  { creationKey, now }: { creationKey: string | null; now: Date },
): Promise<{ id: number; versionId: number }> {
  const { id } = await tx
    .insertInto('base_texts')
    .values({
      author_id: authorId,
      creation_key: creationKey,
      fingerprint: text.fingerprint,
      excerpt: text.excerpt,
      text_key: text.textKey,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const versionId = await insertTextVersion(tx, id, text, now);
  await tx.updateTable('base_texts').set({ current_version_id: versionId }).where('id', '=', id).execute();
  return { id, versionId };
}

/** The caller has locked the text, or has just inserted it. */
async function insertTextVersion(tx: Tx, id: number, text: NewText, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO base_text_versions (base_text_id, number, title, format, body, created_at)
    SELECT ${id}, coalesce(max(number), 0) + 1, ${text.title}, ${text.format}, ${text.text}, ${now}
    FROM base_text_versions WHERE base_text_id = ${id} RETURNING id`.execute(tx);
  return rows[0]?.id ?? 0;
}

/** Stores the next version of a text. The caller has locked the text. */
export async function updateText(tx: Tx, id: number, text: NewText, now: Date): Promise<number> {
  const versionId = await insertTextVersion(tx, id, text, now);
  await tx
    .updateTable('base_texts')
    .set((set) => ({
      current_version_id: versionId,
      fingerprint: text.fingerprint,
      excerpt: text.excerpt,
      text_key: text.textKey,
      revision: set('revision', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute();
  return versionId;
}

/** Fails by a foreign key when a version of a question uses the text. */
export async function deleteText(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('base_texts').where('id', '=', id).execute();
}

export async function findTextByKey(db: Db, creationKey: string) {
  return db
    .selectFrom('base_texts')
    .select(['id', 'author_id as authorId'])
    .where('creation_key', '=', creationKey)
    .executeTakeFirst();
}

/** Texts with these fingerprints, with a shared lock. Newest first, so that in a map by fingerprint the oldest wins. */
export async function listTextsSaying(tx: Tx, fingerprints: readonly Buffer[]) {
  const { rows } = await sql<{ id: number; versionId: number; fingerprint: Buffer }>`
    SELECT id, current_version_id AS "versionId", fingerprint FROM base_texts
    WHERE fingerprint = ANY(${fingerprints}::bytea[]) ORDER BY id DESC FOR SHARE`.execute(tx);
  return rows;
}
