import type { Preferences } from '#contract/preferences.ts';
import { HOUR_MS } from '#contract/time.ts';
import { uuidv7 } from '#server/db/ids.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { voidTickets } from '#server/features/people/second-factor/gate/login-gate.service.ts';
import { findPasswordHash, lockUser, updateNames, updateUser } from '#server/features/platform/users/users.store.ts';
import { freshProofFault } from '#server/http/access.ts';
import { notFound, requireFound, wrongField } from '#server/http/errors.ts';
import { clearCommonPassword, endSessionById, listSessionsOf } from '#server/http/sessions.store.ts';
import type { createSessions, SessionUser } from '#server/http/sessions.ts';
import { charge } from '#server/http/throttle.ts';
import { linkIdOf } from '#server/tokens/link-tokens.ts';
import { nameConflict } from './accounts.service.ts';
import { refuseCommonPassword } from './common-password.ts';
import { insertEmailLink, useEmailLink, voidEmailLinks } from './email-links.store.ts';
import { deleteKnownOf } from './known-logins.store.ts';
import { type Caller, remember } from './known-logins.ts';
import { findPreferences, savePreferences } from './profile.store.ts';
import { linkExpired } from './recovery.service.ts';
import { notifyOldAddress, notifyOwnerOfChange } from './security-notices.ts';
import { hasPassword } from './ways-in.service.ts';

type Sessions = ReturnType<typeof createSessions>;
const LINK_LIFETIME_MS = HOUR_MS;
const SESSIONS_SHOWN = 50;

export async function renameSelf(
  deps: Deps,
  sessions: Sessions,
  self: SessionUser,
  names: { firstName: string; lastName: string },
) {
  return transact(deps, async (tx, after) => {
    const user = await requireFound(lockUser(tx, self.id), notFound);
    await sessions.forget(tx, after, self.id);
    return updateNames(tx, user, names);
  });
}

export async function changeOwnPassword(
  deps: Deps,
  sessions: Sessions,
  self: SessionUser,
  current: string,
  next: string,
  caller: Caller,
): Promise<string> {
  await requirePassword(deps, self, current);
  await refuseCommonPassword(next, self);
  const passwordHash = await deps.passwords.hash(next);
  return transact(deps, async (tx, after) => {
    await updateUser(tx, self.id, { password_hash: passwordHash });
    await voidEmailLinks(tx, self.id, 'password_reset', deps.clock.now());
    await voidTickets(tx, self.id);
    await sessions.endAll(tx, after, self.id, 'password_changed', self.sessionId);
    await clearCommonPassword(tx, self.sessionId);
    await deleteKnownOf(tx, self.id);
    await notifyOwnerOfChange(deps, tx, self, 'password_changed');
    return remember(deps, tx, self.id, caller);
  });
}

/** The new address takes effect once the link sent to it was opened. */
export async function requestEmailChange(
  deps: Deps,
  sessions: Sessions,
  self: SessionUser,
  current: string | undefined,
  email: string,
): Promise<void> {
  await requireOwner(deps, sessions, self, current);
  await transact(deps, async (tx) => {
    const now = deps.clock.now();
    const linkId = uuidv7(now);
    await voidEmailLinks(tx, self.id, 'email_change', now);
    await insertEmailLink(tx, {
      id: linkId,
      userId: self.id,
      kind: 'email_change',
      newEmail: email,
      now,
      expiresAt: new Date(now.getTime() + LINK_LIFETIME_MS),
    });
    await deps.mail.send(tx, 'email_change', linkId, { linkId });
  });
}

export async function confirmEmailChange(deps: Deps, sessions: Sessions, token: string): Promise<void> {
  const id = linkIdOf(deps.config.sessionSecret, token);
  if (!id) throw linkExpired();
  try {
    await transact(deps, async (tx, after) => {
      const link = await useEmailLink(tx, id, 'email_change', deps.clock.now());
      const user = link && (await lockUser(tx, link.userId));
      if (!user || !link.newEmail) throw linkExpired();
      await updateNames(tx, user, { email: link.newEmail, confirmedAt: deps.clock.now() });
      await notifyOldAddress(deps, tx, user);
      await sessions.forget(tx, after, user.id);
    });
  } catch (error) {
    throw nameConflict(error) ?? error;
  }
}

/** Wrong guesses here count against the same limit as at the login. */
export async function requirePassword(
  deps: Deps,
  self: SessionUser,
  password: string,
  field: 'currentPassword' | 'password' = 'currentPassword',
): Promise<void> {
  const guess = await charge(deps, { bucket: 'own-password', max: 10, windowMs: 15 * 60_000 }, self.id);
  if (!(await deps.passwords.matches(password, await findPasswordHash(deps.db, self.id)))) {
    const text = (await hasPassword(deps.db, self.id))
      ? 'A senha atual não confere.'
      : 'Sua conta está sem senha. Crie uma em “Esqueci minha senha”, na tela de entrada.';
    throw wrongField(field, text, 'wrong_password');
  }
  await guess.clear();
}

/** The password; in an account that has none, what a call with `freshProof` asks. */
export async function requireOwner(
  deps: Deps,
  sessions: Sessions,
  self: SessionUser,
  password: string | undefined,
): Promise<void> {
  if (password !== undefined) return requirePassword(deps, self, password);
  if (await hasPassword(deps.db, self.id)) {
    const text = 'Digite sua senha atual.';
    throw wrongField('currentPassword', text);
  }
  const fault = freshProofFault({ freshProof: true }, sessions.isProven(self));
  if (fault) throw fault;
}

const defaults: Preferences = { theme: 'system', shortcuts: true };

export async function readPreferences(deps: Deps, self: SessionUser): Promise<Preferences> {
  return (await findPreferences(deps.db, self.id)) ?? defaults;
}

export async function changePreferences(deps: Deps, self: SessionUser, change: Partial<Preferences>) {
  return savePreferences(deps.db, self.id, change);
}

export async function listOwnSessions(deps: Deps, self: SessionUser) {
  const sessions = await listSessionsOf(deps.db, self.id, deps.clock.now(), SESSIONS_SHOWN);
  return sessions.map((session) => ({ ...session, current: session.id === self.sessionId }));
}

export async function endOwnSession(deps: Deps, sessions: Sessions, self: SessionUser, id: string): Promise<void> {
  await transact(deps, async (tx, after) => {
    const end = { because: 'device', now: deps.clock.now() } as const;
    if (!(await endSessionById(tx, self.id, id, end))) throw notFound('Sessão não encontrada.');
    await sessions.forget(tx, after, self.id);
  });
}

export async function endOwnSessions(deps: Deps, sessions: Sessions, self: SessionUser): Promise<void> {
  await transact(deps, (tx, after) => sessions.endAll(tx, after, self.id, 'everywhere'));
}
