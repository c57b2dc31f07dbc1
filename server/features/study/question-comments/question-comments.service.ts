import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import { COMMENT_REPORTS_TO_HIDE, COMMENTS_PER_DAY } from '#contract/limits.ts';
import { screens } from '#contract/screens.ts';
import type {
  addQuestionComment,
  CommentReply,
  decideOwnCommentCitation,
  listQuestionComments,
} from '#contract/study/question-comments.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { decideAboutItem, readItemLinks } from '#server/features/content/laws/citing/item-links.service.ts';
import { readKeyPrices, recordKeysShown } from '#server/features/exams/mock-exams/taking/key-openings.service.ts';
import { notify } from '#server/features/platform/notifications/notifications.service.ts';
import { requireLastAnswer } from '#server/features/study/review/answered-questions.service.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { without } from '#server/http/without.ts';
import { addDays, dayOf, momentOn } from '#server/time/calendar.ts';
import { nameFor, takeAlias } from './comment-names.service.ts';
import { dequeue, enqueue } from './comment-queue.store.ts';
import { isHeldBack } from './held-words.ts';
import { editableUntil, isTeacher, mayEdit, mayModerate, writingFor } from './question-comments.policy.ts';
import * as store from './question-comments.store.ts';

const COMMENTS_SHOWN = 100;
const REPLIES_SHOWN = 50;

export const commentNotFound = () => notFound('Comentário não encontrado.');

const heldState = (deps: Deps, user: SessionUser, body: string) =>
  !isTeacher(user) && isHeldBack(body, deps.school.now.comments.words) ? ('held' as const) : ('shown' as const);

/** Others get the words of comments that are shown; a writer reads every one of theirs that is not deleted. */
function presented(user: SessionUser, row: store.CommentRow): CommentReply {
  const isMine = row.userId === user.id;
  const isReadable = row.state === 'shown' || (isMine && row.state !== 'deleted');
  return {
    id: row.id,
    isMine,
    name: row.teacherName ?? row.alias,
    isTeacher: row.isTeacher,
    isSealed: row.isSealed,
    body: isReadable ? row.body : '',
    state: row.state,
    votes: row.votes,
    helped: row.helped,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    editableUntil: isMine ? editableUntil(row.createdAt).toISOString() : null,
  };
}

async function readWriting(deps: Deps, user: SessionUser) {
  const { writing } = deps.school.now.comments;
  const hasPaid = writing === 'paying' && !isTeacher(user) ? await store.hasPaid(deps.db, user.id) : true;
  return writingFor(user, writing, hasPaid);
}

/**
 * Refuses those who may not read below the question: it is in an open attempt, or they have not answered it. Who
 * moderates needs no answer. Returns whether the user does.
 */
async function requireReader(deps: Deps, user: SessionUser, questionId: number): Promise<boolean> {
  const question = isTeacher(user) ? await store.findAuthor(deps.db, questionId) : undefined;
  const canModerate = question !== undefined && mayModerate(user, question);
  try {
    await requireLastAnswer(deps, user, questionId);
  } catch (error) {
    if (!(canModerate && error instanceof AppError && error.code === 'not_found')) throw error;
  }
  return canModerate;
}

export async function listBelow(
  deps: Deps,
  user: SessionUser,
  questionId: number,
  { sort }: QueryOf<typeof listQuestionComments>,
) {
  const canModerate = await requireReader(deps, user, questionId);
  const writing = await readWriting(deps, user);
  const name = await nameFor(deps, user, questionId);
  if (writing === 'off') return { name, writing, canModerate: false, total: 0, comments: [], links: [] };
  // The words of others may tell the key: it counts as shown before they are (103).
  await recordKeysShown(deps.db, user, [questionId], deps.clock.now());
  const rows = await store.listComments(deps.db, user.id, { questionId, sort, limit: COMMENTS_SHOWN });
  const parentIds = rows.filter(({ state }) => state !== 'hidden' && state !== 'reported').map(({ id }) => id);
  const replies = Map.groupBy(
    await store.listReplies(deps.db, user.id, { parentIds, limit: REPLIES_SHOWN }),
    ({ parentId }) => parentId,
  );
  const { total } = await store.countShown(deps.db, questionId);
  const comments = rows.map((row) => ({
    ...presented(user, row),
    replies: (replies.get(row.id) ?? []).map((reply) => presented(user, reply)),
  }));
  const readable = comments.flatMap((comment) => [comment, ...comment.replies]).filter(({ body }) => body !== '');
  const links = await readItemLinks(
    deps,
    'comment',
    readable.map(({ id }) => id),
  );
  return { name, writing, canModerate, total, comments, links: links.map((link) => without(link, 'tellsKey')) };
}

export async function countBelow(deps: Deps, user: SessionUser, questionId: number) {
  await requireReader(deps, user, questionId);
  if (deps.school.now.comments.writing === 'off') return { isOff: true, total: 0, sealed: 0, postponesTo: null };
  const priceOf = await readKeyPrices(deps.db, user, [questionId], deps.clock.now());
  return { isOff: false, ...(await store.countShown(deps.db, questionId)), postponesTo: priceOf(questionId) };
}

async function requireWriting(deps: Deps, user: SessionUser): Promise<void> {
  const writing = await readWriting(deps, user);
  if (writing === 'open') return;
  throw new AppError(
    'forbidden',
    writing === 'off' ? 'A escola desligou os comentários.' : 'Aqui só comenta quem comprou um curso da escola.',
  );
}

const enoughForToday = (now: Date, day: string) =>
  new AppError(
    'too_many_requests',
    `Você já escreveu ${COMMENTS_PER_DAY} comentários hoje. Amanhã dá para continuar.`,
    {
      retryAfter: Math.ceil((momentOn(addDays(day, 1), 0).getTime() - now.getTime()) / 1000),
    },
  );

export async function write(
  deps: Deps,
  user: SessionUser,
  questionId: number,
  { body, parentId, creationKey }: BodyOf<typeof addQuestionComment>,
) {
  await requireReader(deps, user, questionId);
  await requireWriting(deps, user);
  const now = deps.clock.now();
  const day = dayOf(now);
  return transact(deps, async (tx) => {
    await store.lockWriting(tx, user.id, questionId);
    const made = await store.findByKey(tx, user.id, creationKey);
    if (!made && (await store.countWrittenOn(tx, user.id, day)) >= COMMENTS_PER_DAY) throw enoughForToday(now, day);
    const parent = parentId === undefined || made ? null : await requireParent(tx, user, questionId, parentId);
    const state = heldState(deps, user, body);
    const id =
      made?.id ??
      (await store.insertComment(tx, {
        questionId,
        userId: user.id,
        parentId: parent?.id ?? null,
        body,
        alias: await takeAlias(deps, tx, { questionId, userId: user.id }),
        isTeacher: isTeacher(user),
        state,
        day,
        creationKey,
        now,
      }));
    if (!made && state === 'held') await enqueue(tx, id, now);
    if (parent && state === 'shown') await notifyWriter(deps, tx, parent, { id, userId: user.id });
    const row = await requireFound(store.findComment(tx, id, user.id), commentNotFound);
    return { isNew: !made, made: presented(user, row) };
  });
}

/** The comment that a reply belongs to. Replies have none, and neither has what readers do not see. */
async function requireParent(tx: Tx, user: SessionUser, questionId: number, id: number): Promise<store.CommentRow> {
  const parent = await store.lockComment(tx, id, user.id);
  if (!parent || parent.questionId !== questionId) throw commentNotFound();
  if (parent.parentId !== null || parent.state !== 'shown') {
    throw new AppError('state_conflict', 'Este comentário não recebe mais respostas.', { status: parent.state });
  }
  return parent;
}

/**
 * One unread notification tells of all replies of a day. It has no words of them: the question may be in an open
 * attempt, and the bell is not closed then.
 */
export async function notifyWriter(
  deps: Deps,
  tx: Tx,
  parent: store.CommentRow,
  reply: { id: number; userId: string | null },
): Promise<void> {
  if (parent.userId === null || parent.userId === reply.userId || parent.isTeacher) return;
  const count = await store.countRepliesOn(tx, parent.userId, dayOf(deps.clock.now()));
  await notify(deps, tx, {
    userId: parent.userId,
    kind: 'comment_replied',
    title: count > 1 ? `${count} respostas aos seus comentários` : 'Responderam ao seu comentário',
    text: 'Veja na página da questão.',
    path: screens.answeredQuestion(parent.questionId),
    key: `comment-reply:${reply.id}`,
    replacesOlder: true,
  });
}

/** The comment of another person, or one's own, below a question that one may see now. */
async function requireSeen(deps: Deps, user: SessionUser, id: number): Promise<store.CommentRow> {
  const row = await requireFound(store.findComment(deps.db, id, user.id), commentNotFound);
  // A person who has not answered the question must not learn whether the comment exists.
  try {
    await requireReader(deps, user, row.questionId);
  } catch (error) {
    throw error instanceof AppError && error.code === 'not_found' ? commentNotFound() : error;
  }
  return row;
}

export async function edit(deps: Deps, user: SessionUser, id: number, body: string) {
  const seen = await requireSeen(deps, user, id);
  if (seen.userId !== user.id || seen.state === 'deleted') throw commentNotFound();
  await requireWriting(deps, user);
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const row = await requireFound(store.lockComment(tx, id, user.id), commentNotFound);
    if (!mayEdit(row, now)) {
      throw new AppError('state_conflict', 'O tempo de editar este comentário acabou.', { status: row.state });
    }
    // Once held back, it stays so until a teacher has decided: an edit must not be the way around it.
    const state = row.state === 'held' ? 'held' : heldState(deps, user, body);
    // The seal of a teacher is about the words that the teacher read.
    const isSealed = row.isSealed && isTeacher(user);
    if (row.body !== body) await store.updateBody(tx, id, { body, state, isSealed, now });
    if (state === 'held') await enqueue(tx, id, now);
    return presented(user, (await store.findComment(tx, id, user.id)) ?? row);
  });
}

/** Corrects where a quote of the caller's own words leads. */
export async function decideOwnQuote(
  deps: Deps,
  user: SessionUser,
  id: number,
  body: BodyOf<typeof decideOwnCommentCitation>,
): Promise<void> {
  const seen = await requireSeen(deps, user, id);
  if (seen.userId !== user.id || seen.state === 'deleted') throw commentNotFound();
  await decideAboutItem(deps, user, { kind: 'comment', id }, body);
}

/** One's own words can always be taken back, also while the question is closed. */
export async function remove(deps: Deps, user: SessionUser, id: number) {
  return transact(deps, async (tx) => {
    const row = await store.lockComment(tx, id, user.id);
    if (row?.userId !== user.id) throw commentNotFound();
    await store.markDeleted(tx, id);
    await dequeue(tx, id);
  });
}

const requireShownToOthers = (user: SessionUser, row: store.CommentRow | undefined): store.CommentRow => {
  if (!row || row.userId === user.id || row.state !== 'shown') throw commentNotFound();
  return row;
};

export async function vote(deps: Deps, user: SessionUser, id: number, helped: boolean) {
  requireShownToOthers(user, await requireSeen(deps, user, id));
  return transact(deps, async (tx) => {
    requireShownToOthers(user, await store.lockComment(tx, id, user.id));
    return { votes: await store.saveVote(tx, id, user.id, helped, deps.clock.now()), helped };
  });
}

/** Comments of teachers can be reported, but only an administrator or the question's author hides them. */
export async function report(deps: Deps, user: SessionUser, id: number) {
  const seen = await requireSeen(deps, user, id);
  if (seen.userId === user.id || (seen.state !== 'shown' && seen.state !== 'reported')) throw commentNotFound();
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const row = await store.lockComment(tx, id, user.id);
    if (!row || (row.state !== 'shown' && row.state !== 'reported')) throw commentNotFound();
    const count = await store.insertReport(tx, id, user.id, now);
    // Again by the same person, after a teacher has decided.
    if (count === 0) return { isHidden: false };
    await enqueue(tx, id, now);
    const isHidden = count >= COMMENT_REPORTS_TO_HIDE && !row.isTeacher;
    if (isHidden) await store.moveState(tx, id, 'shown', 'reported');
    return { isHidden };
  });
}
