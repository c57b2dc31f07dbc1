import type { Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { commentAliases } from './comment-alias.ts';
import { isTeacher } from './question-comments.policy.ts';
import { findAlias, listTakenAliases } from './question-comments.store.ts';

const TRIED_AT_ONCE = 100;

/** The name under which a person writes below a question. Teachers write under theirs. */
export async function nameFor(deps: Deps, user: SessionUser, questionId: number): Promise<string> {
  if (isTeacher(user)) return `${user.firstName} ${user.lastName}`;
  const person = { questionId, userId: user.id };
  const [preferred = ''] = commentAliases(deps.config.sessionSecret, person, { from: 0, count: 1 });
  return (await findAlias(deps.db, person)) ?? preferred;
}

/** The alias of a person below a question: the one they have, else the first that is free. Requires `lockWriting`. */
export async function takeAlias(deps: Deps, tx: Tx, person: { questionId: number; userId: string }): Promise<string> {
  const own = await findAlias(tx, person);
  if (own !== undefined) return own;
  for (let from = 0; ; from += TRIED_AT_ONCE) {
    const aliases = commentAliases(deps.config.sessionSecret, person, { from, count: TRIED_AT_ONCE });
    const taken = await listTakenAliases(tx, person.questionId, aliases);
    const free = aliases.find((alias) => !taken.has(alias));
    if (free !== undefined) return free;
  }
}
