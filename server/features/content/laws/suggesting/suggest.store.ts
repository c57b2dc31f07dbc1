import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

/** Characters of a device that are indexed: PostgreSQL refuses vectors of more than a megabyte. */
const INDEXED_MAX = 100_000;

/** Indexes newest texts that have no words yet, at most `limit`. Returns how many. */
export async function indexWords(tx: Tx, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO law_version_words (version_id, words, length)
    SELECT id, words, (SELECT coalesce(sum(cardinality(positions)), 0) FROM unnest(words))
    FROM (
      SELECT version.id, to_tsvector('pg_catalog.portuguese', left(version.body, ${INDEXED_MAX})) AS words
      FROM law_versions version LEFT JOIN law_version_words known ON known.version_id = version.id
      WHERE version.is_current AND known.version_id IS NULL
      ORDER BY version.id LIMIT ${limit}
    ) fresh
    ON CONFLICT DO NOTHING`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * BM25: a word that few articles have counts more (`idf`), repetitions count less and less (`saturation`), and longer
 * articles need more of them (`lengthShare`). An article's best device adds to it (`deviceShare`): a question is often about one.
 * The figures were chosen by `npm run bench -- law`.
 */
export const weights = { saturation: 2, lengthShare: 0.75, deviceShare: 2 };

type Suggested = { lawId: number; lawName: string; lexId: string; article: string; label: string; excerpt: string };

/** The articles whose words are most like a text's, the likeliest first. */
export async function listLikelyArticles(
  db: Db,
  words: string,
  { limit, saturation, lengthShare, deviceShare }: { limit: number } & typeof weights,
): Promise<Suggested[]> {
  const { rows } = await sql<Suggested>`
    WITH asked AS MATERIALIZED (
      SELECT lexeme FROM unnest(to_tsvector('pg_catalog.portuguese', ${words})) WHERE lexeme !~ '[^[:alnum:]]'
    ),
    query AS MATERIALIZED (
      SELECT string_agg(quote_literal(lexeme), ' | ')::tsquery AS any_of FROM asked
    ),
    devices AS MATERIALIZED (
      SELECT device.id, device.law_id, device.article, indexed.length,
             CASE WHEN indexed.words @@ query.any_of THEN indexed.words END AS words
      FROM law_version_words indexed
      JOIN law_versions version ON version.id = indexed.version_id AND version.is_current
        AND version.state = 'in_force'
      JOIN law_devices device ON device.id = version.device_id AND device.article IS NOT NULL
      CROSS JOIN query
    ),
    sizes AS MATERIALIZED (
      SELECT law_id, article, sum(length) AS length FROM devices GROUP BY law_id, article
    ),
    school AS MATERIALIZED (
      SELECT count(*) AS articles, greatest(avg(length), 1) AS length,
             (SELECT greatest(avg(length), 1) FROM devices) AS device_length
      FROM sizes
    ),
    found AS MATERIALIZED (
      SELECT devices.id, devices.law_id, devices.article, devices.length, word.lexeme,
             cardinality(word.positions) AS times
      FROM devices CROSS JOIN LATERAL unnest(devices.words) word
      WHERE devices.words IS NOT NULL AND word.lexeme IN (SELECT lexeme FROM asked)
    ),
    weights AS MATERIALIZED (
      SELECT lexeme, ln(1 + (school.articles - holding + 0.5) / (holding + 0.5)) AS idf
      FROM (SELECT lexeme, count(DISTINCT (law_id, article)) AS holding FROM found GROUP BY lexeme) counted
      CROSS JOIN school
    ),
    of_articles AS (
      SELECT law_id, article, sum(idf * times * ${1 + saturation}::float
               / (times + ${saturation}::float * (${1 - lengthShare}::float
                  + ${lengthShare}::float * sizes.length / school.length))) AS score
      FROM (SELECT law_id, article, lexeme, sum(times) AS times FROM found GROUP BY law_id, article, lexeme) whole
      JOIN weights USING (lexeme) JOIN sizes USING (law_id, article) CROSS JOIN school
      GROUP BY law_id, article
    ),
    of_devices AS (
      SELECT law_id, article, max(score) AS score FROM (
        SELECT found.id, law_id, article, sum(idf * times * ${1 + saturation}::float
                 / (times + ${saturation}::float * (${1 - lengthShare}::float
                    + ${lengthShare}::float * found.length / school.device_length))) AS score
        FROM found JOIN weights USING (lexeme) CROSS JOIN school
        GROUP BY found.id, law_id, article
      ) one GROUP BY law_id, article
    )
    SELECT law.id AS "lawId", coalesce(nullif(law.short_name, ''), law.name) AS "lawName", device.lex_id AS "lexId",
           device.article, device.label,
           coalesce((SELECT left(version.body, 240) FROM law_devices part
                     JOIN law_versions version ON version.device_id = part.id AND version.is_current
                     WHERE part.law_id = law.id AND part.article = device.article AND version.body <> ''
                     ORDER BY part.position LIMIT 1), '') AS excerpt
    FROM of_articles JOIN of_devices USING (law_id, article)
    JOIN laws law ON law.id = law_id
    JOIN law_devices device ON device.law_id = law.id AND device.lex_id = of_articles.article
    ORDER BY of_articles.score + ${deviceShare}::float * of_devices.score DESC, law.id, device.position
    LIMIT ${limit}`.execute(db);
  return rows;
}
