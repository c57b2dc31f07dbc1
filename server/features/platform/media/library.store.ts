import { type RawBuilder, sql } from 'kysely';
import type { ImageUse } from '#contract/platform/media-library.ts';
import type { Db, Tx } from '#server/db/handle.ts';

/** Null: of all owners. */
export type Owner = string | null;

type ImageFilter = { owner: Owner; search?: string | undefined; unused: boolean };

export type ImageRow = {
  id: number;
  url: string;
  name: string;
  alt: string;
  width: number;
  height: number;
  bytes: number;
  createdAt: Date;
  ownerName: string | null;
};

const unusedOnly = sql`NOT EXISTS (SELECT FROM media_uses WHERE media_uses.media_id = media.id)
  AND NOT EXISTS (SELECT FROM courses WHERE courses.image_id = media.id AND courses.deleted_at IS NULL)`;

function matching({ owner, search, unused }: ImageFilter): RawBuilder<unknown> {
  const words = search?.trim().replace(/[\\%_]/g, '\\$&');
  return sql`${owner === null ? sql`true` : sql`media.owner_id = ${owner}`}
    AND ${words ? sql`media.name || ' ' || media.alt ILIKE ${`%${words}%`}` : sql`true`}
    AND ${unused ? unusedOnly : sql`true`}`;
}

export async function listImageRows(
  db: Db,
  filter: ImageFilter,
  { limit, after }: { limit: number; after: { createdAt: Date; id: number } | null },
): Promise<ImageRow[]> {
  const position = after
    ? sql`(media.created_at, media.id) < (${after.createdAt}::timestamptz, ${after.id}::integer)`
    : sql`true`;
  const { rows } = await sql<ImageRow>`
    SELECT media.id, media.address AS url, media.name, media.alt, media.width, media.height, media.bytes, media.created_at AS "createdAt",
           users.first_name || ' ' || users.last_name AS "ownerName"
    FROM media LEFT JOIN users ON users.id = media.owner_id
    WHERE ${matching(filter)} AND ${position}
    ORDER BY media.created_at DESC, media.id DESC
    LIMIT ${limit}`.execute(db);
  return rows;
}

export async function countImageRows(db: Db, filter: ImageFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM media WHERE ${matching(filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export type UseRow = ImageUse & { mediaId: number; useCount: number };

/** Where images are used, the first few of each image, with the number of all. */
export async function listUseRows(db: Db | Tx, mediaIds: readonly number[], most: number): Promise<UseRow[]> {
  const { rows } = await sql<UseRow>`
    WITH uses AS (
      SELECT media_id, kind, ref_id FROM media_uses WHERE media_id = ANY(${mediaIds}::int[])
      UNION ALL
      SELECT image_id, 'course', id FROM courses WHERE image_id = ANY(${mediaIds}::int[]) AND deleted_at IS NULL
    ), numbered AS (
      SELECT *, row_number() OVER (PARTITION BY media_id ORDER BY kind, ref_id) AS number,
             count(*) OVER (PARTITION BY media_id) AS use_count
      FROM uses
    )
    SELECT numbered.media_id AS "mediaId", numbered.kind, numbered.ref_id AS id, numbered.use_count AS "useCount",
           coalesce(lessons.title, courses.title, nullif(draft.title, ''),
             CASE WHEN numbered.kind = 'page' AND numbered.ref_id = 2 THEN 'Logo da escola'
                  WHEN numbered.kind = 'page' THEN 'Página de vendas'
                  WHEN numbered.kind = 'lesson' THEN 'Aula sem título' ELSE 'Questão ' || numbered.ref_id END) AS title,
           lessons.deleted_at IS NOT NULL AS "inTrash", draft.id IS NOT NULL AND lessons.id IS NULL AS "isDraft"
    FROM numbered
    LEFT JOIN lessons ON numbered.kind = 'lesson' AND lessons.id = numbered.ref_id
    LEFT JOIN lesson_drafts draft ON numbered.kind = 'lesson' AND draft.id = numbered.ref_id
    LEFT JOIN courses ON numbered.kind = 'course' AND courses.id = numbered.ref_id
    WHERE numbered.number <= ${most}
    ORDER BY numbered.media_id, numbered.number`.execute(db);
  return rows;
}

const owned = (owner: Owner) => (owner === null ? sql<boolean>`true` : sql<boolean>`owner_id = ${owner}`);

/** False where the person has no such image. */
export async function updateAlt(db: Db, owner: Owner, id: number, alt: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('media')
    .set({ alt })
    .where('id', '=', id)
    .where(owned(owner))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function listDescriptions(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('media')
    .select(['id', 'alt'])
    .where('id', 'in', [...ids])
    .where('alt', '!=', '')
    .execute();
  return new Map(rows.map(({ id, alt }) => [id, alt]));
}

/** Locks the image against new references to it. */
export async function lockImage(tx: Tx, owner: Owner, id: number): Promise<{ fileKey: string } | undefined> {
  return tx
    .selectFrom('media')
    .select('file_key as fileKey')
    .where('id', '=', id)
    .where(owned(owner))
    .forUpdate()
    .executeTakeFirst();
}

export async function deleteImageRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('media').where('id', '=', id).execute();
}
