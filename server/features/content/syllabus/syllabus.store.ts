import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

export type SyllabusHead = {
  measure: string;
  totalQuestions: number | null;
  passMark: number | null;
  wrongPoints: number | null;
};

/** The exam with its syllabus, where it has one. */
export async function findHead(db: Db | Tx, examId: number) {
  return db
    .selectFrom('exams')
    .leftJoin('syllabi', 'syllabi.exam_id', 'exams.id')
    .select([
      'exams.id as examId',
      'exams.name as examName',
      'syllabi.version',
      'syllabi.measure',
      'syllabi.total_questions as totalQuestions',
      'syllabi.pass_mark as passMark',
      'syllabi.wrong_points as wrongPoints',
      'syllabi.updated_at as updatedAt',
    ])
    .where('exams.id', '=', examId)
    .executeTakeFirst();
}

export type SubjectRow = { subjectId: number; name: string; points: number; minimum: number | null };

export async function listSubjectRows(db: Db | Tx, examId: number): Promise<SubjectRow[]> {
  return db
    .selectFrom('syllabus_subjects')
    .innerJoin('subjects', 'subjects.id', 'syllabus_subjects.subject_id')
    .select(['subject_id as subjectId', 'subjects.name', 'points', 'minimum'])
    .where('exam_id', '=', examId)
    .orderBy('place')
    .orderBy('subject_id')
    .limit(1000)
    .execute();
}

export type LineRow = {
  topicId: number;
  subjectId: number;
  parentId: number | null;
  name: string;
  amount: number;
  /** Itself, and the subtopics that are no lines themselves. */
  covered: number[];
};

/** In their order; the topic above only where the syllabus lists it, too. */
export async function listLineRows(db: Db | Tx, examId: number): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    SELECT line.topic_id AS "topicId", t.subject_id AS "subjectId", above.topic_id AS "parentId", t.name, line.amount,
      line.topic_id || ARRAY(
        SELECT below.id FROM topics below
        WHERE below.parent_id = line.topic_id AND NOT EXISTS (
          SELECT FROM syllabus_topics own WHERE own.exam_id = line.exam_id AND own.topic_id = below.id)
      ) AS covered
    FROM syllabus_topics line
    JOIN topics t ON t.id = line.topic_id
    LEFT JOIN syllabus_topics above ON above.exam_id = line.exam_id AND above.topic_id = t.parent_id
    WHERE line.exam_id = ${examId} ORDER BY line.place, line.topic_id LIMIT 10000`.execute(db);
  return rows;
}

export type Material = { topicId: number; lessonCount: number; questionCount: number };

/**
 * What teaches and asks each line: of its topic, and of the subtopics that are no lines themselves. Lessons that
 * stand and active questions of the bank.
 */
export async function countMaterial(
  db: Db | Tx,
  examIds: readonly number[],
): Promise<(Material & { examId: number })[]> {
  const { rows } = await sql<Material & { examId: number }>`
    WITH lines AS (
      SELECT line.exam_id, line.topic_id, covered.id AS covered_id
      FROM syllabus_topics line
      JOIN topics covered ON covered.id = line.topic_id OR (
        covered.parent_id = line.topic_id AND NOT EXISTS (
          SELECT FROM syllabus_topics own WHERE own.exam_id = line.exam_id AND own.topic_id = covered.id))
      WHERE line.exam_id = ANY(${examIds}::int[])
    )
    SELECT lines.exam_id AS "examId", lines.topic_id AS "topicId",
      sum((SELECT count(*) FROM lessons
           WHERE topic_id = covered_id AND deleted_at IS NULL))::int AS "lessonCount",
      sum((SELECT count(*) FROM questions
           WHERE topic_id = covered_id AND in_bank AND status = 'active'))::int AS "questionCount"
    FROM lines GROUP BY lines.exam_id, lines.topic_id`.execute(db);
  return rows;
}

/** Exams that have a syllabus: those still to come, soonest first, then, where they are asked for, the last ones that were. */
export async function listExams(db: Db, today: string, { past, limit }: { past: boolean; limit: number }) {
  const withSyllabus = db
    .selectFrom('exams')
    .innerJoin('syllabi', 'syllabi.exam_id', 'exams.id')
    .select(['exams.id as examId', 'exams.name', sql<string>`exams.exam_date::text`.as('date')])
    .limit(limit);
  const coming = await withSyllabus
    .where(sql<boolean>`exams.exam_date >= ${today}::date`)
    .orderBy('exams.exam_date')
    .orderBy('exams.id')
    .execute();
  if (!past) return coming;
  const gone = await withSyllabus
    .where(sql<boolean>`exams.exam_date < ${today}::date`)
    .orderBy('exams.exam_date', 'desc')
    .orderBy('exams.id', 'desc')
    .execute();
  return [...coming, ...gone].slice(0, limit);
}

/** False where another version stands: `version` is the one that is replaced, 0 where there is none yet. */
export async function saveHead(
  tx: Tx,
  examId: number,
  version: number,
  head: SyllabusHead,
  now: Date,
): Promise<boolean> {
  const values = {
    measure: head.measure,
    total_questions: head.totalQuestions,
    pass_mark: head.passMark,
    wrong_points: head.wrongPoints,
    updated_at: now,
  };
  if (version === 0) {
    const added = await tx
      .insertInto('syllabi')
      .values({ exam_id: examId, ...values })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }
  const { numUpdatedRows } = await tx
    .updateTable('syllabi')
    .set({ ...values, version: version + 1 })
    .where('exam_id', '=', examId)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Puts these in the place of what was there, in the order given. */
export async function replaceLines(
  tx: Tx,
  examId: number,
  subjects: readonly Omit<SubjectRow, 'name'>[],
  topics: readonly { topicId: number; amount: number }[],
): Promise<void> {
  await tx.deleteFrom('syllabus_topics').where('exam_id', '=', examId).execute();
  await tx.deleteFrom('syllabus_subjects').where('exam_id', '=', examId).execute();
  if (subjects.length > 0) {
    await tx
      .insertInto('syllabus_subjects')
      .values(
        subjects.map(({ subjectId, points, minimum }, place) => ({
          exam_id: examId,
          subject_id: subjectId,
          place,
          points,
          minimum,
        })),
      )
      .execute();
  }
  if (topics.length > 0) {
    await tx
      .insertInto('syllabus_topics')
      .values(topics.map(({ topicId, amount }, place) => ({ exam_id: examId, topic_id: topicId, place, amount })))
      .execute();
  }
}
