import type { BodyOf } from '#contract/endpoint.ts';
import type { acceptInvitation } from '#contract/people/invitations.ts';
import { HOUR_MS } from '#contract/time.ts';
import { identityKey } from '#server/db/keys.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { sendInvitation } from '#server/features/platform/users/invitation-letter.ts';
import {
  findTakenName,
  findUser,
  lockUser,
  markEmailConfirmed,
  updateUser,
  updateUsername,
} from '#server/features/platform/users/users.store.ts';
import type { createSessions } from '#server/http/sessions.ts';
import { charge } from '#server/http/throttle.ts';
import { linkIdOf } from '#server/tokens/link-tokens.ts';
import { nameConflict, taken } from './accounts.service.ts';
import { refuseCommonPassword } from './common-password.ts';
import { findEmailLink, useEmailLink, voidEmailLinks } from './email-links.store.ts';
import { hasAcceptedInvitation } from './invitations.store.ts';
import { type Caller, remember } from './known-logins.ts';
import { linkExpired } from './recovery.service.ts';

type Sessions = ReturnType<typeof createSessions>;

const checks = { bucket: 'invitation-check', max: 60, windowMs: HOUR_MS };
const renewals = { bucket: 'invitation-renewal', max: 3, windowMs: HOUR_MS };

/** A token without our signature is not looked up. */
async function findInvitation(deps: Deps, token: string) {
  const id = linkIdOf(deps.config.sessionSecret, token);
  const link = id === null ? undefined : await findEmailLink(deps.db, id);
  const user = link && (await findUser(deps.db, link.userId));
  return link && user ? { link, user } : null;
}

export async function readInvitation(deps: Deps, token: string, caller: Caller) {
  await charge(deps, checks, caller.network);
  const found = await findInvitation(deps, token);
  const unknown = { email: null, firstName: null };
  if (!found || found.link.usedAt || (await hasAcceptedInvitation(deps.db, found.user.id))) {
    return { state: 'used', ...unknown } as const;
  }
  if (found.link.expiresAt <= deps.clock.now()) return { state: 'expired', ...unknown } as const;
  return { state: 'usable', email: found.user.email, firstName: found.user.firstName } as const;
}

export async function accept(
  deps: Deps,
  sessions: Sessions,
  { token, username, password }: BodyOf<typeof acceptInvitation>,
  caller: Caller,
): Promise<string> {
  const id = linkIdOf(deps.config.sessionSecret, token);
  if (!id) throw linkExpired();
  const passwordHash = await deps.passwords.hash(password);
  try {
    return await transact(deps, async (tx, after) => {
      const now = deps.clock.now();
      const link = await useEmailLink(tx, id, 'invitation', now);
      const user = link && (await lockUser(tx, link.userId));
      if (!user) throw linkExpired();
      const name = username ?? user.email;
      // The user's e-mail does not count as taken by another person.
      const isOwn = identityKey(name) === identityKey(user.email);
      if (!isOwn && (await findTakenName(tx, name, name))) throw taken.username();
      await refuseCommonPassword(password, { ...user, username: name });
      await updateUser(tx, user.id, { password_hash: passwordHash });
      await updateUsername(tx, user, name);
      if (link.sentTo) await markEmailConfirmed(tx, user.id, link.sentTo, now);
      await voidEmailLinks(tx, user.id, 'invitation', now);
      await voidEmailLinks(tx, user.id, 'password_reset', now);
      await sessions.endAll(tx, after, user.id, 'password_changed');
      return remember(deps, tx, user.id, caller);
    });
  } catch (error) {
    throw nameConflict(error) ?? error;
  }
}

/** Only for a genuine link of a user who has not chosen a password; the mail goes to the address of the account. */
export async function renew(deps: Deps, token: string, caller: Caller): Promise<void> {
  await charge(deps, checks, caller.network);
  const found = await findInvitation(deps, token);
  if (!found || (await hasAcceptedInvitation(deps.db, found.user.id))) return;
  await charge(deps, renewals, found.user.id);
  await transact(deps, (tx) => sendInvitation(deps, tx, found.user.id));
}
