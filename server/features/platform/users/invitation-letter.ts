import type { Tx } from '#server/db/handle.ts';
import { uuidv7 } from '#server/db/ids.ts';
import type { Deps } from '#server/deps.ts';

/** Sends the one letter that lets a new person in (people/accounts writes it). Its link is made when the letter is sent. */
export async function sendInvitation(deps: Deps, tx: Tx, userId: string): Promise<void> {
  const linkId = uuidv7(deps.clock.now());
  await deps.mail.send(tx, 'invitation', linkId, { userId, linkId });
}
