import { features } from './app.ts';
import type { Deps } from './deps.ts';
import { findSampleStudent, findSampleTeacher, sampleUsers } from './features/accounts/accounts.sample.ts';
import type { Login } from './features/accounts/first-admin.service.ts';

/** Sample content for a first look. Each feature brings its own; loading twice adds nothing. */
export async function loadSample(deps: Deps, newPassword: () => string): Promise<Login[]> {
  const logins = await sampleUsers(deps, newPassword);
  const people = { teacherId: await findSampleTeacher(deps), studentId: await findSampleStudent(deps) };
  for (const { sample } of features) await sample?.(deps, people);
  return logins;
}
