import { uuidv7 } from '#server/db/ids.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { clearFactor } from '#server/features/people/second-factor/gate/login-gate.service.ts';
import { findAnyAdmin, insertUser, updateUser } from '#server/features/platform/users/users.store.ts';
import { endSessionsOf } from '#server/http/sessions.store.ts';
import { isCommonPassword } from '#server/passwords/common-passwords.ts';
import { nameConflict } from './accounts.service.ts';
import { voidEmailLinks } from './email-links.store.ts';
import { deleteKnownOf } from './known-logins.store.ts';
import { voidLaterSecurityLinks } from './security-links.store.ts';

/** Credentials printed once on the terminal, for the operator. */
export type Login = { who: string; username: string; password: string };

type Needs = Pick<Deps, 'db' | 'config' | 'clock' | 'passwords'> & {
  school: Pick<Deps['school'], 'now'>;
  site: { now: Pick<Deps['site']['now'], 'termsVersion'> };
};

/** The administrator of a new installation, from the configuration or with a password that is printed once. */
export async function ensureAdmin(deps: Needs, randomPassword: string): Promise<Login | null> {
  if (await findAnyAdmin(deps.db)) return null;
  const { password, username, email } = deps.config.admin;
  const owner = { ...(username && { username }), ...(email && { email }) };
  if (password && (await isCommonPassword(password, owner))) {
    throw new Error('ADMIN_PASSWORD: expected another one, this is among the most used or repeats ADMIN_USERNAME.');
  }
  const login = await insertAdmin(deps, password ?? randomPassword).catch(async (error: unknown) => {
    const conflict = nameConflict(error);
    if (!conflict) throw error;
    // Another process that started at the same moment was first.
    if (await findAnyAdmin(deps.db)) return null;
    throw new Error(`ADMIN_USERNAME or ADMIN_EMAIL belongs to a user who is no administrator: ${conflict.message}`);
  });
  // A password that the operator chose is not repeated on the screen.
  return password ? null : login;
}

async function insertAdmin(deps: Needs, password: string): Promise<Login> {
  const { admin } = deps.config;
  const username = admin.username ?? 'admin';
  const now = deps.clock.now();
  await insertUser(deps.db, {
    id: uuidv7(now),
    username,
    email: admin.email ?? deps.school.now.supportEmail,
    firstName: 'Administração',
    lastName: deps.school.now.schoolName,
    passwordHash: await deps.passwords.hash(password),
    role: 'admin',
    status: 'active',
    termsVersion: deps.site.now.termsVersion,
    now,
  });
  return { who: 'admin', username, password };
}

/**
 * For an operator who lost the password or the phone: sets a new password for the oldest administrator, activates the
 * account and removes its second factor.
 */
export async function resetAdmin(deps: Needs, password: string): Promise<Login> {
  const admin = await findAnyAdmin(deps.db);
  if (!admin) return insertAdmin(deps, password);
  const passwordHash = await deps.passwords.hash(password);
  await transact(deps, async (tx) => {
    await updateUser(tx, admin.id, { password_hash: passwordHash });
    await updateUser(tx, admin.id, { status: 'active' });
    const now = deps.clock.now();
    await endSessionsOf(tx, admin.id, { because: 'password_changed', now });
    await voidLaterSecurityLinks(tx, admin.id, new Date(0), now);
    await voidEmailLinks(tx, admin.id, 'password_reset', now);
    await deleteKnownOf(tx, admin.id);
    await clearFactor(tx, admin.id);
  });
  return { who: 'admin', username: admin.username, password };
}
