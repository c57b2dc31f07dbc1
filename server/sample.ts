import type { Deps } from './deps.ts';
import { findSampleStudent, findSampleTeacher, sampleUsers } from './features/accounts/accounts.sample.ts';
import type { Login } from './features/accounts/first-admin.ts';
import { sampleCourses } from './features/courses/courses.sample.ts';
import { sampleExams } from './features/exams/exams.sample.ts';
import { sampleLessons } from './features/lessons/lessons.sample.ts';
import { sampleBank } from './features/question-bank/question-bank.sample.ts';
import { sampleQuizzes } from './features/quizzes/sample/quizzes.sample.ts';

/** Sample content for a first look. Each feature brings its own; loading twice adds nothing. */
export async function loadSample(deps: Deps, newPassword: () => string): Promise<Login[]> {
  const logins = await sampleUsers(deps, newPassword);
  const teacherId = await findSampleTeacher(deps);
  const studentId = await findSampleStudent(deps);
  await sampleLessons(deps, teacherId);
  await sampleQuizzes(deps, teacherId);
  await sampleBank(deps, teacherId);
  // After them, because courses are made of what the others brought.
  await sampleCourses(deps, { teacherId, studentId });
  await sampleExams(deps, studentId);
  return logins;
}
