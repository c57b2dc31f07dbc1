import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import {
  lockResults,
  previewRegrading,
  readRegrading,
  regradeQuestion,
} from '#server/features/exams/mock-exams/grading/regrading.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { editable } from '#server/features/questions/question-bank/bank-write.service.ts';
import { changeQuestionStatus } from '#server/features/questions/questions/bank-questions.service.ts';
import type { QuestionUses } from '#server/features/questions/questions/question-uses.ts';
import type { SessionUser } from '#server/http/sessions.ts';

/** Dry run: what annulling would do, or taking the annulment back where there is one. Writes nothing. */
export async function previewAnnulment(deps: Deps, user: SessionUser, id: number) {
  const { status } = await transact(deps, (tx) => editable(tx, user, id));
  return previewRegrading(deps.db, id, status === 'annulled');
}

/** How far the last change has come where a job carries it out. */
export async function watchRegrading(deps: Deps, user: SessionUser, id: number) {
  await transact(deps, (tx) => editable(tx, user, id));
  return readRegrading(deps.db, id);
}

/** Full credit for every student who had the question, in one transaction. Idempotent. */
export async function annulQuestion(deps: Deps, uses: QuestionUses, user: SessionUser, id: number, reason: string) {
  return changeAnnulment(deps, uses, user, id, { status: 'annulled', reason });
}

export async function reinstateQuestion(deps: Deps, uses: QuestionUses, user: SessionUser, id: number) {
  return changeAnnulment(deps, uses, user, id, { status: 'active', reason: '' });
}

type Change = { status: 'annulled' | 'active'; reason: string };

async function changeAnnulment(deps: Deps, uses: QuestionUses, user: SessionUser, id: number, change: Change) {
  const asAnnulled = change.status === 'annulled';
  return transact(deps, async (tx) => {
    await lockResults(tx);
    const { status, revision } = await editable(tx, user, id);
    const changed = (status === 'annulled') !== asAnnulled;
    if (changed) {
      await uses.refresh(tx, id);
      await setStatus(deps, tx, user, id, change);
    }
    return regradeQuestion(deps, tx, { questionId: id, asAnnulled, changed, revision: revision + (changed ? 1 : 0) });
  });
}

async function setStatus(deps: Deps, tx: Tx, user: SessionUser, id: number, { status, reason }: Change): Promise<void> {
  const at = deps.clock.now();
  await changeQuestionStatus(tx, id, { status, reason, now: at });
  const action = status === 'annulled' ? 'question.annulled' : 'question.reinstated';
  await recordAudit(tx, { at, actorId: user.id, action, subject: `question:${id}`, details: { reason } });
}
