import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';
import type { LessonCitation } from './lesson-citations.ts';
import { linkColumns, linkTarget } from './link-target.store.ts';

/** The names by which the school's laws are cited. */
export async function listNames(db: Db | Tx, limit: number) {
  return db
    .selectFrom('laws')
    .select(['urn', 'name', 'short_name as shortName', 'nicknames'])
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function findLessonText(db: Db | Tx, id: number) {
  return db
    .selectFrom('lessons')
    .leftJoin('law_read_lessons as read', 'read.lesson_id', 'lessons.id')
    .select([
      'lessons.id',
      'lessons.version',
      'lessons.content',
      'lessons.author_id as authorId',
      'read.version as readVersion',
    ])
    .where('lessons.id', '=', id)
    .where('lessons.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Lessons that were never searched, or in another version or with other names. */
export async function listUnreadLessons(
  db: Db,
  { pausing, namesKey, limit }: { pausing: Pausing; namesKey: string; limit: number },
) {
  const rows = await db
    .selectFrom('lessons')
    .leftJoin('law_read_lessons as read', 'read.lesson_id', 'lessons.id')
    .select('lessons.id')
    .where('lessons.deleted_at', 'is', null)
    .where(sql<boolean>`(read.version, read.names_key) IS DISTINCT FROM (lessons.version, ${namesKey})`)
    .where(isUnpaused(pausing, sql`lessons.id::text`))
    .orderBy('lessons.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Lessons of before `writtenBefore` that the search has yet to read, counted up to `limit`. */
export async function countUnreadLessons(
  db: Db,
  { namesKey, writtenBefore, limit }: { namesKey: string; writtenBefore: Date; limit: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (
      SELECT FROM lessons LEFT JOIN law_read_lessons read ON read.lesson_id = lessons.id
      WHERE lessons.deleted_at IS NULL AND coalesce(lessons.updated_at, lessons.created_at) <= ${writtenBefore}::timestamptz
        AND (read.version, read.names_key) IS DISTINCT FROM (lessons.version, ${namesKey})
      LIMIT ${limit}
    ) unread`.execute(db);
  return rows[0]?.count ?? 0;
}

/** False where the lesson has another version by now: its citations are found again from that one. */
export async function lockLesson(tx: Tx, id: number, version: number): Promise<boolean> {
  const row = await tx
    .selectFrom('lessons')
    .select('id')
    .where('id', '=', id)
    .where('version', '=', version)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

export async function replaceCitations(
  tx: Tx,
  lesson: { id: number; version: number },
  namesKey: string,
  citations: readonly LessonCitation[],
): Promise<void> {
  await sql`
    INSERT INTO law_read_lessons (lesson_id, version, names_key) VALUES (${lesson.id}, ${lesson.version}, ${namesKey})
    ON CONFLICT (lesson_id) DO UPDATE SET version = excluded.version, names_key = excluded.names_key`.execute(tx);
  await tx.deleteFrom('law_citations').where('lesson_id', '=', lesson.id).execute();
  if (citations.length === 0) return;
  await tx
    .insertInto('law_citations')
    .values(
      citations.map(({ quote, occurrence, normKey, lexId, article }, number) => ({
        lesson_id: lesson.id,
        number,
        quote,
        occurrence,
        norm_key: normKey,
        lex_id: lexId,
        article,
      })),
    )
    .execute();
}

/** Citations of a lesson that lead to a device of the school, after what its author decided. */
export async function listLinks(db: Db | Tx, lessonId: number, limit: number) {
  const { rows } = await sql<{
    quote: string;
    occurrence: number;
    lawId: number | null;
    lawName: string | null;
    article: string | null;
    lexId: string;
    isRefused: boolean;
  }>`
    SELECT citation.quote, citation.occurrence, ${linkColumns}
    FROM (
      SELECT DISTINCT ON (quote, occurrence) * FROM law_citations WHERE lesson_id = ${lessonId}
      ORDER BY quote, occurrence, number
    ) citation
    LEFT JOIN law_citation_choices choice ON choice.lesson_id = citation.lesson_id AND choice.quote = citation.quote
    ${linkTarget}
    ORDER BY citation.number
    LIMIT ${limit}`.execute(db);
  return rows;
}

export async function saveChoice(
  tx: Tx,
  choice: { lessonId: number; quote: string; normKey: string | null; lexId: string; by: string; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO law_citation_choices (lesson_id, quote, norm_key, lex_id, decided_by, decided_at)
    VALUES (${choice.lessonId}, ${choice.quote}, ${choice.normKey}, ${choice.lexId}, ${choice.by}::uuid,
            ${choice.now}::timestamptz)
    ON CONFLICT (lesson_id, quote) DO UPDATE SET
      norm_key = excluded.norm_key, lex_id = excluded.lex_id, decided_by = excluded.decided_by,
      decided_at = excluded.decided_at`.execute(tx);
}

export async function deleteChoice(tx: Tx, lessonId: number, quote: string): Promise<void> {
  await tx.deleteFrom('law_citation_choices').where('lesson_id', '=', lessonId).where('quote', '=', quote).execute();
}

export async function findDeviceOfLaw(tx: Tx, lawId: number, lexId: string) {
  return tx
    .selectFrom('laws')
    .innerJoin('law_devices as device', 'device.law_id', 'laws.id')
    .select(['laws.norm_key as normKey', 'device.lex_id as lexId'])
    .where('laws.id', '=', lawId)
    .where('device.lex_id', '=', lexId)
    .executeTakeFirst();
}

type Citing = { lawId: number; article: string; bought: readonly number[] | null; limit: number };

/** Published lessons that cite an article, with the words they use. */
export async function listCitingLessons(db: Db, { lawId, article, bought, limit }: Citing) {
  const { rows } = await sql<{ id: number; title: string; quotes: string[] }>`
    SELECT lessons.id, lessons.title, citing.quotes
    FROM (
      SELECT citation.lesson_id, (array_agg(DISTINCT citation.quote))[1:5] AS quotes
      FROM laws
      JOIN law_citations citation ON citation.norm_key = laws.norm_key AND citation.article = ${article}
      LEFT JOIN law_citation_choices choice ON choice.lesson_id = citation.lesson_id AND choice.quote = citation.quote
      WHERE laws.id = ${lawId} AND choice.quote IS NULL
      GROUP BY citation.lesson_id
      UNION ALL
      SELECT choice.lesson_id, (array_agg(choice.quote ORDER BY choice.quote))[1:5]
      FROM laws
      JOIN law_citation_choices choice ON choice.norm_key = laws.norm_key
      WHERE laws.id = ${lawId} AND (choice.lex_id = ${article} OR choice.lex_id LIKE ${`${article}\\_%`})
      GROUP BY choice.lesson_id
    ) citing
    JOIN lessons ON lessons.id = citing.lesson_id
    WHERE lessons.deleted_at IS NULL
      AND (${bought === null} OR lesson_is_open(lessons.id, ${bought ?? []}::int[]))
    ORDER BY lessons.title, lessons.id
    LIMIT ${limit}`.execute(db);
  return rows;
}
