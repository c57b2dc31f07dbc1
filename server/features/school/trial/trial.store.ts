import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

export async function findTrial(db: Db | Tx) {
  return db
    .selectFrom('trial')
    .select(['is_on as isOn', 'lesson_id as lessonId', 'revision', 'updated_at as updatedAt'])
    .executeTakeFirst();
}

/** Locks the single row, and creates it if missing: concurrent choices run one after the other. */
export async function lockTrial(tx: Tx, now: Date) {
  await tx
    .insertInto('trial')
    .values({ updated_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return tx
    .selectFrom('trial')
    .select(['is_on as isOn', 'lesson_id as lessonId', 'revision'])
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateTrial(
  tx: Tx,
  change: { isOn?: boolean; lessonId?: number | null; now: Date },
): Promise<void> {
  await tx
    .updateTable('trial')
    .set((set) => ({
      ...(change.isOn === undefined ? {} : { is_on: change.isOn }),
      ...(change.lessonId === undefined ? {} : { lesson_id: change.lessonId }),
      revision: set('revision', '+', 1),
      updated_at: change.now,
    }))
    .execute();
}

export async function replaceQuestions(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('trial_questions').execute();
  if (ids.length === 0) return;
  await tx
    .insertInto('trial_questions')
    .values(ids.map((id, index) => ({ question_id: id, position: index + 1 })))
    .execute();
}

/** The lesson of the trial. A deleted lesson has `deletedAt`. */
export async function findTrialLesson(db: Db | Tx, id: number) {
  return db
    .selectFrom('lessons')
    .leftJoin('subjects', 'subjects.id', 'lessons.subject_id')
    .select([
      'lessons.id',
      'lessons.title',
      'lessons.content',
      'lessons.word_count as wordCount',
      'lessons.deleted_at as deletedAt',
      'subjects.name as subject',
    ])
    .where('lessons.id', '=', id)
    .executeTakeFirst();
}

export type ChosenQuestion = {
  id: number;
  excerpt: string;
  subject: string | null;
  isActive: boolean;
  isCommented: boolean;
  versionId: number;
};

const chosenColumns = sql`
  q.id, i.excerpt, subjects.name AS subject, q.status = 'active' AS "isActive", q.current_version_id AS "versionId",
  (version.comment <> '' OR EXISTS (SELECT FROM options o WHERE o.question_version_id = version.id AND o.comment <> ''))
    AS "isCommented"`;

const ofTheBank = sql`questions q
  JOIN question_index i ON i.question_id = q.id
  JOIN question_versions version ON version.id = q.current_version_id
  LEFT JOIN subjects ON subjects.id = q.subject_id`;

export async function listTrialQuestions(db: Db | Tx): Promise<ChosenQuestion[]> {
  const { rows } = await sql<ChosenQuestion>`
    SELECT ${chosenColumns} FROM trial_questions t JOIN ${ofTheBank} ON q.id = t.question_id
    ORDER BY t.position LIMIT 5`.execute(db);
  return rows;
}

/** Questions of the bank that could be chosen. */
export async function listBankQuestions(db: Db | Tx, ids: readonly number[]): Promise<ChosenQuestion[]> {
  const { rows } = await sql<ChosenQuestion>`
    SELECT ${chosenColumns} FROM ${ofTheBank} WHERE q.in_bank AND q.id = ANY(${ids}::int[])`.execute(db);
  return rows;
}

/** A concurrent insert of one of these questions into a quiz waits for this lock, and is then refused. */
export async function lockQuestions(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`SELECT id FROM questions WHERE id = ANY(${ids}::int[]) ORDER BY id FOR UPDATE`.execute(tx);
}

/**
 * Filters questions to those that are used: in a version of a quiz, themselves or as a copy, or in an attempt at a
 * quiz with draws.
 */
export async function listUsed(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM unnest(${ids}::int[]) AS wanted (id)
    WHERE EXISTS (SELECT FROM quiz_version_questions held WHERE held.question_id = wanted.id)
      OR EXISTS (
        SELECT FROM questions own
        JOIN questions copy ON copy.fingerprint = own.fingerprint AND copy.in_bank
        JOIN quiz_version_questions held ON held.question_id = copy.id
        WHERE own.id = wanted.id)
      OR EXISTS (
        SELECT FROM quiz_version_draws d JOIN attempts a ON a.quiz_version_id = d.quiz_version_id
        JOIN attempt_questions met ON met.attempt_id = a.id AND met.question_id = wanted.id)`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Published quizzes with a draw rule for the subject of one of these questions. The rule may still exclude the
 * question.
 */
export async function listDrawingQuizzes(tx: Tx, ids: readonly number[]) {
  const { rows } = await sql<{ versionId: number; title: string }>`
    SELECT version.id AS "versionId", version.title
    FROM quizzes z JOIN quiz_versions version ON version.id = z.published_version_id
    WHERE EXISTS (
      SELECT FROM quiz_version_draws d JOIN questions q ON q.id = ANY(${ids}::int[])
      WHERE d.quiz_version_id = version.id AND (d.subject_id IS NULL OR q.subject_id = d.subject_id))
    ORDER BY version.id LIMIT 500`.execute(tx);
  return rows;
}

/** Deletes the choice of the sample school when it is removed. True when something was deleted. */
export async function deleteSampleChoice(tx: Tx): Promise<boolean> {
  const { numAffectedRows: questions } = await sql`
    DELETE FROM trial_questions USING questions
    WHERE questions.id = trial_questions.question_id AND questions.is_sample`.execute(tx);
  const { numAffectedRows: lessons } = await sql`
    UPDATE trial SET lesson_id = NULL, is_on = false, revision = revision + 1
    FROM lessons WHERE lessons.id = trial.lesson_id AND lessons.is_sample`.execute(tx);
  return (questions ?? 0n) + (lessons ?? 0n) > 0n;
}

/** The trial of the sample school: a sample lesson by its title, and one unused question of each subject. */
export async function findSampleChoice(tx: Tx, lessonTitle: string) {
  const lesson = await tx
    .selectFrom('lessons')
    .select('id')
    .where('is_sample', '=', true)
    .where('title', '=', lessonTitle)
    .executeTakeFirst();
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT ON (subject_id) id FROM questions
    WHERE is_sample AND in_bank AND status = 'active'
      AND NOT EXISTS (SELECT FROM quiz_version_questions held WHERE held.question_id = questions.id)
    ORDER BY subject_id, id LIMIT 5`.execute(tx);
  return { lessonId: lesson?.id ?? null, questionIds: rows.map(({ id }) => id) };
}
