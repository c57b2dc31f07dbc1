import type { Deps } from '../../deps.ts';
import { findSampleTeacher, sampleUsers } from '../../features/accounts/accounts.sample.ts';
import { sampleCourses } from '../../features/courses/courses.sample.ts';
import { sampleLessons } from '../../features/lessons/lessons.sample.ts';
import { sampleQuizzes } from '../../features/quizzes/quizzes.sample.ts';
import type { Login } from '../../first-start.ts';

/** Sample content for a first look. Each feature brings its own; loading twice adds nothing. */
export async function loadSample(deps: Deps, newPassword: () => string): Promise<Login[]> {
  const logins = await sampleUsers(deps, newPassword);
  const teacherId = await findSampleTeacher(deps);
  await sampleLessons(deps, teacherId);
  await sampleQuizzes(deps, teacherId);
  // Last, because courses are made of what the others brought.
  await sampleCourses(deps, teacherId);
  return logins;
}
