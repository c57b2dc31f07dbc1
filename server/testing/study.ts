import { randomBytes } from 'node:crypto';
import type { Db } from '#server/db/handle.ts';
import { searchKey } from '#server/db/keys.ts';

/* Lessons, quizzes, courses and results straight in the tables, at times that a test chooses. */

const start = new Date('2026-11-01T12:00:00.000Z');

export async function createSubject(db: Db, name: string): Promise<number> {
  const row = { name, name_key: searchKey(name), created_at: start };
  return (await db.insertInto('subjects').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export async function createLesson(db: Db, title: string, subjectId: number | null = null): Promise<number> {
  const { id } = await db
    .insertInto('lessons')
    .values({
      title,
      title_key: searchKey(title),
      subject_id: subjectId,
      content: '<p>Texto.</p>',
      fingerprint: randomBytes(32),
      word_count: 1000,
      created_at: start,
      updated_at: start,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function completeLesson(db: Db, userId: string, lessonId: number, at: Date): Promise<void> {
  await db
    .insertInto('lesson_progress')
    .values({ user_id: userId, lesson_id: lessonId, position: 1, completed_at: at, reported_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'lesson_id']).doUpdateSet({ completed_at: at }))
    .execute();
}

type CourseWishes = Partial<{
  title: string;
  instructorId: string | null;
  isPublished: boolean;
  lessons: readonly number[];
  quizzes: readonly number[];
  now: Date;
}>;

export async function createCourse(db: Db, wishes: CourseWishes = {}): Promise<number> {
  const { title = 'Curso de teste', instructorId = null, isPublished = true, now = start } = wishes;
  const { id } = await db
    .insertInto('courses')
    .values({
      title,
      description: '',
      search_key: searchKey(title),
      category: 'GERAL',
      difficulty: 'beginner',
      duration: 60,
      is_published: isPublished,
      instructor_id: instructorId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const items = [
    ...(wishes.lessons ?? []).map((lesson_id) => ({ lesson_id, quiz_id: null })),
    ...(wishes.quizzes ?? []).map((quiz_id) => ({ lesson_id: null, quiz_id })),
  ].map((item, index) => ({ course_id: id, position: index + 1, ...item }));
  if (items.length > 0) await db.insertInto('course_items').values(items).execute();
  return id;
}

export async function enrollStudent(db: Db, userId: string, courseId: number, at = start): Promise<void> {
  await db.insertInto('enrollments').values({ user_id: userId, course_id: courseId, enrolled_at: at }).execute();
}

/** A closed attempt with every answer right, without the answers. */
export async function createPassedAttempt(
  db: Db,
  userId: string,
  quiz: { id: number; versionId: number },
  wishes: { at: Date; isDirect?: boolean; isPreview?: boolean },
): Promise<void> {
  await db
    .insertInto('attempts')
    .values({
      quiz_id: quiz.id,
      quiz_version_id: quiz.versionId,
      user_id: userId,
      is_direct: wishes.isDirect ?? false,
      is_preview: wishes.isPreview ?? false,
      started_at: new Date(wishes.at.getTime() - 60_000),
      deadline_at: new Date(wishes.at.getTime() + 60_000),
      total_questions: 4,
      passing_score: 70,
      closed_at: wishes.at,
      closed_by: wishes.isDirect ? 'direct' : 'student',
      correct_answers: 4,
      score: 10,
      passed: true,
      time_spent: 60,
    })
    .execute();
}
