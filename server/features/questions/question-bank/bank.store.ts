import { type RawBuilder, sql } from 'kysely';
import { TOPIC_SEPARATOR } from '#contract/content/topics.ts';
import { SHARES_FROM } from '#contract/limits.ts';
import type { QuestionStatus } from '#contract/question-status.ts';
import type { BaseText } from '#contract/questions/base-text.ts';
import {
  type BankAttention,
  type BankFilter,
  type BankSort,
  HARD_BELOW_PERCENT,
  type LackingLabel,
} from '#contract/questions/question-bank.ts';
import type { Difficulty, QuestionFormat, QuestionKind } from '#contract/questions/question-shapes.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { QueryWord } from '#server/text/search-words.ts';

export type SearchTerms = { words: readonly QueryWord[]; key: string };

/** Matches questions that have every word: as its stem, its singular or a prefix. */
const wordQuery = (words: readonly QueryWord[]): RawBuilder<unknown> =>
  words
    .map(
      (word): RawBuilder<unknown> => sql`(plainto_tsquery('portuguese', ${word.original})
        || to_tsquery('simple', ${`${word.plain}:*`}) || plainto_tsquery('portuguese', ${word.singular}))`,
    )
    .reduce((all, word) => sql`${all} && ${word}`);

/** At most this many statements that resemble the query are shown. */
const SIMILAR_MAX = 50;

const all = sql<boolean>`true`;

/** A filter, optionally limited to some ids. */
export type Chosen = BankFilter & { ids?: readonly number[] };

const lacking: Readonly<Record<LackingLabel, RawBuilder<unknown>>> = {
  subject: sql`q.subject_id IS NULL`,
  topic: sql`q.topic_id IS NULL`,
  source: sql`q.source = ''`,
  year: sql`q.year IS NULL`,
};

const attention: Readonly<Record<BankAttention, RawBuilder<unknown>>> = {
  // Written as in the index (migration 1690).
  few_right: sql`q.current_version_id IN (SELECT question_version_id FROM question_difficulties
    WHERE answers >= ${sql.lit(SHARES_FROM)} AND rights * 100 < answers * ${sql.lit(HARD_BELOW_PERCENT)})`,
  no_comment: sql`EXISTS (SELECT FROM question_versions v WHERE v.id = q.current_version_id AND v.comment = ''
    AND NOT EXISTS (SELECT FROM options o WHERE o.question_version_id = v.id AND o.comment <> ''))`,
  open_doubt: sql`EXISTS (SELECT FROM doubts d WHERE d.question_id = q.id AND d.state = 'open')`,
};

/** The conditions of a filter. `similar`: by trigram similarity instead of by words. */
function chosen(filter: Chosen, terms: SearchTerms | null, similar: boolean): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`q.in_bank`];
  if (filter.ids) conditions.push(sql`q.id = ANY(${filter.ids}::int[])`);
  if (filter.subjectId !== undefined) conditions.push(sql`q.subject_id = ${filter.subjectId}`);
  if (filter.topicId !== undefined) {
    conditions.push(sql`q.topic_id IN (SELECT id FROM topics WHERE ${filter.topicId} IN (id, parent_id))`);
  }
  if (filter.topic) conditions.push(sql`q.topic = ${filter.topic}`);
  if (filter.source) conditions.push(sql`q.source = ${filter.source}`);
  if (filter.organ) conditions.push(sql`q.organ = ${filter.organ}`);
  if (filter.post) conditions.push(sql`q.post = ${filter.post}`);
  if (filter.year !== undefined) conditions.push(sql`q.year = ${filter.year}`);
  if (filter.yearFrom !== undefined) conditions.push(sql`q.year >= ${filter.yearFrom}`);
  if (filter.yearTo !== undefined) conditions.push(sql`q.year <= ${filter.yearTo}`);
  if (filter.lacks) conditions.push(lacking[filter.lacks]);
  if (filter.attention) conditions.push(attention[filter.attention]);
  if (filter.importId !== undefined) conditions.push(sql`q.import_id = ${filter.importId}`);
  if (filter.baseTextId !== undefined) conditions.push(sql`q.base_text_id = ${filter.baseTextId}`);
  if (filter.kind) conditions.push(sql`q.kind = ${filter.kind}`);
  if (filter.difficulty) conditions.push(sql`q.difficulty = ${filter.difficulty}`);
  if (filter.status) conditions.push(sql`q.status = ${filter.status}`);
  if (filter.tag) conditions.push(sql`q.tags @> ARRAY[${filter.tag}]`);
  if (terms) {
    conditions.push(
      similar
        ? sql`q.id IN (SELECT question_id FROM question_similar(${terms.key}, ${SIMILAR_MAX}))`
        : sql`i.words @@ (${wordQuery(terms.words)})`,
    );
  }
  return conditions.reduce((joined, condition) => sql`${joined} AND ${condition}`);
}

export type BankRow = {
  id: number;
  excerpt: string;
  kind: QuestionKind;
  subjectId: number | null;
  subject: string | null;
  topicId: number | null;
  topic: string;
  source: string;
  organ: string;
  post: string;
  year: number | null;
  difficulty: Difficulty | null;
  status: QuestionStatus;
  statusReason: string;
  rightPercent: number | null;
  tags: string[];
  quizCount: number;
  authorId: string | null;
  authorName: string | null;
  updatedAt: Date;
};

const summaryColumns = sql`
  q.id, i.excerpt, q.kind, q.subject_id AS "subjectId", subjects.name AS subject, q.topic_id AS "topicId", q.topic, q.source,
  q.organ, q.post, q.year, q.difficulty,
  q.status, q.status_reason AS "statusReason",
  (SELECT round(d.rights * 100.0 / d.answers)::int FROM question_difficulties d
   WHERE d.question_version_id = q.current_version_id AND d.answers >= ${SHARES_FROM}) AS "rightPercent", q.tags, q.author_id AS "authorId",
  users.first_name || ' ' || users.last_name AS "authorName", coalesce(q.updated_at, q.created_at) AS "updatedAt",
  (SELECT count(DISTINCT v.quiz_id) FROM quiz_version_questions held
   JOIN quiz_versions v ON v.id = held.quiz_version_id
   JOIN quizzes z ON z.id = v.quiz_id AND v.id IN (z.draft_version_id, z.published_version_id)
   WHERE held.question_id = q.id) AS "quizCount"`;

const joins = sql`questions q JOIN question_index i ON i.question_id = q.id
  LEFT JOIN subjects ON subjects.id = q.subject_id LEFT JOIN users ON users.id = q.author_id`;

/** Joined only for a search by words: a count of the bank does not need the index table. */
const withWords = sql`JOIN question_index i ON i.question_id = q.id`;

/** The sort orders of the table. Each has an index (migration 1271), which is read in both directions. */
const sortValues: Readonly<Record<BankSort, RawBuilder<unknown> | null>> = {
  id: null,
  updated: sql`coalesce(q.updated_at, q.created_at)`,
  topic: sql`q.topic COLLATE natural_pt`,
  source: sql`q.source COLLATE "pt-BR-x-icu"`,
  year: sql`coalesce(q.year, 0::smallint)`,
  difficulty: sql`CASE q.difficulty WHEN 'easy' THEN 1 WHEN 'medium' THEN 2 WHEN 'hard' THEN 3 ELSE 0 END`,
};

export type BankOrder = { sort: BankSort; isDescending: boolean };
/** The last row of the page before: its id, and the value it is sorted by. */
export type BehindRow = { id: number; value: string | number | Date | null };

/** A page of the table in one of its sort orders, after the row `behind`. */
export async function listSortedRows(
  db: Db,
  filter: BankFilter,
  terms: SearchTerms | null,
  { sort, isDescending }: BankOrder,
  page: { limit: number; behind: BehindRow | null; isFew: boolean },
): Promise<BankRow[]> {
  const value = sortValues[sort];
  const direction = isDescending ? sql`DESC` : sql`ASC`;
  const sign = isDescending ? sql`<` : sql`>`;
  const orderBy = (by: RawBuilder<unknown> | null, id: RawBuilder<unknown>) =>
    by === null ? sql`${id} ${direction}` : sql`${by} ${direction}, ${id} ${direction}`;
  const { behind } = page;
  const isBehind = (by: RawBuilder<unknown> | null, id: RawBuilder<unknown>) => {
    if (behind === null) return all;
    return by === null ? sql`${id} ${sign} ${behind.id}` : sql`(${by}, ${id}) ${sign} (${behind.value}, ${behind.id})`;
  };
  const [id, by] = [sql`q.id`, value];
  const order = orderBy(by, id);
  const found = sql`questions q ${terms ? withWords : sql``} WHERE ${chosen(filter, terms, false)}`;
  // Few matches are collected and sorted; for many, the index of the sort order is walked until the page is full. The
  // planner alone would also walk the index when all matches lie together at its far end.
  const ids = page.isFew
    ? sql`SELECT few.id FROM few WHERE ${isBehind(by && sql`few.by`, sql`few.id`)}
          ORDER BY ${orderBy(by && sql`few.by`, sql`few.id`)} LIMIT ${page.limit}`
    : sql`SELECT q.id FROM ${found} AND ${isBehind(by, id)} ORDER BY ${order} LIMIT ${page.limit}`;
  const few = page.isFew ? sql`few AS MATERIALIZED (SELECT q.id, ${by ?? sql`0`} AS by FROM ${found}),` : sql``;
  // Selects the ids of the page first, so that names and uses are looked up only for the rows that are shown.
  const { rows } = await sql<BankRow>`
    WITH ${few} page AS MATERIALIZED (${ids})
    SELECT ${summaryColumns} FROM ${joins} WHERE q.id IN (SELECT id FROM page) ORDER BY ${order}`.execute(db);
  return rows;
}

/** Search results, best match first. `similar`: by trigram similarity, when no question has the words. */
export async function listRankedRows(
  db: Db,
  filter: BankFilter,
  terms: SearchTerms,
  similar: boolean,
  page: { limit: number; offset: number },
): Promise<BankRow[]> {
  const order = similar
    ? sql`word_similarity(${terms.key}, i.text_key) DESC, q.id DESC`
    : sql`ts_rank(i.words, (${wordQuery(terms.words)}), 1) DESC, q.id DESC`;
  const { rows } = await sql<BankRow>`
    SELECT ${summaryColumns} FROM ${joins}
    WHERE ${chosen(filter, terms, similar)}
    ORDER BY ${order} LIMIT ${page.limit} OFFSET ${page.offset}`.execute(db);
  return rows;
}

/** The rows with these ids, in the order of the ids. */
export async function readRows(db: Db, ids: readonly number[]): Promise<BankRow[]> {
  const { rows } = await sql<BankRow>`
    SELECT ${summaryColumns} FROM ${joins} WHERE q.in_bank AND q.id = ANY(${ids}::int[])
    ORDER BY array_position(${ids}::int[], q.id)`.execute(db);
  return rows;
}

export async function countBankRows(
  db: Db,
  filter: Chosen,
  terms: SearchTerms | null,
  similar: boolean,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM questions q ${terms && !similar ? withWords : sql``}
    WHERE ${chosen(filter, terms, similar)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function listBankIds(
  db: Db,
  filter: BankFilter,
  terms: SearchTerms | null,
  similar: boolean,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT q.id FROM questions q ${terms && !similar ? withWords : sql``}
    WHERE ${chosen(filter, terms, similar)} ORDER BY q.id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

type Option = { id: number; optionText: string; comment: string; isCorrect: boolean };
export type BankContentRow = BankRow & {
  format: QuestionFormat;
  baseText: BaseText | null;
  questionText: string;
  comment: string;
  options: Option[];
  revision: number;
  topicPath: string;
};

const contentColumns = sql`${summaryColumns},
  -- As a file carries it, so that it comes back to its place.
  coalesce((SELECT above.name || ${TOPIC_SEPARATOR} || t.name FROM topics t JOIN topics above ON above.id = t.parent_id
            WHERE t.id = q.topic_id), q.topic) AS "topicPath", cv.format,
  (SELECT json_build_object('id', t.base_text_id, 'versionId', t.id, 'title', t.title, 'format', t.format, 'text', t.body)
   FROM base_text_versions t WHERE t.id = cv.base_text_version_id) AS "baseText", cv.statement AS "questionText", cv.comment, q.revision,
  (SELECT json_agg(json_build_object('id', o.id, 'optionText', o.option_text, 'comment', o.comment,
     'isCorrect', o.is_correct) ORDER BY o.position) FROM options o WHERE o.question_version_id = cv.id) AS options`;

export async function findBankQuestion(db: Db | Tx, id: number): Promise<BankContentRow | undefined> {
  const { rows } = await sql<BankContentRow>`
    SELECT ${contentColumns} FROM ${joins} JOIN question_versions cv ON cv.id = q.current_version_id
    WHERE q.in_bank AND q.id = ${id}`.execute(db);
  return rows[0];
}

/** Questions with content for an export, oldest first. */
export async function listBankContents(
  db: Db,
  filter: Chosen,
  terms: SearchTerms | null,
  similar: boolean,
  limit: number,
): Promise<BankContentRow[]> {
  const { rows } = await sql<BankContentRow>`
    SELECT ${contentColumns} FROM ${joins} JOIN question_versions cv ON cv.id = q.current_version_id
    WHERE ${chosen(filter, terms, similar)} ORDER BY q.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** A page of all questions with content, those outside the bank included, by id. */
export async function listAllContents(tx: Tx, after: number, limit: number): Promise<BankContentRow[]> {
  const { rows } = await sql<BankContentRow>`
    SELECT ${contentColumns} FROM questions q LEFT JOIN question_index i ON i.question_id = q.id
    LEFT JOIN subjects ON subjects.id = q.subject_id LEFT JOIN users ON users.id = q.author_id
    JOIN question_versions cv ON cv.id = q.current_version_id
    WHERE q.id > ${after} ORDER BY q.id LIMIT ${limit}`.execute(tx);
  return rows;
}

/** The versions that a question of the bank has had, newest first. */
export async function listVersionRows(db: Db, questionId: number) {
  const { rows } = await sql<{ id: number; number: number; createdAt: Date; isCurrent: boolean }>`
    SELECT v.id, v.number, v.created_at AS "createdAt", v.id = q.current_version_id AS "isCurrent"
    FROM questions q JOIN question_versions v ON v.question_id = q.id AND v.id <= q.current_version_id
    WHERE q.id = ${questionId} ORDER BY v.number DESC LIMIT 100`.execute(db);
  return rows;
}

export async function countQuestionVersions(db: Db | Tx, questionId: number): Promise<number> {
  const { count } = await db
    .selectFrom('question_versions')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('question_id', '=', questionId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Quizzes whose draft or published version holds the question. */
export async function listQuizzesContaining(db: Db | Tx, questionId: number) {
  return db
    .selectFrom('quizzes')
    .innerJoin('quiz_versions as title', 'title.id', 'quizzes.draft_version_id')
    .select(['quizzes.id', 'title.title', sql<boolean>`quizzes.published_version_id IS NOT NULL`.as('isPublished')])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('quiz_version_questions as held')
          .innerJoin('quiz_versions', 'quiz_versions.id', 'held.quiz_version_id')
          .select('held.question_id')
          .where('held.question_id', '=', questionId)
          .whereRef('quiz_versions.quiz_id', '=', 'quizzes.id')
          .where(sql<boolean>`held.quiz_version_id IN (quizzes.draft_version_id, quizzes.published_version_id)`),
      ),
    )
    .orderBy('quizzes.id', 'desc')
    .limit(100)
    .execute();
}

/** Whether a person's list contains the question: its numbers and counts would no longer be right without it. */
export async function isInList(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM question_list_items WHERE question_id = ${id} LIMIT 1`.execute(tx);
  return rows.length > 0;
}

/** Whether a student has answered the question, in the review as well: the log of answers would go with it. */
export async function wasAnswered(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM answer_log WHERE question_id = ${id} LIMIT 1`.execute(tx);
  return rows.length > 0;
}

/** Whether an attempt at a quiz with draws contains the question: only the attempt records the outcome of a draw. */
export async function wasDrawn(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM quiz_version_draws d JOIN attempts a ON a.quiz_version_id = d.quiz_version_id
    JOIN attempt_questions held ON held.attempt_id = a.id AND held.question_id = ${id} LIMIT 1`.execute(tx);
  return rows.length > 0;
}
