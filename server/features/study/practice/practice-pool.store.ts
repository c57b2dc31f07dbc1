import { type RawBuilder, sql } from 'kysely';
import { PRACTICE_CHOICES_MAX, RIGHT_DAYS_TO_LEAVE } from '#contract/limits.ts';
import type { Difficulty } from '#contract/questions/question-shapes.ts';
import type { PracticeFilter, PracticeOnly } from '#contract/study/practice.ts';
import { readAsOne } from '#server/db/as-one.ts';
import type { Db } from '#server/db/handle.ts';
import type { OwnWithheld, Withheld } from '#server/features/exams/mock-exams/taking/withheld-questions.ts';

/** A student, the questions of their open attempts, and all questions that free practice does not give them now. */
export type Practising = { userId: string; underWay: readonly number[]; withheld: Withheld };

/**
 * What decides which questions free practice withholds from a student: those of a quiz the student has not taken yet
 * (published or in preparation), those of an open attempt or window, and those of courses not bought. The key of a
 * simulado must not be readable before it. The same rule is used to count and to select questions (`readWithheld`).
 */
export const withheldFromPractice = (
  userId: string,
  { underWay, today }: { underWay: RawBuilder<{ questionId: number }>; today: string },
) => sql<OwnWithheld>`
  WITH bought AS MATERIALIZED (SELECT bought_courses(${userId}, ${today}::date) AS courses)
  SELECT
    ARRAY(SELECT DISTINCT quiz_id FROM closed_attempts WHERE user_id = ${userId}) AS "takenQuizzes",
    ARRAY(SELECT DISTINCT "questionId" FROM (${underWay}) AS under_way) AS "underWay",
    ARRAY(SELECT q.id FROM questions q CROSS JOIN bought
      WHERE bought.courses IS NOT NULL AND q.in_bank AND NOT question_is_open(q.id, bought.courses)) AS "notBought"`;

/** As text: the driver would quote and escape each number of a list, and there are a thousand. */
const listOf = (ids: readonly number[]) => sql`${`{${ids.join()}}`}::int[]`;

/**
 * Active questions of the bank that free practice gives this student. As a subquery PostgreSQL hashes the withheld ones;
 * `<> ALL` of a parameter is compared one by one: 980 of them with 500 questions took 9 ms.
 */
const freeWithout = (withheld: readonly number[]) => sql`
  FROM questions q
  WHERE q.in_bank AND q.status = 'active' AND q.current_version_id IS NOT NULL AND q.id NOT IN (SELECT unnest(${listOf(withheld)}))`;

const free = ({ withheld }: Practising) => freeWithout(withheld.list());

/** A student at a moment, for a statement that applies the rule of `withheldFromPractice` to a few questions itself. */
export type PractisingNow = { userId: string; underWay: RawBuilder<{ questionId: number }>; today: string };

/**
 * The questions `q` of the bank that free practice gives this student. The lookup of quizzes stays in a scalar subquery:
 * as a join PostgreSQL would read the questions of all quizzes of the school. Needs `under_way` and `bought` (`withRule`).
 */
const freeOf = (userId: string) => sql`
  q.in_bank AND q.status = 'active' AND q.current_version_id IS NOT NULL
  AND (SELECT NOT EXISTS (SELECT FROM kept_questions kept WHERE kept.question_id = q.id
    AND NOT EXISTS (SELECT FROM closed_attempts a WHERE a.user_id = ${userId} AND a.quiz_id = kept.quiz_id)))
  AND q.id NOT IN (SELECT id FROM under_way)
  AND ((SELECT courses FROM bought) IS NULL OR question_is_open(q.id, (SELECT courses FROM bought)))`;

const withRule = ({ userId, underWay, today }: PractisingNow) => sql`
  WITH under_way AS MATERIALIZED (SELECT "questionId" AS id FROM (${underWay}) AS held),
    bought AS MATERIALIZED (SELECT bought_courses(${userId}, ${today}::date) AS courses)`;

export type LessonQuestionCounts = { chosen: number; ofTopic: number; ofTopicWithWithheld: number; ofSubject: number };

/**
 * How many questions this student may be asked at a lesson, each count up to `most`: those that its author chose, those of
 * its topic, the same with the withheld ones, and those of its subject. `ofSubject` is 0 where the topic has `enough`.
 */
export const lessonQuestionCounts = (
  who: PractisingNow,
  { lessonId, most, enough }: { lessonId: number; most: number; enough: number },
) => {
  const ofTopic = sql`q.topic_id IN (SELECT t.id FROM lesson JOIN topics t ON lesson.topic_id IN (t.id, t.parent_id))`;
  const free = freeOf(who.userId);
  const count = (questions: RawBuilder<unknown>) =>
    sql`(SELECT count(*)::int FROM (SELECT FROM ${questions} LIMIT ${most}) AS few)`;
  return sql<LessonQuestionCounts>`
  ${withRule(who)},
    lesson AS MATERIALIZED (SELECT topic_id, subject_id FROM lessons WHERE id = ${lessonId} AND deleted_at IS NULL),
    topic AS MATERIALIZED (SELECT ${count(sql`questions q WHERE ${ofTopic} AND ${free}`)} AS free)
  SELECT
    (SELECT count(*)::int FROM lesson_questions chosen JOIN questions q ON q.id = chosen.question_id
      WHERE chosen.lesson_id = ${lessonId} AND ${free}) AS chosen,
    topic.free AS "ofTopic",
    ${count(sql`questions q WHERE ${ofTopic}
      AND q.in_bank AND q.status = 'active' AND q.current_version_id IS NOT NULL`)} AS "ofTopicWithWithheld",
    CASE WHEN topic.free >= ${enough} THEN 0
      ELSE ${count(sql`questions q WHERE q.subject_id = (SELECT subject_id FROM lesson) AND ${free}`)} END AS "ofSubject"
  FROM topic`;
};

/** What a free practice is chosen by; an empty list is no choice. */
export type Choice = {
  subjectId?: number | undefined;
  topicIds: readonly number[];
  /** The words of a topic, for callers that know no ids. */
  topic?: string | undefined;
  sources: readonly string[];
  organs?: readonly string[] | undefined;
  posts?: readonly string[] | undefined;
  yearFrom?: number | undefined;
  yearTo?: number | undefined;
  difficulties: readonly Difficulty[];
  only?: PracticeOnly | undefined;
};

const answered = (userId: string) => sql`(SELECT question_id FROM memory_states WHERE user_id = ${userId})`;
const openMistakes = (userId: string) => sql`(SELECT question_id FROM memory_states
  WHERE user_id = ${userId} AND wrongs > 0 AND right_days < ${RIGHT_DAYS_TO_LEAVE})`;

const ofSubject = ({ subjectId }: Choice) =>
  sql`(${subjectId ?? null}::int IS NULL OR q.subject_id = ${subjectId ?? null})`;
const ofTopics = ({ topicIds, topic }: Choice) => sql`(
  (cardinality(${topicIds}::int[]) = 0 OR q.topic_id IN (
    SELECT id FROM topics WHERE id = ANY(${topicIds}::int[]) OR parent_id = ANY(${topicIds}::int[])))
  AND (${topic ?? ''}::text = '' OR q.topic = ${topic ?? ''}))`;
const ofSources = ({ sources }: Choice) =>
  sql`(cardinality(${sources}::text[]) = 0 OR q.source = ANY(${sources}::text[]))`;
const ofOrgans = ({ organs = [] }: Choice) =>
  sql`(cardinality(${organs}::text[]) = 0 OR q.organ = ANY(${organs}::text[]))`;
const ofPosts = ({ posts = [] }: Choice) => sql`(cardinality(${posts}::text[]) = 0 OR q.post = ANY(${posts}::text[]))`;
const ofYears = ({ yearFrom, yearTo }: Choice) => sql`(
  (${yearFrom ?? null}::int IS NULL OR q.year >= ${yearFrom ?? null})
  AND (${yearTo ?? null}::int IS NULL OR q.year <= ${yearTo ?? null}))`;
const ofDifficulties = ({ difficulties }: Choice) =>
  sql`(cardinality(${difficulties}::text[]) = 0 OR q.difficulty = ANY(${difficulties}::text[]))`;
const ofOnly = (userId: string, { only }: Choice) => {
  if (only === undefined) return sql`true`;
  return only === 'wrong' ? sql`q.id IN ${openMistakes(userId)}` : sql`q.id NOT IN ${answered(userId)}`;
};

const fits = (userId: string, choice: Choice) => sql`${ofSubject(choice)} AND ${ofTopics(choice)}
  AND ${ofSources(choice)} AND ${ofOrgans(choice)} AND ${ofPosts(choice)} AND ${ofYears(choice)}
  AND ${ofDifficulties(choice)} AND ${ofOnly(userId, choice)}`;

export async function drawFreeQuestions(db: Db, who: Practising, choice: Choice, count: number) {
  const { rows } = await sql<{ questionId: number; questionVersionId: number }>`
    SELECT q.id AS "questionId", q.current_version_id AS "questionVersionId" ${free(who)}
      AND ${fits(who.userId, choice)}
    ORDER BY draw_order(q.id, q.base_text_id, (SELECT (random() * 1e15)::bigint)), q.id LIMIT ${count}`.execute(db);
  return rows;
}

/** Those of the questions that may be practised, in the order in which they are named. */
export async function listFreeAmong(db: Db, who: Practising, questionIds: readonly number[]) {
  if (questionIds.length === 0) return [];
  const withheld = questionIds.filter((id) => who.withheld.has(id));
  const { rows } = await sql<{ questionId: number; questionVersionId: number }>`
    SELECT q.id AS "questionId", q.current_version_id AS "questionVersionId" ${freeWithout(withheld)}
      AND q.id = ANY(${questionIds}::int[])`.execute(db);
  const indexOf = new Map(questionIds.map((id, index) => [id, index]));
  return rows.toSorted((a, b) => (indexOf.get(a.questionId) ?? 0) - (indexOf.get(b.questionId) ?? 0));
}

/** All questions that fit a choice, topic by topic; `among` limits them to these ids. */
export async function listFitting(
  db: Db,
  who: Practising,
  choice: Choice,
  { limit, among = null }: { limit: number; among?: readonly number[] | null },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT q.id ${free(who)}
      AND ${fits(who.userId, choice)}
      AND (${among}::int[] IS NULL OR q.id = ANY(${among}::int[]))
    ORDER BY q.subject_id, q.topic_id, q.id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export type Facet =
  | 'total'
  | 'all'
  | 'subject'
  | 'topic'
  | 'source'
  | 'organ'
  | 'post'
  | 'year'
  | 'difficulty'
  | 'unanswered'
  | 'wrong'
  | `without-${PracticeFilter}`;

/** Columns of the pool that say whether a question fits one filter of the choice. */
const checks = ['s', 't', 'b', 'g', 'p', 'y', 'd', 'o'] as const;
type Check = (typeof checks)[number];

/** Counts the questions that fit the choice without these filters. */
const countBesides = (...left: Check[]) =>
  sql`count(*) FILTER (WHERE ${sql.raw(checks.filter((check) => !left.includes(check)).join(' AND '))})`;

/** Counts by a name of the exam, the chosen names first. */
const countNames = (facet: 'source' | 'organ' | 'post', check: Check, chosen: readonly string[]) => {
  const name = sql.ref(facet);
  return sql`(SELECT ${sql.lit(facet)}, ${name}, ${countBesides(check)}
      FROM pool WHERE ${name} <> '' GROUP BY ${name}
      ORDER BY ${name} <> ALL(${chosen}::text[]), count(*) DESC, ${name} LIMIT ${PRACTICE_CHOICES_MAX})`;
};

/**
 * Everything that is counted about the pool, read once: a group counts what fits the rest of the choice, so that its
 * numbers say what choosing them would bring. `years` are the first years of the spans that are offered, newest first.
 */
const facetRows = (who: Practising, choice: Choice, years: readonly number[]) => {
  const ascending = years.toSorted((a, b) => a - b);
  return sql<{ facet: Facet; key: string | null; count: number }>`
    WITH pool AS MATERIALIZED (
      SELECT q.subject_id, q.topic_id, q.source, q.organ, q.post, q.difficulty,
        (${ascending}::int[])[width_bucket(q.year::int, ${ascending}::int[])] AS span,
        ${ofSubject(choice)} AS s, ${ofTopics(choice)} AS t, ${ofSources(choice)} AS b, ${ofOrgans(choice)} AS g,
        ${ofPosts(choice)} AS p, ${ofYears(choice)} AS y, ${ofDifficulties(choice)} AS d,
        ${ofOnly(who.userId, choice)} AS o,
        q.id NOT IN ${answered(who.userId)} AS unanswered, q.id IN ${openMistakes(who.userId)} AS wrong
      ${free(who)}
    )
    SELECT counted.facet, NULL AS key, counted.count FROM (
      SELECT ${countBesides()} AS total, count(*) AS everything,
        count(*) FILTER (WHERE s AND t AND b AND g AND p AND y AND d AND unanswered) AS unanswered,
        count(*) FILTER (WHERE s AND t AND b AND g AND p AND y AND d AND wrong) AS wrong,
        ${countBesides('s', 't')} AS ws, ${countBesides('t')} AS wt, ${countBesides('b')} AS wb,
        ${countBesides('g')} AS wg, ${countBesides('p')} AS wp, ${countBesides('y')} AS wy,
        ${countBesides('d')} AS wd, ${countBesides('o')} AS wo
      FROM pool) AS one,
      LATERAL (VALUES ('total', total), ('all', everything), ('unanswered', unanswered), ('wrong', wrong),
        ('without-subject', ws), ('without-topics', wt), ('without-sources', wb), ('without-organs', wg),
        ('without-posts', wp), ('without-years', wy), ('without-difficulties', wd), ('without-only', wo))
        AS counted (facet, count)
    UNION ALL SELECT 'subject', subject_id::text, ${countBesides('s', 't')}
      FROM pool WHERE subject_id IS NOT NULL GROUP BY subject_id
    UNION ALL SELECT 'topic', topic_id::text, ${countBesides('s', 't')}
      FROM pool WHERE s AND topic_id IS NOT NULL AND ${choice.subjectId ?? null}::int IS NOT NULL GROUP BY topic_id
    UNION ALL ${countNames('source', 'b', choice.sources)}
    UNION ALL ${countNames('organ', 'g', choice.organs ?? [])}
    UNION ALL ${countNames('post', 'p', choice.posts ?? [])}
    UNION ALL SELECT 'year', coalesce(span, 0)::text, ${countBesides('y')} FROM pool GROUP BY span
    UNION ALL SELECT 'difficulty', difficulty, ${countBesides('d')}
      FROM pool WHERE difficulty IS NOT NULL GROUP BY difficulty`;
};

/** The counts, with the names of the subjects of the bank and of the topics of the chosen subject, in one statement. */
export const readFacets = (db: Db, who: Practising, choice: Choice, years: readonly number[]) =>
  readAsOne(db, {
    facets: facetRows(who, choice, years),
    subjects: sql<{ id: number; name: string }>`
      SELECT id, name FROM subjects
      WHERE EXISTS (SELECT FROM questions q WHERE q.subject_id = subjects.id AND q.in_bank)
      ORDER BY name COLLATE "pt-BR-x-icu"`,
    topics: sql<{ id: number; parentId: number | null; name: string }>`
      SELECT t.id, t.parent_id AS "parentId", t.name FROM topics t LEFT JOIN topics above ON above.id = t.parent_id
      WHERE t.subject_id = ${choice.subjectId ?? null}::int
      ORDER BY coalesce(above.name, t.name) COLLATE natural_pt, t.parent_id IS NOT NULL,
               t.name COLLATE natural_pt`,
  });

export async function findSubjectName(db: Db, subjectId: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM subjects WHERE id = ${subjectId}`.execute(db);
  return rows[0]?.name;
}

/**
 * Questions that were wrong or blank in the student's last attempt at a quiz and were not answered right in a practice
 * since. In their current version: a corrected question is trained as corrected. Not those of an open attempt, right or
 * wrong: the list would tell.
 */
export async function listWrongQuestions(db: Db, userId: string, quizId: number, underWay: readonly number[]) {
  const { rows } = await sql<{ questionId: number; questionVersionId: number }>`
    WITH last AS (
      SELECT id, closed_at FROM closed_attempts
      WHERE user_id = ${userId} AND quiz_id = ${quizId}
      ORDER BY id DESC LIMIT 1
    )
    SELECT aq.question_id AS "questionId", coalesce(q.current_version_id, aq.question_version_id) AS "questionVersionId"
    FROM last JOIN attempt_questions aq ON aq.attempt_id = last.id
    JOIN questions q ON q.id = aq.question_id AND q.status = 'active'
    LEFT JOIN options chosen ON chosen.id = aq.option_id
    WHERE NOT coalesce(chosen.is_correct, false) AND aq.question_id <> ALL(${underWay}::int[]) AND NOT EXISTS (
      SELECT FROM practice_questions since JOIN practices p ON p.id = since.practice_id
      WHERE p.user_id = ${userId} AND since.question_id = aq.question_id AND since.is_correct
        AND since.answered_at >= last.closed_at
    )
    ORDER BY aq.position`.execute(db);
  return rows;
}
