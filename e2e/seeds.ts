import { DAY_MS } from '#contract/time.ts';
import type { Db } from '#server/db/handle.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { completeLesson, createCourse, createLesson, createSubject, enrollStudent } from '#server/testing/study.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** A closed attempt as it stands in the tables, with this many right answers. */
async function addResult(
  db: Db,
  userId: string,
  quiz: Awaited<ReturnType<typeof createTestQuiz>>,
  right: number,
  at: Date,
) {
  const total = quiz.questions.length;
  const { id } = await db
    .insertInto('attempts')
    .values({
      quiz_id: quiz.id,
      quiz_version_id: quiz.versionId,
      user_id: userId,
      started_at: new Date(at.getTime() - 30 * 60_000),
      deadline_at: new Date(at.getTime() + 30 * 60_000),
      total_questions: total,
      passing_score: 70,
      closed_at: at,
      closed_by: 'student',
      correct_answers: right,
      score: Math.round((right / total) * 10),
      passed: right / total >= 0.7,
      time_spent: 1800,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('attempt_questions')
    .values(
      quiz.questions.map((question, index) => ({
        attempt_id: id,
        question_id: question.id,
        question_version_id: 0,
        position: index + 1,
        option_id: index < right ? question.right : question.wrong,
        answered_at: at,
      })),
    )
    .execute();
}

/** A student in the middle of their studies: courses, results in several subjects, days of study. */
export async function seedStudies(db: Db, userId: string, instructorId: string | null = null) {
  const tag = Math.random().toString(36).slice(2, 7);
  const names = ['Língua Portuguesa', 'Direito Constitucional', 'Raciocínio Lógico'].map((name) => `${name} ${tag}`);
  const subjects = await Promise.all(names.map((name) => createSubject(db, name)));
  const lessons: number[] = [];
  for (let index = 0; index < 9; index += 1) {
    lessons.push(await createLesson(db, `Aula ${index + 1}: os casos que mais caem`, subjects[index % 3] ?? null));
  }
  const quiz = await createTestQuiz(db, { title: 'Simulado 1: Soldado PM', questions: 10, subjectIds: subjects });
  const courses = [];
  for (const [index, title] of ['Soldado PM completo', 'Português para a PM', 'Direito para Oficial'].entries()) {
    const id = await createCourse(db, {
      title: `${title} ${tag}`,
      instructorId,
      lessons: lessons.slice(index * 2, index * 2 + 5),
      quizzes: index === 0 ? [quiz.id] : [],
      now: daysAgo(40),
    });
    await enrollStudent(db, userId, id, daysAgo(20 - index));
    courses.push(id);
  }
  for (const [index, lesson] of lessons.slice(0, 4).entries()) await completeLesson(db, userId, lesson, daysAgo(index));
  for (const [index, right] of [5, 7, 8, 6, 9, 10].entries())
    await addResult(db, userId, quiz, right, daysAgo(12 - index * 2));
  return { tag, lessons, quiz, courses };
}
