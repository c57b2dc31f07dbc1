import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { admit } from '#server/features/people/accounts/accounts.service.ts';
import type { Caller } from '#server/features/people/accounts/known-logins.ts';
import { notifyOwnerOfChange } from '#server/features/people/accounts/security-notices.ts';
import { findByConfirmedEmail, lockAccount, readAccount } from '#server/features/people/accounts/ways-in.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { AppError } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { deleteLinkOf, findLinkOf, insertLink, useLink } from './google.store.ts';
import type { Google } from './google-client.ts';
import { useAnswer } from './google-flow.service.ts';

/**
 * Logs in with the answer from Google. An unlinked Google account opens the account with the same address only if both
 * sides have verified it: Google controls the address, and the mailbox was confirmed here. Otherwise an attacker who
 * registered the address first would share the account with its owner.
 */
export async function enterByGoogle(deps: Deps, google: Google, token: string | undefined, caller: Caller) {
  const answer = await useAnswer(deps, token, 'login', null);
  const linkedTo = await useLink(deps.db, google.issuer, answer.subject, deps.clock.now());
  const known = linkedTo && (await readAccount(deps.db, linkedTo));
  const user =
    known || (answer.emailIsSure && answer.email ? await findByConfirmedEmail(deps.db, answer.email) : undefined);
  if (!user) throw unlinked();
  // A user who may not enter yet is refused as after a password, and no link is created.
  if (!known && user.status === 'active') {
    const link = await transact(deps, (tx) => addLink(deps, tx, user, google, answer, caller.browser));
    // A concurrent tab may have created the same link.
    if (!link && (await useLink(deps.db, google.issuer, answer.subject, deps.clock.now())) !== user.id)
      throw unlinked();
  }
  return admit(deps, user, caller, 'google');
}

/** Says the same whether or not there is an account with that address. */
const unlinked = () =>
  new AppError(
    'google_unlinked',
    'Esta conta do Google ainda não abre nenhuma conta aqui. Entre com sua senha e conecte o Google em Segurança.',
  );

export async function readLink(deps: Deps, google: Google | null, self: SessionUser) {
  const link = await findLinkOf(deps.db, self.id);
  return { offered: google !== null, linked: link ? { email: link.email, linkedAt: link.linkedAt } : null };
}

export async function linkChosen(
  deps: Deps,
  google: Google,
  self: SessionUser,
  token: string | undefined,
  browser: string,
) {
  const answer = await useAnswer(deps, token, 'link', self.id);
  const link = await transact(deps, (tx) => addLink(deps, tx, self, google, answer, browser));
  if (!link) {
    throw new AppError(
      'google_taken',
      'Esta conta do Google já abre outra conta, ou a sua já tem um Google conectado. Desconecte-o antes.',
    );
  }
  return { email: link.email, linkedAt: link.linkedAt };
}

/** Undefined if either account is linked elsewhere; an existing identical link triggers no notice. */
async function addLink(
  deps: Deps,
  tx: Tx,
  owner: { id: string; email: string },
  { issuer }: Google,
  { subject, email }: { subject: string; email: string | null },
  browser: string,
) {
  await lockAccount(tx, owner.id);
  const link = await insertLink(tx, { userId: owner.id, issuer, subject, email, now: deps.clock.now() });
  if (!link) return undefined;
  await notifyOwnerOfChange(deps, tx, owner, 'google_linked', browser);
  await record(deps, tx, owner.id, 'google_linked');
  return link;
}

export async function unlink(deps: Deps, self: SessionUser, browser: string): Promise<void> {
  await transact(deps, async (tx) => {
    await lockAccount(tx, self.id);
    if (!(await deleteLinkOf(tx, self.id))) return;
    await notifyOwnerOfChange(deps, tx, self, 'google_unlinked', browser);
    await record(deps, tx, self.id, 'google_unlinked');
  });
}

/** 'Não fui eu': an intruder may have linked another Google account. */
export const forgetGoogle = (tx: Tx, userId: string) => deleteLinkOf(tx, userId);

const record = (deps: Deps, tx: Tx, userId: string, what: string) =>
  recordAudit(tx, { at: deps.clock.now(), actorId: userId, action: `user.${what}`, subject: `user:${userId}` });
