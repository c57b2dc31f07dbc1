import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import type { DeviceRow } from './reading/law-rows.ts';

const head = ['id', 'urn', 'name', 'short_name as shortName', 'ementa', 'article_count as articleCount'] as const;
const written = [...head, 'nicknames', 'revision', 'updated_at as updatedAt'] as const;

export async function listLawRows(db: Db | Tx, limit: number) {
  return db.selectFrom('laws').select(written).orderBy('name').orderBy('id').limit(limit).execute();
}

export async function findLaw(db: Db | Tx, id: number) {
  return db.selectFrom('laws').select(written).where('id', '=', id).executeTakeFirst();
}
export type LawRow = NonNullable<Awaited<ReturnType<typeof findLaw>>>;

export async function findLawByKey(tx: Tx, creationKey: string) {
  return tx.selectFrom('laws').select(written).where('creation_key', '=', creationKey).executeTakeFirst();
}

export async function countLaws(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('laws')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Locks the list of laws until the transaction ends: its bound and its URNs are checked under this lock. */
export async function lockLaws(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('laws', 0))`.execute(tx);
}

export async function hasUrn(tx: Tx, urn: string): Promise<boolean> {
  return (await tx.selectFrom('laws').select('id').where('urn', '=', urn).executeTakeFirst()) !== undefined;
}

type NewLaw = {
  urn: string;
  normKey: string;
  name: string;
  shortName: string;
  ementa: string;
  nicknames: string[];
  articleCount: number;
  authorId: string | null;
  isSample: boolean;
  creationKey: string;
  now: Date;
};

export async function insertLaw(tx: Tx, law: NewLaw): Promise<number> {
  const { id } = await tx
    .insertInto('laws')
    .values({
      urn: law.urn,
      norm_key: law.normKey,
      name: law.name,
      short_name: law.shortName,
      ementa: law.ementa,
      nicknames: law.nicknames,
      article_count: law.articleCount,
      created_by: law.authorId,
      is_sample: law.isSample,
      creation_key: law.creationKey,
      created_at: law.now,
      updated_at: law.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Rows travel as one JSON parameter: a law has thousands of devices. */
export async function insertDevices(tx: Tx, lawId: number, rows: readonly DeviceRow[]): Promise<void> {
  const devices = rows.map(({ versions: _, lexId: lex_id, ...row }) => ({ ...row, lex_id }));
  await sql`
    INSERT INTO law_devices (law_id, lex_id, kind, label, title, article, depth, position)
    SELECT ${lawId}::integer, lex_id, kind, label, title, article, depth, position
    FROM jsonb_to_recordset(${JSON.stringify(devices)}::jsonb)
      AS row (lex_id text, kind text, label text, title text, article text, depth smallint, position integer)`.execute(
    tx,
  );
  const versions = rows.flatMap(({ lexId, versions: all }) =>
    all.map(({ isCurrent, from, startsOn, amendingUrn, ...version }) => ({
      ...version,
      lex_id: lexId,
      is_current: isCurrent,
      valid_from: from,
      starts_on: startsOn ?? '-infinity',
      amending_urn: amendingUrn,
    })),
  );
  await sql`
    INSERT INTO law_versions (device_id, number, body, state, is_current, valid_from, starts_on, amending, amending_urn)
    SELECT device.id, row.number, row.body, row.state, row.is_current, row.valid_from, row.starts_on, row.amending,
           row.amending_urn
    FROM jsonb_to_recordset(${JSON.stringify(versions)}::jsonb)
      AS row (lex_id text, number integer, body text, state text, is_current boolean, valid_from date,
              starts_on date, amending text, amending_urn text)
    JOIN law_devices device ON device.law_id = ${lawId} AND device.lex_id = row.lex_id`.execute(tx);
}

type Names = { name: string; shortName: string; nicknames: string[] };

/** False where the law has another revision. */
export async function saveNames(tx: Tx, id: number, revision: number, names: Names, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('laws')
    .set((set) => ({
      name: names.name,
      short_name: names.shortName,
      nicknames: names.nicknames,
      revision: set('revision', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteLawRow(tx: Tx, id: number): Promise<string | undefined> {
  const row = await tx.deleteFrom('laws').where('id', '=', id).returning('name').executeTakeFirst();
  return row?.name;
}

export async function deleteSampleLaws(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('laws').where('is_sample', '=', true).executeTakeFirst();
  return Number(numDeletedRows);
}

export async function listOutline(db: Db, lawId: number, limit: number) {
  return db
    .selectFrom('law_devices')
    .select(['lex_id as lexId', 'kind', 'label', 'title', 'depth', 'position'])
    .where('law_id', '=', lawId)
    .where('kind', 'not in', ['caput', 'paragrafo', 'inciso', 'alinea', 'item'])
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** Articles by position, behind `after`. */
export async function listArticles(db: Db, lawId: number, after: number, limit: number) {
  return db
    .selectFrom('law_devices')
    .select(['lex_id as lexId', 'label', 'title', 'position'])
    .where('law_id', '=', lawId)
    .where('kind', 'not in', ['caput', 'paragrafo', 'inciso', 'alinea', 'item'])
    .where('kind', '=', 'artigo')
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();
}

export async function findArticle(db: Db | Tx, lawId: number, lexId: string) {
  return db
    .selectFrom('law_devices')
    .select(['lex_id as lexId', 'label', 'title', 'position'])
    .where('law_id', '=', lawId)
    .where('lex_id', '=', lexId)
    .where('kind', '=', 'artigo')
    .executeTakeFirst();
}
