import { type RawBuilder, sql } from 'kysely';
import { type SearchKind, searchKinds } from '#contract/platform/search.ts';
import type { Role } from '#contract/platform/users.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { QueryWord } from '#server/text/search-words.ts';

/** The most matching entries that are ranked: a common word must not cause a full scan. */
const RANKED_TITLES_MAX = 500;
const RANKED_MAX = 200;
/** The most characters of an entry's text that are read for its snippet. */
const SNIPPET_CHARACTERS = 20_000;

export type Entry = {
  kind: SearchKind;
  id: number;
  subjectId: number | null;
  title: string;
  body: string;
  titleKey: string;
  words: { title: Forms; all: Forms };
};
/** A text in its original form, its words without accents, and their singulars. */
type Forms = { original: string; plain: string; singular: string };

const wordsOf = ({ original, plain, singular }: Forms) => sql<string>`search_words(${original}, ${plain}, ${singular})`;

export async function saveEntry(tx: Db | Tx, entry: Entry): Promise<void> {
  const values = {
    subject_id: entry.subjectId,
    title: entry.title,
    body: entry.body,
    title_key: entry.titleKey,
    title_words: wordsOf(entry.words.title),
    body_words: wordsOf(entry.words.all),
  };
  await tx
    .insertInto('search_entries')
    .values({ kind: entry.kind, id: entry.id, ...values })
    .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet(values))
    .execute();
}

export async function deleteEntry(tx: Db | Tx, kind: SearchKind, id: number): Promise<void> {
  await tx.deleteFrom('search_entries').where('kind', '=', kind).where('id', '=', id).execute();
}

export async function moveEntries(tx: Db | Tx, from: number, into: number): Promise<void> {
  await tx.updateTable('search_entries').set({ subject_id: into }).where('subject_id', '=', from).execute();
}

/** Lessons changed their subject. */
export async function followLessons(tx: Db | Tx, lessonIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE search_entries SET subject_id = lessons.subject_id FROM lessons
    WHERE search_entries.kind = 'lesson' AND search_entries.id = lessons.id AND lessons.id = ANY(${lessonIds}::int[])
      AND search_entries.subject_id IS DISTINCT FROM lessons.subject_id`.execute(tx);
}

type Found = { kind: SearchKind; id: number; title: string; body: string; context: string | null };

/** What a newer version finds besides has no screen here (071). */
const isKnown = ({ kind }: Found) => searchKinds.includes(kind);

/** A word matches its stem, its singular, every word with this prefix and, where given, its near words. */
const queryOf = ({ original, plain, singular, near }: QueryWord): RawBuilder<unknown> =>
  sql`(plainto_tsquery('portuguese', ${original}) || plainto_tsquery('portuguese', ${singular})
    || to_tsquery('simple', ${[`${plain}:*`, ...(near ?? [])].join('|')}))`;

export type Searcher = { id: string; role: Role; bought: readonly number[] | null };

/** Authors find their own themes, administrators all. */
const ownThemes = ({ id, role }: Searcher, entry: RawBuilder<unknown>) => {
  if (role === 'admin') return sql``;
  if (role !== 'teacher') return sql`AND ${entry}.kind <> 'teacherEssayTheme'`;
  return sql`AND (${entry}.kind <> 'teacherEssayTheme'
    OR EXISTS (SELECT FROM essay_themes t WHERE t.id = ${entry}.id AND t.author_id = ${id}))`;
};

const openTo = (searcher: Searcher, entry: RawBuilder<unknown>) =>
  sql`${ownThemes(searcher, entry)} ${boughtBy(searcher, entry)}`;

/** For who has bought some courses alone. */
const boughtBy = ({ bought }: Searcher, entry: RawBuilder<unknown>) =>
  bought === null
    ? sql``
    : sql`AND CASE ${entry}.kind WHEN 'lesson' THEN lesson_is_open(${entry}.id, ${bought}::int[])
        WHEN 'quiz' THEN quiz_is_open(${entry}.id, ${bought}::int[])
        WHEN 'course' THEN ${entry}.id = ANY(${bought}::int[]) ELSE true END`;

/** All words must match; titles are ranked before texts. */
export async function findEntries(
  db: Db,
  words: readonly QueryWord[],
  limit: number,
  searcher: Searcher,
): Promise<Found[]> {
  const query = words.map(queryOf).reduce((all, word) => sql`${all} && ${word}`);
  const { rows } = await sql<Found>`
    WITH query AS MATERIALIZED (SELECT ${query} AS words),
    titles AS (
      SELECT kind, id, 1 + ts_rank(title_words, words, 1) AS rank
      FROM (
        SELECT kind, id, title_words, query.words
        FROM search_entries, query WHERE title_words @@ query.words ${openTo(searcher, sql`search_entries`)}
        LIMIT ${RANKED_TITLES_MAX}
      ) AS candidates
      ORDER BY rank DESC, kind, id LIMIT ${limit}
    ),
    texts AS (
      SELECT kind, id, ts_rank(body_words, words, 1) AS rank
      FROM (
        SELECT kind, id, body_words, query.words
        FROM search_entries, query
        -- A title always comes before a text: with enough of them no text is looked at.
        WHERE body_words @@ query.words AND (SELECT count(*) FROM titles) < ${limit} ${openTo(searcher, sql`search_entries`)}
        LIMIT ${RANKED_MAX}
      ) AS candidates
      ORDER BY rank DESC, kind, id LIMIT ${limit}
    ),
    best AS (
      SELECT kind, id, max(rank) AS rank FROM (TABLE titles UNION ALL TABLE texts) AS both_lists GROUP BY kind, id
    )
    SELECT e.kind, e.id, e.title, left(e.body, ${SNIPPET_CHARACTERS}) AS body, subjects.name AS context
    FROM best JOIN search_entries e USING (kind, id) LEFT JOIN subjects ON subjects.id = e.subject_id
    ORDER BY best.rank DESC, e.kind, e.id LIMIT ${limit}`.execute(db);
  return rows.filter(isKnown);
}

/**
 * Those of the words that occur in any entry. One index lookup per word: with hundreds of words in one query
 * PostgreSQL would choose a full scan.
 */
export async function findKnownWords(db: Db, words: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ word: string }>`
    SELECT word FROM unnest(${words}::text[]) AS word
    CROSS JOIN LATERAL (
      SELECT FROM search_entries WHERE body_words @@ to_tsquery('simple', word) LIMIT 1
    ) AS found`.execute(db);
  return new Set(rows.map(({ word }) => word));
}

/** Titles similar to the query, for typing errors. */
export async function findSimilarEntries(db: Db, key: string, limit: number, searcher: Searcher): Promise<Found[]> {
  const { rows } = await sql<Found>`
    SELECT e.kind, e.id, e.title, left(e.body, ${SNIPPET_CHARACTERS}) AS body, subjects.name AS context
    FROM search_similar(${key}, ${limit}) AS near JOIN search_entries e USING (kind, id)
    LEFT JOIN subjects ON subjects.id = e.subject_id
    WHERE true ${openTo(searcher, sql`e`)}
    ORDER BY near.likeness DESC, e.kind, e.id`.execute(db);
  return rows.filter(isKnown);
}

/** Those of the found that are there to be found at this moment, as `kind:id`. */
export async function findVisible(
  db: Db,
  found: readonly { kind: SearchKind; id: number }[],
  searcher: Searcher,
): Promise<Set<string>> {
  if (found.length === 0) return new Set();
  const { rows } = await sql<{ key: string }>`
    SELECT e.kind || ':' || e.id AS key
    FROM unnest(${found.map(({ kind }) => kind)}::text[], ${found.map(({ id }) => id)}::int[]) AS f (kind, id)
    JOIN search_entries e USING (kind, id)
    WHERE true ${openTo(searcher, sql`e`)}`.execute(db);
  return new Set(rows.map(({ key }) => key));
}
