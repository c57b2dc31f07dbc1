import { uuidv7 } from '../../db/ids.ts';
import { identityKey } from '../../db/keys.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/errors.ts';
import type { createSessions } from '../../http/sessions.ts';
import { charge } from '../../http/throttle.ts';
import { updateUser } from './accounts.store.ts';
import { useEmailLink, voidEmailLinks } from './email-links.store.ts';
import { linkIdOf } from './link-tokens.ts';

const HOUR_MS = 60 * 60_000;

/**
 * Asks for a reset link. Whether the address is known is looked up when the mail is written, in the background:
 * the answer and its time are the same for everybody.
 */
export async function requestReset(deps: Deps, email: string, address: string): Promise<void> {
  await charge(deps, { bucket: 'reset-address', max: 20, windowMs: HOUR_MS }, address);
  await charge(deps, { bucket: 'reset-account', max: 5, windowMs: HOUR_MS }, identityKey(email));
  const linkId = uuidv7(deps.clock.now());
  await deps.mail.send(deps.db, 'password_reset', linkId, { linkId, email });
}

export const linkExpired = () => new AppError('link_expired', 'Este link já foi usado ou venceu. Peça um novo.');

export async function resetPassword(
  deps: Deps,
  sessions: ReturnType<typeof createSessions>,
  token: string,
  password: string,
) {
  const id = linkIdOf(deps.config.sessionSecret, token);
  if (!id) throw linkExpired();
  const passwordHash = await deps.passwords.hash(password);
  const userId = await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const link = await useEmailLink(tx, id, 'password_reset', now);
    if (!link) throw linkExpired();
    await updateUser(tx, link.userId, { password_hash: passwordHash });
    await voidEmailLinks(tx, link.userId, 'password_reset', now);
    await sessions.endAll(tx, link.userId);
    return link.userId;
  });
  sessions.dropLocally(userId);
}
