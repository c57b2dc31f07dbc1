import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import { screens } from '#contract/screens.ts';
import type { answerDoubt, listDoubts, QueuedDoubt } from '#contract/study/doubts.ts';
import { DAY_MS } from '#contract/time.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { notify } from '#server/features/platform/notifications/notifications.service.ts';
import { AppError } from '#server/http/errors.ts';
import { byCreation, readPage } from '#server/http/paging.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { mayAnswer } from './doubts.policy.ts';
import { answerOf, doubtNotFound } from './doubts.service.ts';
import * as store from './doubts.store.ts';

const queued = (row: store.DoubtRow): QueuedDoubt => ({
  id: row.id,
  about: {
    kind: row.questionId === null ? 'lesson' : 'question',
    id: row.questionId ?? row.lessonId ?? 0,
    title: row.title,
  },
  subject: row.subject,
  askerName: row.askerName,
  pseudonym: row.pseudonym,
  body: row.body,
  state: row.state,
  createdAt: row.createdAt.toISOString(),
  editedAt: row.editedAt?.toISOString() ?? null,
  answer: answerOf(row),
  isShared: row.isShared,
  isHidden: row.isHidden,
  reportCount: row.reportCount,
  revision: row.revision,
});

/** Authors see what concerns their own questions and lessons, administrators everything. */
const scopeOf = (user: SessionUser) => (user.role === 'admin' ? null : user.id);

export async function listQueue(deps: Deps, user: SessionUser, { list, ...query }: QueryOf<typeof listDoubts>) {
  const of = { list, authorId: scopeOf(user) };
  return readPage(byCreation.from(query), {
    rows: (part) => store.listQueueRows(deps.db, of, part),
    total: store.countQueue(deps.db, of),
    present: queued,
  });
}

/** The length of this person's list, as a query that can be batched with other reads. */
export const waitingDoubtsReads = (user: SessionUser) => ({
  doubts: store.queueCount({ list: 'waiting', authorId: scopeOf(user) }),
});

/** For the home of administrators: doubts without an answer for more than a day. */
export const lateDoubtsReads = (deps: Deps) => ({
  doubts: store.openBefore(new Date(deps.clock.now().getTime() - DAY_MS)),
});

/** Locks the doubt for a user who may answer it; for every other user the answer is 404. */
async function requireAnswerable(tx: Tx, user: SessionUser, id: number): Promise<store.DoubtRow> {
  const row = await store.lockDoubt(tx, id);
  if (!row || !mayAnswer(user, row)) throw doubtNotFound();
  return row;
}

export async function answer(deps: Deps, user: SessionUser, id: number, body: BodyOf<typeof answerDoubt>) {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const row = await requireAnswerable(tx, user, id);
    const isSame = row.state === 'answered' && row.answer === body.text && row.isShared === body.isShared;
    // The same answer again, by a second click or a retry.
    if (isSame) return queued(row);
    if (row.revision !== body.revision) {
      throw new AppError('version_conflict', 'A dúvida mudou enquanto você respondia. Leia de novo antes de enviar.');
    }
    await store.saveAnswer(tx, id, { ...body, by: user.id, now });
    if (row.answeredAt === null) await notifyAsker(deps, tx, row);
    return queued((await store.findDoubt(tx, id)) ?? row);
  });
}

/**
 * The notification does not contain the answer: a question's page is closed while the question is in an open attempt,
 * but the bell is not.
 */
async function notifyAsker(deps: Deps, tx: Tx, row: store.DoubtRow): Promise<void> {
  await notify(deps, tx, {
    userId: row.userId,
    kind: 'doubt_answered',
    title: 'Sua dúvida foi respondida',
    text: row.questionId === null ? `Na aula “${row.title}”.` : 'Veja a resposta na página da questão.',
    path: row.questionId === null ? screens.lesson(row.lessonId ?? 0) : screens.answeredQuestion(row.questionId),
    key: `doubt:${row.id}`,
  });
}

export async function moderate(deps: Deps, user: SessionUser, id: number, isHidden: boolean) {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const row = await requireAnswerable(tx, user, id);
    if (row.isHidden !== isHidden || row.reportCount > 0) await store.setHidden(tx, id, isHidden, now);
    return queued((await store.findDoubt(tx, id)) ?? row);
  });
}
