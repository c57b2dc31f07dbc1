import { sql } from 'kysely';
import { readAsOne } from '#server/db/as-one.ts';
import type { Db } from '#server/db/handle.ts';

/** Most values that a filter offers: beyond this, people search. */
const MOST = 500;
const TOPICS_SHOWN = 10_000;

export async function countBySubject(db: Db) {
  // Counted before the join: an index-only scan, without reading the questions.
  const { rows } = await sql<{ id: number; name: string; activeCount: number }>`
    SELECT subjects.id, subjects.name, coalesce(q.count, 0) AS "activeCount"
    FROM subjects LEFT JOIN (SELECT subject_id, count(*) AS count FROM questions
                             WHERE in_bank AND status = 'active' GROUP BY subject_id) q ON q.subject_id = subjects.id
    ORDER BY subjects.name COLLATE "pt-BR-x-icu"`.execute(db);
  return rows;
}

type CountedTopic = {
  id: number | null;
  parentId: number | null;
  subjectId: number | null;
  topic: string;
  activeCount: number;
};

/** The topic tree in natural order, then free-text topics of questions without a topic of the tree. */
export async function countByTopic(db: Db): Promise<CountedTopic[]> {
  const { rows } = await sql<CountedTopic>`
    SELECT t.id, t.parent_id AS "parentId", t.subject_id AS "subjectId", t.name AS topic,
           coalesce(q.count, 0) AS "activeCount"
    FROM topics t LEFT JOIN topics above ON above.id = t.parent_id
    LEFT JOIN (SELECT topic_id, count(*) AS count FROM questions
               WHERE in_bank AND status = 'active' GROUP BY topic_id) q ON q.topic_id = t.id
    ORDER BY t.subject_id, coalesce(above.name, t.name) COLLATE natural_pt, coalesce(above.id, t.id),
             t.parent_id IS NOT NULL, t.name COLLATE natural_pt, t.id LIMIT ${TOPICS_SHOWN}`.execute(db);
  const loose = await db
    .selectFrom('questions')
    .select((select) => ['topic', select.fn.countAll<number>().filterWhere('status', '=', 'active').as('activeCount')])
    .where('in_bank', '=', true)
    .where('topic', '!=', '')
    .where('topic_id', 'is', null)
    .groupBy('topic')
    .orderBy(sql`topic COLLATE natural_pt`)
    .limit(MOST)
    .execute();
  return [...rows, ...loose.map((row) => ({ ...row, id: null, parentId: null, subjectId: null }))];
}

const namesIn = (column: 'source' | 'organ' | 'post') => {
  const name = sql.ref(column);
  return sql<{ name: string }>`
    SELECT name FROM (SELECT DISTINCT ${name} AS name FROM questions WHERE in_bank AND ${name} <> '') AS used
    ORDER BY name COLLATE "pt-BR-x-icu" LIMIT ${MOST}`;
};

/** The values in use, names in alphabetical order. */
export async function listLabels(db: Db) {
  const { sources, organs, posts, years, tags } = await readAsOne(db, {
    sources: namesIn('source'),
    organs: namesIn('organ'),
    posts: namesIn('post'),
    years: sql<{ year: number }>`
      SELECT DISTINCT year FROM questions WHERE in_bank AND year IS NOT NULL ORDER BY year DESC`,
    tags: sql<{ name: string }>`
      SELECT name FROM (SELECT DISTINCT unnest(tags) AS name FROM questions WHERE in_bank AND tags <> '{}') AS used
      ORDER BY name COLLATE "pt-BR-x-icu" LIMIT ${MOST}`,
  });
  const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
  return {
    sources: names(sources),
    organs: names(organs),
    posts: names(posts),
    years: years.map(({ year }) => year),
    tags: names(tags),
  };
}

const IMPORTS_SHOWN = 20;

/** The last imports of a person that brought questions. They are deleted after some days; their questions stay. */
export async function listDoneImports(db: Db, ownerId: string) {
  return db
    .selectFrom('question_imports')
    .select(['id', 'file_name as fileName'])
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'done')
    .where('imported', '>', 0)
    .orderBy('id', 'desc')
    .limit(IMPORTS_SHOWN)
    .execute();
}
