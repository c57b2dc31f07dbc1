import { TERMS_VERSION } from '../../../contract/limits.ts';
import { uuidv7 } from '../../db/ids.ts';
import type { Deps } from '../../deps.ts';
import type { Login } from '../../first-start.ts';
import { findAnyAdmin, insertUser, updateUser } from './accounts.store.ts';

type Needs = Pick<Deps, 'db' | 'config' | 'clock' | 'passwords'>;

/** The administrator of a new installation, from the configuration or with a password that is printed once. */
export async function ensureAdmin(deps: Needs, randomPassword: string): Promise<Login | null> {
  if (await findAnyAdmin(deps.db)) return null;
  const { password } = deps.config.admin;
  const login = await insertAdmin(deps, password ?? randomPassword);
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
    email: admin.email ?? deps.config.supportEmail,
    firstName: 'Administração',
    lastName: deps.config.schoolName,
    passwordHash: await deps.passwords.hash(password),
    role: 'admin',
    status: 'active',
    termsVersion: TERMS_VERSION,
    now,
  });
  return { who: 'admin', username, password };
}

/** For the operator who lost the password: a new one for the oldest administrator, who is active again. */
export async function resetAdmin(deps: Needs, password: string): Promise<Login> {
  const admin = await findAnyAdmin(deps.db);
  if (!admin) return insertAdmin(deps, password);
  await updateUser(deps.db, admin.id, { password_hash: await deps.passwords.hash(password) });
  await updateUser(deps.db, admin.id, { status: 'active' });
  return { who: 'admin', username: admin.username, password };
}
