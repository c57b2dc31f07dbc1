import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import type {
  decideCommentCitation,
  decideQuestionComment,
  listReportedComments,
  sealQuestionComment,
} from '#contract/study/question-comments.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { decideAboutItem } from '#server/features/content/laws/citing/item-links.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { AppError } from '#server/http/errors.ts';
import { byCreation, readPage } from '#server/http/paging.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import * as queue from './comment-queue.store.ts';
import { mayModerate } from './question-comments.policy.ts';
import { commentNotFound, notifyWriter } from './question-comments.service.ts';
import { type CommentRow, findComment, lockComment } from './question-comments.store.ts';

/** Authors see what concerns their own questions, administrators everything. */
const scopeOf = (user: SessionUser) => (user.role === 'admin' ? null : user.id);

export async function listQueue(deps: Deps, user: SessionUser, query: QueryOf<typeof listReportedComments>) {
  return readPage(byCreation.from(query), {
    rows: (part) => queue.listQueued(deps.db, scopeOf(user), part),
    total: queue.countQueuedRows(deps.db, scopeOf(user)),
    positionOf: ({ since, id }) => ({ createdAt: since, id }),
  });
}

/** The length of the list above, as a query that can be batched with other reads. */
export const queuedReads = (user: SessionUser) => ({ comments: queue.queuedCount(scopeOf(user)) });

/** Locks a comment for a user who may decide about it; for every other user the answer is 404. */
async function requireModerated(tx: Tx, user: SessionUser, id: number): Promise<CommentRow> {
  const row = await lockComment(tx, id, user.id);
  if (!row || !mayModerate(user, row)) throw commentNotFound();
  return row;
}

/** A decision is about the words that were on the screen. */
function requireSameWords(row: CommentRow, editedAt: string | null): void {
  if ((row.editedAt?.getTime() ?? null) === (editedAt === null ? null : Date.parse(editedAt))) return;
  throw new AppError('state_conflict', 'O comentário foi editado. Leia de novo antes de decidir.', {
    status: row.state,
  });
}

export async function decide(
  deps: Deps,
  user: SessionUser,
  id: number,
  { decision, editedAt }: BodyOf<typeof decideQuestionComment>,
) {
  const now = deps.clock.now();
  const state = decision === 'show' ? ('shown' as const) : ('hidden' as const);
  return transact(deps, async (tx) => {
    const row = await requireModerated(tx, user, id);
    if (row.state === 'deleted') {
      throw new AppError('state_conflict', 'Quem escreveu já apagou este comentário.', { status: row.state });
    }
    requireSameWords(row, editedAt);
    await queue.saveDecision(tx, { id, state, by: user.id, now });
    await queue.dequeue(tx, id);
    if (row.state !== state) {
      const action = `comment.${state}`;
      await recordAudit(tx, { at: now, actorId: user.id, action, subject: `comment:${id}` });
    }
    // A reply that was held back is new to the comment's writer.
    if (row.state === 'held' && state === 'shown' && row.parentId !== null) {
      const parent = await findComment(tx, row.parentId, user.id);
      if (parent?.state === 'shown') await notifyWriter(deps, tx, parent, row);
    }
    return { state };
  });
}

export async function seal(
  deps: Deps,
  user: SessionUser,
  id: number,
  { isSealed, editedAt }: BodyOf<typeof sealQuestionComment>,
) {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const row = await requireModerated(tx, user, id);
    if (isSealed) {
      requireSameWords(row, editedAt);
      if (row.state !== 'shown') {
        throw new AppError('state_conflict', 'Este comentário não está à vista de todos.', { status: row.state });
      }
    }
    if (row.isSealed !== isSealed) {
      await queue.setSeal(tx, id, isSealed);
      const action = isSealed ? 'comment.sealed' : 'comment.unsealed';
      await recordAudit(tx, { at: now, actorId: user.id, action, subject: `comment:${id}` });
    }
  });
}

/** Corrects where a quote of a comment leads. Who decides about the comment decides about this, too. */
export async function decideQuote(
  deps: Deps,
  user: SessionUser,
  id: number,
  body: BodyOf<typeof decideCommentCitation>,
): Promise<void> {
  const row = await findComment(deps.db, id, user.id);
  if (!row || !mayModerate(user, row) || row.state === 'deleted') throw commentNotFound();
  await decideAboutItem(deps, user, { kind: 'comment', id }, body);
}
