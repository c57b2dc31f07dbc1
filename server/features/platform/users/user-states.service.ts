import type { UserStatus } from '#contract/platform/users.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { uuidv7 } from '#server/db/ids.ts';
import type { Deps } from '#server/deps.ts';
import { type AppError, wrongField } from '#server/http/errors.ts';
import {
  activatePendingUser,
  findTakenName,
  findUserForLogin,
  insertUser,
  lockUser,
  returnToPending,
  saveTerms,
} from './users.store.ts';

/** What other features change about a user, each in its own transaction. */

/** Locks the user until the transaction ends: concurrent changes of the account wait. */
export const lockUserRow = async (tx: Tx, userId: string): Promise<void> => {
  await lockUser(tx, userId);
};

/** Activates only a user who is pending: a blocked student stays blocked. */
export const letInWhoPaid = (tx: Tx, userId: string): Promise<boolean> => activatePendingUser(tx, userId);

/** A student by their id; undefined where there is no such one. */
export async function findStudent(tx: Tx, userId: string): Promise<{ status: UserStatus } | undefined> {
  const user = await lockUser(tx, userId);
  return user?.role === 'student' ? user : undefined;
}

export function emailTaken(): AppError {
  const message = 'Este e-mail já está cadastrado.';
  return wrongField('newStudent.email', message, 'email_taken');
}

/** A student whom the office writes in. They enter with their e-mail, once they have chosen a password. */
export async function registerByHand(
  deps: Deps,
  tx: Tx,
  person: { firstName: string; lastName: string; email: string; passwordHash: string },
): Promise<string> {
  const now = deps.clock.now();
  const id = uuidv7(now);
  const username = `aluno-${id.slice(-12)}`;
  if (await findTakenName(tx, username, person.email)) throw emailTaken();
  const account = {
    id,
    username,
    role: 'student',
    status: 'pending',
    termsVersion: deps.site.now.termsVersion,
    now,
  } as const;
  await insertUser(tx, { ...person, ...account });
  return id;
}

/** The approval that let a student in was taken back: they wait again. */
export const sendBackWhoWaits = (tx: Tx, userId: string): Promise<boolean> => returnToPending(tx, userId);

export const recordAcceptedTerms = (db: Db | Tx, userId: string, version: string, now: Date): Promise<void> =>
  saveTerms(db, userId, version, now);

/** An active student by e-mail or username, for who works with them. */
export async function findStudentByLogin(deps: Pick<Deps, 'db'>, login: string) {
  const user = await findUserForLogin(deps.db, login);
  if (user?.role !== 'student' || user.status !== 'active') return undefined;
  return { id: user.id, firstName: user.firstName, lastName: user.lastName };
}
