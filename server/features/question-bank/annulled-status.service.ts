import type { Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import type { SessionUser } from '../../http/sessions.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { changeQuestionStatus } from '../questions/bank-questions.service.ts';
import { editable } from './bank-write.service.ts';

/** The status of a question alone; what follows for attempts is the quizzes' business. */
export async function readEditableStatus(deps: Deps, user: SessionUser, id: number) {
  const { status } = await deps.db.transaction().execute((tx) => editable(tx, user, id));
  return { isAnnulled: status === 'annulled' };
}

export async function annulStatus(deps: Deps, tx: Tx, user: SessionUser, id: number, reason: string) {
  const { status, revision } = await editable(tx, user, id);
  if (status === 'annulled') return { changed: false, revision };
  return setStatus(deps, tx, user, id, 'annulled', reason, revision);
}

export async function reinstateStatus(deps: Deps, tx: Tx, user: SessionUser, id: number) {
  const { status, revision } = await editable(tx, user, id);
  if (status !== 'annulled') return { changed: false, revision };
  return setStatus(deps, tx, user, id, 'active', '', revision);
}

async function setStatus(
  deps: Deps,
  tx: Tx,
  user: SessionUser,
  id: number,
  status: 'annulled' | 'active',
  reason: string,
  revision: number,
) {
  const at = deps.clock.now();
  await changeQuestionStatus(tx, id, { status, reason, now: at });
  const action = status === 'annulled' ? 'question.annulled' : 'question.reinstated';
  await recordAudit(tx, { at, actorId: user.id, action, subject: `question:${id}`, details: { reason } });
  return { changed: true, revision: revision + 1 };
}
