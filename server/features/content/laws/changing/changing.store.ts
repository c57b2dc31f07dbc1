import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { lawTextOn } from '#server/db/law-text.ts';
import type { DeviceRow } from '../reading/law-rows.ts';
import type { DeviceChange, StoredDevice } from './compare-law.ts';

/** Every device of a law with its text in force on a day. */
export async function listDevicesOn(db: Db | Tx, lawId: number, day: string, limit: number): Promise<StoredDevice[]> {
  const { rows } = await sql<StoredDevice>`
    SELECT device.lex_id AS "lexId", device.kind, device.label, device.title, device.article, device.depth,
           device.position, version.body AS text, version.state
    FROM law_devices device
    LEFT JOIN LATERAL (${lawTextOn(sql`device.id`, day)}) version ON true
    WHERE device.law_id = ${lawId}
    ORDER BY device.position LIMIT ${limit}`.execute(db);
  return rows;
}

/** Locks a law: two amendments of it do not mix. */
export async function lockLaw(tx: Tx, id: number) {
  return tx
    .selectFrom('laws')
    .select(['id', 'name', 'short_name as shortName', 'norm_key as normKey', 'revision'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

type NewChange = {
  lawId: number;
  amending: string;
  amendingUrn: string | null;
  publishedOn: string | null;
  startsOn: string;
  by: string;
  now: Date;
  creationKey: string;
};

export async function insertChange(tx: Tx, change: NewChange): Promise<number> {
  const { id } = await tx
    .insertInto('law_changes')
    .values({
      law_id: change.lawId,
      amending: change.amending,
      amending_urn: change.amendingUrn,
      published_on: change.publishedOn,
      starts_on: change.startsOn,
      created_by: change.by,
      created_at: change.now,
      creation_key: change.creationKey,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findChangeByKey(db: Db | Tx, creationKey: string) {
  return db.selectFrom('law_changes').select('id').where('creation_key', '=', creationKey).executeTakeFirst();
}

/** New devices take their positions in `order`, which lists every device of the law. */
export async function insertAdded(
  tx: Tx,
  { lawId, changeId, rows, order }: { lawId: number; changeId: number; rows: readonly DeviceRow[]; order: string[] },
): Promise<void> {
  if (rows.length === 0) return;
  // Positions are unique: the old ones go out of the way first.
  await sql`UPDATE law_devices SET position = -1 - position WHERE law_id = ${lawId}`.execute(tx);
  const added = rows.map(({ lexId: lex_id, kind, label, title, article, depth }) => ({
    ...{ lex_id, kind, label, title, article, depth },
  }));
  await sql`
    INSERT INTO law_devices (law_id, lex_id, kind, label, title, article, depth, position, change_id)
    SELECT ${lawId}::integer, lex_id, kind, label, title, article, depth,
           -1000000 - row_number() OVER (), ${changeId}::integer
    FROM jsonb_to_recordset(${JSON.stringify(added)}::jsonb)
      AS row (lex_id text, kind text, label text, title text, article text, depth smallint)`.execute(tx);
  await sql`
    UPDATE law_devices SET position = place.at - 1
    FROM unnest(${order}::text[]) WITH ORDINALITY AS place (lex_id, at)
    WHERE law_devices.law_id = ${lawId} AND law_devices.lex_id = place.lex_id`.execute(tx);
}

/** One new text for each changed device. The newest text of a device is the current one. */
export async function insertTexts(
  tx: Tx,
  { lawId, changeId, changes }: { lawId: number; changeId: number; changes: readonly DeviceChange[] },
): Promise<void> {
  const texts = changes.map(({ lexId, after, state }) => ({ lex_id: lexId, body: after, state }));
  await sql`
    INSERT INTO law_versions (device_id, number, body, state, is_current, valid_from, starts_on, published_on, amending,
                              amending_urn, change_id)
    SELECT device.id, coalesce((SELECT max(number) FROM law_versions WHERE device_id = device.id), 0) + 1, row.body,
           row.state, false, change.starts_on, change.starts_on, change.published_on, change.amending,
           change.amending_urn, change.id
    FROM jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) AS row (lex_id text, body text, state text)
    JOIN law_devices device ON device.law_id = ${lawId} AND device.lex_id = row.lex_id
    JOIN law_changes change ON change.id = ${changeId}`.execute(tx);
  await sql`
    INSERT INTO law_change_devices (change_id, lex_id, label, article, change, before, after, position)
    SELECT ${changeId}::integer, row."lexId", row.label, row.article, row.change, row.before, row.after, device.position
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      AS row ("lexId" text, label text, article text, change text, before text, after text)
    JOIN law_devices device ON device.law_id = ${lawId} AND device.lex_id = row."lexId"`.execute(tx);
  await chooseCurrent(tx, changeId);
}

/**
 * Makes the newest text of the devices that an amendment touched the current one. A device without a text before this
 * amendment has a current one only through another amendment.
 */
async function chooseCurrent(tx: Tx, changeId: number): Promise<void> {
  const touched = sql`
    SELECT device.id FROM law_change_devices changed
    JOIN law_changes change ON change.id = changed.change_id
    JOIN law_devices device ON device.law_id = change.law_id AND device.lex_id = changed.lex_id
    WHERE changed.change_id = ${changeId}
      AND (changed.change <> 'added' OR EXISTS (SELECT FROM law_versions written WHERE written.device_id = device.id
                                                AND written.change_id IS NOT NULL))`;
  await sql`UPDATE law_versions SET is_current = false WHERE is_current AND device_id IN (${touched})`.execute(tx);
  await sql`
    UPDATE law_versions SET is_current = true
    WHERE id IN (SELECT DISTINCT ON (device_id) id FROM law_versions WHERE device_id IN (${touched})
                 ORDER BY device_id, starts_on DESC, number DESC)`.execute(tx);
}

export async function countArticles(tx: Tx, lawId: number, now: Date): Promise<void> {
  await sql`
    UPDATE laws SET updated_at = ${now}::timestamptz, revision = revision + 1,
      article_count = (SELECT count(*) FROM law_devices WHERE law_id = ${lawId} AND kind = 'artigo')
    WHERE id = ${lawId}`.execute(tx);
}

/** True where a later amendment touched the same law and was not undone. */
export async function hasLaterChange(tx: Tx, lawId: number, changeId: number): Promise<boolean> {
  const later = await tx
    .selectFrom('law_changes')
    .select('id')
    .where('law_id', '=', lawId)
    .where('id', '>', changeId)
    .where('undone_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

/** Locks an amendment: it is not undone while something is decided about it. */
export async function lockChange(tx: Tx, id: number): Promise<void> {
  await sql`SELECT FROM law_changes WHERE id = ${id} FOR UPDATE`.execute(tx);
}

export async function findChange(db: Db | Tx, id: number) {
  const { rows } = await sql<{
    id: number;
    lawId: number;
    lawName: string;
    normKey: string;
    amending: string;
    publishedOn: string | null;
    startsOn: string;
    createdAt: Date;
    undoneAt: Date | null;
  }>`
    SELECT change.id, law.id AS "lawId", coalesce(nullif(law.short_name, ''), law.name) AS "lawName",
           law.norm_key AS "normKey", change.amending, change.published_on::text AS "publishedOn",
           change.starts_on::text AS "startsOn", change.created_at AS "createdAt", change.undone_at AS "undoneAt"
    FROM law_changes change JOIN laws law ON law.id = change.law_id
    WHERE change.id = ${id}`.execute(db);
  return rows[0];
}
export type ChangeRow = NonNullable<Awaited<ReturnType<typeof findChange>>>;

export async function listChangedDevices(db: Db | Tx, changeId: number, limit: number) {
  return db
    .selectFrom('law_change_devices')
    .select(['lex_id as lexId', 'label', 'article', 'change', 'before', 'after'])
    .where('change_id', '=', changeId)
    .orderBy('position')
    .limit(limit)
    .execute();
}

export async function listChangedIds(db: Db | Tx, changeId: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('law_change_devices')
    .select('lex_id as lexId')
    .where('change_id', '=', changeId)
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map(({ lexId }) => lexId);
}

export async function listChanges(db: Db, lawId: number, limit: number) {
  const { rows } = await sql<{ id: number; amending: string; startsOn: string; undoneAt: Date | null }>`
    SELECT id, amending, starts_on::text AS "startsOn", undone_at AS "undoneAt"
    FROM law_changes WHERE law_id = ${lawId} ORDER BY id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** False where it was undone before. */
export async function markChangeUndone(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('law_changes')
    .set({ undone_at: now })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes the texts and devices that an amendment wrote. A device that had no text before has none again. */
export async function removeTexts(tx: Tx, changeId: number): Promise<void> {
  await tx.deleteFrom('law_versions').where('change_id', '=', changeId).execute();
  await tx.deleteFrom('law_devices').where('change_id', '=', changeId).execute();
  await chooseCurrent(tx, changeId);
}
