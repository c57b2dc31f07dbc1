import type { Tx } from '#server/db/handle.ts';
import { uuidv7 } from '#server/db/ids.ts';
import type { Deps } from '#server/deps.ts';

/** Queues the invitation mail for a new user (people/accounts writes it). Its link is created when the mail is sent. */
export async function sendInvitation(deps: Deps, tx: Tx, userId: string): Promise<void> {
  const linkId = uuidv7(deps.clock.now());
  await deps.mail.send(tx, 'invitation', linkId, { userId, linkId });
}
