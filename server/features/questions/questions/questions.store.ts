import { sql } from 'kysely';
import type { QuestionStatus } from '#contract/question-status.ts';
import { kindOf } from '#contract/questions/question-kind.ts';
import type { QuestionContent } from '#contract/questions/question-rules.ts';
import type { Difficulty } from '#contract/questions/question-shapes.ts';
import type { Db, Tx } from '#server/db/handle.ts';

export type Labels = {
  subjectId: number | null;
  /** Null with a `topic` text: the topic of that name, which the database finds or creates. */
  topicId: number | null;
  topic: string;
  source: string;
  /** Omitted: empty for a new question, unchanged for an existing one. */
  organ?: string | undefined;
  post?: string | undefined;
  year: number | null;
  difficulty: Difficulty | null;
  /** Omitted: none for a new question, unchanged for an existing one. */
  tags?: readonly string[] | undefined;
};

export type NewRow = Labels &
  QuestionContent & {
    status: QuestionStatus;
    statusReason: string;
    creationKey: string | null;
    /** Hexadecimal. Null: the question belongs to a draft and is not in the bank yet. */
    fingerprint: string | null;
    /** The import that brings it. */
    importId?: number | undefined;
  };

export type QuestionVersion = { questionId: number; questionVersionId: number };

async function nextIds(tx: Tx, table: 'questions' | 'question_versions', count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence(${table}, 'id'))::int AS id FROM generate_series(1, ${count})`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Inserts questions with their first version and its options. The number of statements does not grow with them. In
 * order.
 */
export async function insertQuestions(
  tx: Tx,
  authorId: string | null,
  questions: readonly NewRow[],
  now: Date,
): Promise<QuestionVersion[]> {
  if (questions.length === 0) return [];
  const ids = await nextIds(tx, 'questions', questions.length);
  const rows = questions.map(
    (
      {
        subjectId,
        topicId,
        topic,
        source,
        organ,
        post,
        year,
        difficulty,
        tags,
        status,
        statusReason,
        creationKey,
        ...row
      },
      index,
    ) => ({
      id: ids[index],
      subjectId,
      topicId,
      topic,
      source,
      organ: organ ?? '',
      post: post ?? '',
      year,
      difficulty,
      tags: tags ?? [],
      status,
      statusReason,
      creationKey,
      fingerprint: row.fingerprint,
      importId: row.importId ?? null,
    }),
  );
  await sql`
    INSERT INTO questions (id, author_id, subject_id, topic_id, topic, source, organ, post, year, difficulty, tags, status,
                           status_reason, fingerprint, creation_key, import_id, in_bank, created_at)
    OVERRIDING SYSTEM VALUE
    SELECT q.id, ${authorId}, q."subjectId", q."topicId", q.topic, q.source, q.organ, q.post, q.year, q.difficulty, q.tags, q.status,
           q."statusReason", decode(q.fingerprint, 'hex'), q."creationKey", q."importId", q.fingerprint IS NOT NULL, ${now}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS q (id int, "subjectId" int, "topicId" int, topic text,
      source text, organ text, post text, year smallint, difficulty text, tags text[], status text, "statusReason" text,
      fingerprint text, "creationKey" uuid, "importId" int)
  `.execute(tx);
  const versions = await insertVersions(
    tx,
    questions.map((question, index) => ({ ...question, questionId: ids[index] ?? 0 })),
    now,
  );
  if (questions.some(({ fingerprint }) => fingerprint !== null)) await makeCurrent(tx, versions);
  return versions;
}

async function makeCurrent(tx: Tx, versions: readonly QuestionVersion[]): Promise<void> {
  await sql`
    UPDATE questions SET current_version_id = v.id FROM question_versions v
    WHERE v.id = ANY(${versions.map(({ questionVersionId }) => questionVersionId)})
      AND questions.id = v.question_id AND questions.in_bank`.execute(tx);
}

type NewVersion = QuestionContent & { questionId: number };

/** Inserts the next versions of different questions, with their options. The questions are locked or new. In order. */
async function insertVersions(tx: Tx, versions: readonly NewVersion[], now: Date): Promise<QuestionVersion[]> {
  const ids = await nextIds(tx, 'question_versions', versions.length);
  const rows = versions.map(({ questionId, format, questionText, comment, options, baseText }, index) => ({
    id: ids[index],
    questionId,
    kind: kindOf(options),
    baseTextVersionId: baseText?.versionId ?? null,
    format,
    questionText,
    comment,
  }));
  await sql`
    INSERT INTO question_versions (id, question_id, number, kind, base_text_version_id, format, statement, comment, created_at)
    OVERRIDING SYSTEM VALUE
    SELECT v.id, v."questionId", coalesce(held.last, 0) + 1, v.kind, v."baseTextVersionId", v.format, v."questionText", v.comment, ${now}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS v (id int, "questionId" int, kind text, "baseTextVersionId" int, format text, "questionText" text, comment text)
    CROSS JOIN LATERAL (
      SELECT max(number) AS last FROM question_versions WHERE question_id = v."questionId"
    ) AS held`.execute(tx);
  const options = versions.flatMap((version, index) =>
    version.options.map(({ optionText, comment, isCorrect }, place) => ({
      versionId: ids[index],
      position: place + 1,
      optionText,
      comment,
      isCorrect,
    })),
  );
  await sql`
    INSERT INTO options (question_version_id, position, option_text, comment, is_correct)
    SELECT o."versionId", o.position, o."optionText", o.comment, o."isCorrect"
    FROM jsonb_to_recordset(${JSON.stringify(options)}::jsonb)
      AS o ("versionId" int, position smallint, "optionText" text, comment text, "isCorrect" boolean)`.execute(tx);
  return versions.map(({ questionId }, index) => ({ questionId, questionVersionId: ids[index] ?? 0 }));
}

/** Locks the questions and inserts their next versions: concurrent authors get consecutive version numbers. */
export async function insertNextVersions(
  tx: Tx,
  versions: readonly NewVersion[],
  now: Date,
): Promise<QuestionVersion[]> {
  if (versions.length === 0) return [];
  await sql`
    SELECT FROM questions WHERE id = ANY(${versions.map(({ questionId }) => questionId)}::int[])
    ORDER BY id FOR UPDATE`.execute(tx);
  return insertVersions(tx, versions, now);
}

export async function updateSubjects(
  tx: Tx,
  changes: readonly { questionId: number; subjectId: number | null }[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    UPDATE questions SET subject_id = given.subject_id, topic_id = meant.id,
      topic = CASE WHEN meant.id IS NULL AND questions.subject_id IS NOT NULL THEN '' ELSE questions.topic END
    FROM unnest(${changes.map(({ questionId }) => questionId)}::int[],
                ${changes.map(({ subjectId }) => subjectId)}::int[]) AS given (id, subject_id)
    -- The topics of one subject mean nothing in another, unless it has one of the same name.
    CROSS JOIN LATERAL (
      SELECT (SELECT t.id FROM topics t JOIN questions q ON q.id = given.id AND t.name_key = topic_key(q.topic)
              WHERE t.subject_id = given.subject_id ORDER BY t.parent_id NULLS FIRST, t.id LIMIT 1) AS id
    ) AS meant
    WHERE questions.id = given.id`.execute(tx);
}

export async function moveToSubject(tx: Tx, from: number, into: number): Promise<void> {
  await tx.updateTable('questions').set({ subject_id: into }).where('subject_id', '=', from).execute();
}

/** Topics were renamed or moved: updates subject and topic of their questions. Returns the changed ones. */
export async function followTopics(tx: Tx, topicIds: readonly number[]) {
  const { rows } = await sql<{ id: number; topic: string }>`
    UPDATE questions SET subject_id = t.subject_id, topic = t.name FROM topics t
    WHERE t.id = questions.topic_id AND t.id = ANY(${topicIds}::int[])
      AND (questions.subject_id IS DISTINCT FROM t.subject_id OR questions.topic <> t.name)
    RETURNING questions.id, questions.topic`.execute(tx);
  return rows;
}

/** Returns the ids of the changed questions. */
export async function setTopicOfQuestions(tx: Tx, from: number, into: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE questions SET topic_id = ${into} WHERE topic_id = ${from} RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Deletes questions and versions that only a draft used and no version of a quiz contains any more. */
export async function deleteUnused(tx: Tx, questionIds: readonly number[]): Promise<void> {
  if (questionIds.length === 0) return;
  await sql`
    DELETE FROM question_versions
    USING questions
    WHERE questions.id = question_versions.question_id AND question_id = ANY(${questionIds})
      -- In the bank, all that was ever current may be in somebody's attempt; what came later was only a draft's.
      AND (NOT questions.in_bank OR question_versions.id > questions.current_version_id)
      AND NOT EXISTS (SELECT FROM quiz_version_questions AS used WHERE used.question_version_id = question_versions.id)
  `.execute(tx);
  await sql`
    DELETE FROM questions
    WHERE id = ANY(${questionIds}) AND NOT in_bank
      AND NOT EXISTS (SELECT FROM quiz_version_questions AS used WHERE used.question_id = questions.id)
  `.execute(tx);
}

/** Filters subjects to those that exist, and locks them: none can be deleted before the questions name it. */
export async function lockSubjectsForShare(tx: Tx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM subjects WHERE id = ANY(${ids}::int[]) ORDER BY id FOR KEY SHARE`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function listByKeys(db: Db | Tx, creationKeys: readonly string[]) {
  return db
    .selectFrom('questions')
    .select(['id', 'author_id as authorId', 'creation_key as creationKey'])
    .where('creation_key', '=', sql<string>`ANY(${creationKeys}::uuid[])`)
    .execute();
}

export async function listRightOptions(db: Db | Tx, questionIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT options.id FROM questions JOIN options ON options.question_version_id = questions.current_version_id
    WHERE questions.id = ANY(${questionIds}::int[]) AND options.is_correct`.execute(db);
  return rows.map(({ id }) => id);
}
