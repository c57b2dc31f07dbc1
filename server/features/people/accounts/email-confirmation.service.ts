import { DAY_MS } from '#contract/time.ts';
import type { Tx } from '#server/db/handle.ts';
import { uuidv7 } from '#server/db/ids.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import {
  findEmailConfirmation,
  findUserByEmail,
  lockUser,
  markEmailConfirmed,
} from '#server/features/platform/users/users.store.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { linkIdOf } from '#server/tokens/link-tokens.ts';
import { CONFIRMATION_DAYS, findEmailLink, insertEmailLink, useEmailLink } from './email-links.store.ts';
import type { Caller } from './known-logins.ts';
import { mayAskForLetter } from './login-limits.ts';
import { linkExpired } from './recovery.service.ts';

/** Sends a confirmation mail, in the transaction that creates or changes the address. Nothing depends on the answer. */
export async function sendConfirmation(deps: Deps, tx: Tx, user: { id: string; email: string }): Promise<void> {
  const now = deps.clock.now();
  const linkId = uuidv7(now);
  await insertEmailLink(tx, {
    id: linkId,
    userId: user.id,
    kind: 'email_confirmation',
    sentTo: user.email,
    now,
    expiresAt: new Date(now.getTime() + CONFIRMATION_DAYS * DAY_MS),
  });
  await deps.mail.send(tx, 'email_confirmation', linkId, { linkId });
}

/** The answer is always the same, so that it does not reveal which addresses have an account. */
export async function sendConfirmationAgain(deps: Deps, email: string, caller: Caller): Promise<void> {
  const user = await findUserByEmail(deps.db, email);
  if (!(await mayAskForLetter(deps, 'confirm', { id: user?.id, name: email }, caller)) || !user) return;
  await transact(deps, async (tx) => {
    if ((await findEmailConfirmation(tx, user.id)) === null) await sendConfirmation(deps, tx, user);
  });
}

/**
 * Called by the button on the page, not by the link itself: mail scanners open links and would confirm unread mails.
 */
export async function confirmAddress(deps: Deps, token: string): Promise<void> {
  const id = linkIdOf(deps.config.sessionSecret, token);
  if (!id) throw linkExpired();
  await transact(deps, async (tx) => {
    const now = deps.clock.now();
    const used = await useEmailLink(tx, id, 'email_confirmation', now);
    const link = used ?? (await findEmailLink(tx, id));
    const user = link && (await lockUser(tx, link.userId));
    // A link sent to a former address confirms nothing.
    if (!user || !link.sentTo || link.sentTo !== user.email) throw linkExpired();
    if (used) await markEmailConfirmed(tx, user.id, link.sentTo, now);
    // A repeated call, for example after a lost response, gets the same answer.
    else if ((await findEmailConfirmation(tx, user.id)) === null) throw linkExpired();
  });
}

export const readOwnEmail = async (deps: Deps, self: SessionUser) => ({
  email: self.email,
  confirmedAt: await findEmailConfirmation(deps.db, self.id),
});
