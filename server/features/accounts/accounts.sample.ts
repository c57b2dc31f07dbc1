import { TERMS_VERSION } from '../../../contract/limits.ts';
import { uuidv7 } from '../../db/ids.ts';
import type { Deps } from '../../deps.ts';
import { findUserForLogin, insertUser } from './accounts.store.ts';
import type { Login } from './first-admin.service.ts';

const people = [
  { who: 'teacher', username: 'professora', firstName: 'Luana', lastName: 'Ferraz', role: 'teacher' },
  { who: 'student', username: 'rafaela', firstName: 'Rafaela', lastName: 'Souza', role: 'student' },
] as const;

/** One teacher and one active student to try the product with. */
export async function sampleUsers(deps: Deps, newPassword: () => string): Promise<Login[]> {
  const logins: Login[] = [];
  for (const { who, ...person } of people) {
    if (await findUserForLogin(deps.db, person.username)) continue;
    const password = newPassword();
    const now = deps.clock.now();
    await insertUser(deps.db, {
      ...person,
      id: uuidv7(now),
      email: `${person.username}@exemplo.com.br`,
      passwordHash: await deps.passwords.hash(password),
      status: 'active',
      termsVersion: TERMS_VERSION,
      emailConfirmedAt: now,
      now,
    });
    logins.push({ who, username: person.username, password });
  }
  return logins;
}

/** Who has begun to study in the sample. */
export async function findSampleStudent(deps: Deps): Promise<string | null> {
  const [, student] = people;
  return (await findUserForLogin(deps.db, student.username))?.id ?? null;
}

/** Who signs the sample's lessons and quizzes. */
export async function findSampleTeacher(deps: Deps): Promise<string | null> {
  const [teacher] = people;
  return (await findUserForLogin(deps.db, teacher.username))?.id ?? null;
}
