import { sql } from 'kysely';
import type { EssayState } from '#contract/exams/essays.ts';
import type { Db, Tx } from '#server/db/handle.ts';

export type PageRow = { id: number; sha256: Buffer; width: number; height: number };

/** The pages of an essay in their order; they are few (ESSAY_PAGES_MAX). */
export async function listPages(db: Db | Tx, essayId: number): Promise<PageRow[]> {
  return db
    .selectFrom('essay_pages')
    .select(['id', 'sha256', 'width', 'height'])
    .where('essay_id', '=', essayId)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export type NewPage = {
  sha256: Buffer;
  fileKey: string;
  mimeType: string;
  bytes: number;
  width: number;
  height: number;
};

/** The essay is locked. Appends pages, or puts the first one in the position of `replaces`, which is removed. */
export async function insertPages(
  tx: Tx,
  essayId: number,
  { pages, replaces, now }: { pages: readonly NewPage[]; replaces: number | null; now: Date },
): Promise<void> {
  const { last } = await tx
    .selectFrom('essay_pages')
    .select((select) => select.fn.coalesce(select.fn.max('position'), sql<number>`0`).as('last'))
    .where('essay_id', '=', essayId)
    .executeTakeFirstOrThrow();
  const replaced = replaces === null ? undefined : await removePage(tx, essayId, replaces);
  await tx
    .insertInto('essay_pages')
    .values(
      pages.map((page, index) => ({
        essay_id: essayId,
        position: index === 0 && replaced !== undefined ? replaced : last + 1 + index,
        sha256: page.sha256,
        file_key: page.fileKey,
        mime_type: page.mimeType,
        bytes: page.bytes,
        width: page.width,
        height: page.height,
        created_at: now,
      })),
    )
    .execute();
}

/** The position that it had; undefined: it was gone. The database writes its file down for the sweep. */
export async function removePage(tx: Tx, essayId: number, id: number): Promise<number | undefined> {
  const row = await tx
    .deleteFrom('essay_pages')
    .where('id', '=', id)
    .where('essay_id', '=', essayId)
    .returning('position')
    .executeTakeFirst();
  return row?.position;
}

export async function removeAllPages(tx: Tx, essayId: number): Promise<void> {
  await tx.deleteFrom('essay_pages').where('essay_id', '=', essayId).execute();
}

/** The essay is locked: its pages count from 1 in this order. */
export async function orderPages(tx: Tx, essayId: number, ids: readonly number[]): Promise<void> {
  await sql`
    UPDATE essay_pages SET position = array_position(${ids}::int[], id)
    WHERE essay_id = ${essayId} AND id = ANY(${ids}::int[])`.execute(tx);
}

export type OpenedPage = {
  studentId: string;
  state: EssayState;
  isPhoto: boolean;
  fileKey: string;
  mimeType: string;
};

export async function findPage(db: Db, id: number): Promise<OpenedPage | undefined> {
  const found = await sql<OpenedPage>`
    SELECT e.student_id AS "studentId", e.state, e.is_photo AS "isPhoto", p.file_key AS "fileKey",
      p.mime_type AS "mimeType"
    FROM essay_pages p JOIN essays e ON e.id = p.essay_id WHERE p.id = ${id}`.execute(db);
  return found.rows[0];
}
