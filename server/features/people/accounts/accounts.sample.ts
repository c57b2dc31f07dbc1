import { TERMS_VERSION } from '#contract/limits.ts';
import { DAY_MS, HOUR_MS } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { uuidv7 } from '#server/db/ids.ts';
import { searchKey } from '#server/db/keys.ts';
import { type After, transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { findAnyAdmin, findTakenName, insertUser } from '#server/features/platform/users/users.store.ts';
import {
  deleteSampleUsers,
  findSampleTeacher,
  listSampleUsers,
  markFirstSampleUsers,
  releaseSampleUsers,
} from '#server/features/platform/users/users-sample.store.ts';
import type { createSessions, SessionUser } from '#server/http/sessions.ts';
import type { Login } from './first-admin.service.ts';
import { classNames, payerNames, withLogin } from './sample/people.ts';
import { unknownPassword } from './ways-in.service.ts';

/** Mail is never delivered there: RFC 2606 reserves the name, and mail.ts skips it. */
const SAMPLE_HOST = 'exemplo.invalid';

export type SamplePeople = {
  teacher: SessionUser;
  /** Two months of study. */
  student: SessionUser;
  /** Came today. */
  newcomer: SessionUser;
  classmates: SessionUser[];
  /** Those of all these who have paid for an order; the others were admitted by hand. */
  buyers: SessionUser[];
  /** Students who wait for the approval of their payment. */
  payers: SessionUser[];
};

/** How many of the class, the latest to join, have a recorded order. */
const BUYERS = 12;
/** The last two payers registered earlier (hours ago): they were admitted and ask for a refund. */
const refunding: Record<number, number> = { 14: 12 * 24, 15: 5 * 24 };

type NewPerson = {
  firstName: string;
  lastName: string;
  role: 'student' | 'teacher';
  status: 'active' | 'pending';
  joinedAt: Date;
  passwordHash: string;
  hasPassword: boolean;
};

/** People with a login first, then the class without passwords: hashing forty passwords would slow down the start. */
export async function samplePeople(
  deps: Deps,
  newPassword: () => string,
  { withOffice }: { withOffice: boolean },
): Promise<{ people: SamplePeople; logins: Login[] }> {
  const now = deps.clock.now();
  const roles = ['teacher', 'student', 'newcomer'] as const;
  const passwords = roles.map(() => newPassword());
  const [unknown, ...hashes] = await Promise.all([
    unknownPassword(deps),
    ...passwords.map((password) => deps.passwords.hash(password)),
  ]);
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  // Without an office that could approve payments, buyers are activated by hand.
  const buyer = withOffice ? 'pending' : 'active';
  const nameless = { role: 'student', passwordHash: unknown, hasPassword: false } as const;
  return transact(deps, async (tx) => {
    const known = await Promise.all(
      roles.map((role, place) =>
        add(tx, withLogin[role].username, {
          ...withLogin[role],
          status: role === 'teacher' ? 'active' : buyer,
          joinedAt: daysAgo(withLogin[role].joinedDaysAgo),
          passwordHash: hashes[place] ?? unknown,
          hasPassword: true,
        }),
      ),
    );
    const [teacher, student, newcomer] = known as [SessionUser, SessionUser, SessionUser];
    const classmates: SessionUser[] = [];
    for (const [place, [firstName, lastName]] of classNames.entries()) {
      const joinedAt = daysAgo(76 - place * 1.75);
      const status = place < classNames.length - BUYERS ? 'active' : buyer;
      classmates.push(await add(tx, null, { firstName, lastName, ...nameless, status, joinedAt }));
    }
    const payers: SessionUser[] = [];
    for (const [place, [firstName, lastName]] of payerNames.entries()) {
      const joinedAt = new Date(now.getTime() - (refunding[place] ?? 6 + place * 5) * HOUR_MS);
      payers.push(await add(tx, null, { firstName, lastName, ...nameless, status: 'pending', joinedAt }));
    }
    const buyers = withOffice ? [student, newcomer, ...classmates.slice(-BUYERS)] : [];
    const logins = known.map(({ username, role }, place) => ({
      who: role,
      username,
      password: passwords[place] ?? '',
    }));
    return { people: { teacher, student, newcomer, classmates, payers, buyers }, logins };
  });
}

/** Adds a sample person. If the wanted username is taken, the person gets a longer one. */
async function add(
  tx: Tx,
  wanted: string | null,
  { joinedAt, hasPassword, ...person }: NewPerson,
): Promise<SessionUser> {
  const long = `exemplo.${wanted ?? searchKey(`${person.firstName} ${person.lastName}`).replaceAll(' ', '.')}`;
  const addressOf = (username: string) => `${username.replace('exemplo.', '')}@${SAMPLE_HOST}`;
  const isFree = wanted !== null && !(await findTakenName(tx, wanted, addressOf(wanted)));
  const username = isFree ? wanted : long;
  const user = await insertUser(tx, {
    ...person,
    id: uuidv7(joinedAt),
    username,
    email: addressOf(username),
    termsVersion: TERMS_VERSION,
    emailConfirmedAt: joinedAt,
    now: joinedAt,
    sample: { passwordRemovedAt: hasPassword ? null : joinedAt },
  });
  return { ...user, sessionId: '' };
}

/**
 * Users whose attempts, payments and papers are removed with the sample. A user promoted to administrator is no longer
 * part of it.
 */
export const readSampleUsers = (db: Db | Tx) => listSampleUsers(db);

/** Who decides about its payments: the school's own administrator. */
export const readOffice = (db: Db) => findAnyAdmin(db);

/** Who has written the sample's content. */
export const readSampleTeacher = (db: Db | Tx) => findSampleTeacher(db);

/** Accounts of the unmarked sample that the first release loaded. */
export const markFirstUsers = (tx: Tx, teacherId: string) => markFirstSampleUsers(tx, teacherId);

/** The accounts, once nothing is left that would outlive them. */
export async function removeSampleUsers(
  sessions: ReturnType<typeof createSessions>,
  tx: Tx,
  after: After,
): Promise<{ removed: number; kept: number }> {
  const ids = await listSampleUsers(tx);
  for (const id of ids) await sessions.endAll(tx, after, id, 'deleted');
  await deleteSampleUsers(tx, ids);
  return { removed: ids.length, kept: await releaseSampleUsers(tx) };
}
