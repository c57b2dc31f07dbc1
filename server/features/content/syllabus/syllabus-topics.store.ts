import { sql } from 'kysely';
import type { Tx } from '#server/db/handle.ts';

/** Raises the version of these syllabi, so that an editor of one gets a conflict. */
export async function touchSyllabi(tx: Tx, topicIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE syllabi SET version = version + 1
    WHERE exam_id IN (SELECT exam_id FROM syllabus_topics WHERE topic_id = ANY(${topicIds}::int[]))`.execute(tx);
}

export async function addSubjectsOf(tx: Tx, topicIds: readonly number[]): Promise<void> {
  await sql`
    INSERT INTO syllabus_subjects (exam_id, subject_id, place)
    SELECT DISTINCT line.exam_id, topics.subject_id,
      (SELECT coalesce(max(place), -1) + 1 FROM syllabus_subjects held WHERE held.exam_id = line.exam_id)
    FROM syllabus_topics line JOIN topics ON topics.id = line.topic_id
    WHERE line.topic_id = ANY(${topicIds}::int[])
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Syllabi of the exams that ask one of these topics. A subject with a minimum stays and is shown without topics. */
export async function dropEmptySubjects(tx: Tx, topicIds: readonly number[]): Promise<void> {
  await sql`
    DELETE FROM syllabus_subjects held
    WHERE held.minimum IS NULL
      AND held.exam_id IN (SELECT exam_id FROM syllabus_topics WHERE topic_id = ANY(${topicIds}::int[]))
      AND NOT EXISTS (
        SELECT FROM syllabus_topics line JOIN topics ON topics.id = line.topic_id
        WHERE line.exam_id = held.exam_id AND topics.subject_id = held.subject_id
      )`.execute(tx);
}

export async function foldLines(tx: Tx, from: number, into: number): Promise<void> {
  await sql`
    INSERT INTO syllabus_topics (exam_id, topic_id, place, amount)
    SELECT exam_id, ${into}::int, place, amount FROM syllabus_topics WHERE topic_id = ${from}
    ON CONFLICT (exam_id, topic_id) DO UPDATE SET amount = syllabus_topics.amount + excluded.amount`.execute(tx);
  await sql`DELETE FROM syllabus_topics WHERE topic_id = ${from}`.execute(tx);
}

export async function foldSubject(tx: Tx, from: number, into: number): Promise<void> {
  await sql`
    INSERT INTO syllabus_subjects (exam_id, subject_id, place, points, minimum)
    SELECT exam_id, ${into}::int, place, points, minimum FROM syllabus_subjects WHERE subject_id = ${from}
    ON CONFLICT (exam_id, subject_id) DO UPDATE SET
      minimum = coalesce(syllabus_subjects.minimum, excluded.minimum)`.execute(tx);
  await sql`DELETE FROM syllabus_subjects WHERE subject_id = ${from}`.execute(tx);
}
