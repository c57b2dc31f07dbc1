import { randomBytes } from 'node:crypto';
import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import { QUESTION_LIST_PAGE, QUESTION_LIST_QUESTIONS_MAX, QUESTION_LISTS_MAX } from '#contract/limits.ts';
import type {
  changeQuestionList,
  createQuestionList,
  getQuestionList,
  listQuestionLists,
  QuestionList,
  QuestionListSummary,
} from '#contract/study/question-lists.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { readAsOne } from '#server/db/as-one.ts';
import type { Tx } from '#server/db/handle.ts';
import { checkShared } from '#server/db/shared.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { filterOwnCourses } from '#server/features/content/courses/courses.service.ts';
import {
  openQuizOf,
  readUnderWay,
  toUnderWay,
  type UnderWay,
  withheldReads,
} from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import {
  listPractisableBy,
  type Practising,
  practiceReads,
  practisingFrom,
  readFollowing,
  readPractisable,
} from '#server/features/study/practice/free-practice.service.ts';
import { closeListPractice, openListPractice } from '#server/features/study/practice/list-practice.service.ts';
import { MINUTES_EACH } from '#server/features/study/review/today.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import * as items from './list-items.store.ts';
import * as store from './question-lists.store.ts';
import { offeredCoursesOf } from './shared-lists.store.ts';

/** How long a living list shows what its filter selected before it is applied again. */
const SYNC_AFTER_MS = 10 * MINUTE_MS;

export const listNotFound = () => notFound('Caderno não encontrado.');

const tooManyLists = () =>
  new AppError('conflict', `Você chegou a ${QUESTION_LISTS_MAX} cadernos. Exclua um deles antes de criar outro.`);

export const nothingFits = (message: string) => new AppError('nothing_to_practise', message);

/** By list, the quiz whose open attempt contains one of the list's answered questions. */
async function readHolders(deps: Deps, ids: readonly number[], underWay: UnderWay) {
  if (underWay.size === 0 || ids.length === 0) return new Map<number, ReturnType<typeof openQuizOf>>();
  const answered = await store.listAnsweredAmong(deps.db, ids, [...underWay.keys()]);
  return new Map(
    answered.flatMap(({ id, questionId }) => {
      const holder = underWay.get(questionId);
      return holder ? [[id, openQuizOf(holder)] as const] : [];
    }),
  );
}

const summaryOf = (row: store.ListRow, withheldBy: ReturnType<typeof openQuizOf> | null) => ({
  id: row.id,
  name: row.name,
  isLiving: row.isLiving,
  hasFilter: row.filter !== null,
  ordering: row.ordering,
  total: row.total,
  answered: row.answered,
  correct: withheldBy ? null : row.correct,
  withheldBy,
  createdAt: row.createdAt.toISOString(),
  usedAt: row.usedAt.toISOString(),
  copies: row.copies,
  teacher: row.teacher,
});

export async function listOwnLists(
  deps: Deps,
  user: SessionUser,
  { questionId }: QueryOf<typeof listQuestionLists>,
): Promise<QuestionListSummary[]> {
  const [rows, underWay] = await Promise.all([
    store.listRows(deps.db, user.id, QUESTION_LISTS_MAX),
    readUnderWay(deps.db, user.id, deps.clock.now()),
  ]);
  const ids = rows.map(({ id }) => id);
  const holders = await readHolders(deps, ids, underWay);
  const containing = new Set(questionId === undefined ? [] : await store.listContaining(deps.db, ids, questionId));
  return rows.map((row) => ({ ...summaryOf(row, holders.get(row.id) ?? null), hasQuestion: containing.has(row.id) }));
}

/** The list that an earlier request with this key made, whatever may be chosen for it by now. */
export async function findMade(deps: Deps, user: SessionUser, creationKey: string) {
  const made = await store.findByKey(deps.db, user.id, creationKey);
  return made && { isNew: false, made: { id: made.id, total: made.total } };
}

type Content = { questionIds: readonly number[] };

/** Stores a list with its questions, unless the key or the limit of lists says otherwise. */
export async function storeList(deps: Deps, list: Omit<store.NewList, 'now'>, { questionIds }: Content) {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    await store.lockOwner(tx, list.userId);
    const made = await store.findByKey(tx, list.userId, list.creationKey);
    if (made) return { isNew: false, made: { id: made.id, total: made.total } };
    if ((await store.countLists(tx, list.userId)) >= QUESTION_LISTS_MAX) throw tooManyLists();
    const id = await store.insertList(tx, { ...list, now });
    return { isNew: true, made: { id, total: await items.appendItems(tx, id, questionIds) } };
  });
}

async function chosenQuestions(deps: Deps, user: SessionUser, body: BodyOf<typeof createQuestionList>) {
  if (body.filter) {
    const fitting = await listPractisableBy(deps, user, body.filter, QUESTION_LIST_QUESTIONS_MAX);
    if (fitting.length === 0 && !body.isLiving) throw nothingFits('Não há questões com estas escolhas.');
    return fitting;
  }
  const named = body.questionIds ?? [];
  const { free } = await readPractisable(deps, user, named);
  if (named.length > 0 && free.size === 0) throw cannotAdd();
  return named.filter((id) => free.has(id));
}

export const cannotAdd = () =>
  nothingFits('Esta questão não entra em cadernos agora: ela é de um simulado que você ainda vai fazer, ou só dele.');

export async function createList(deps: Deps, user: SessionUser, body: BodyOf<typeof createQuestionList>) {
  const { name, filter = null, creationKey } = body;
  if (body.isLiving && filter === null) {
    throw new AppError('bad_request', 'Confira os dados enviados.', { fields: { isLiving: 'Escolha um filtro.' } });
  }
  const found = await findMade(deps, user, creationKey);
  if (found) return found;
  const questionIds = await chosenQuestions(deps, user, body);
  const list = { userId: user.id, name, filter, isLiving: body.isLiving, copiedFrom: null, creationKey };
  return storeList(deps, list, { questionIds });
}

/**
 * Applies the filter of a living list: adds what fits and may be practised, removes unanswered questions that no longer
 * fit. Questions that are closed now stay, whatever they were answered. Idempotent.
 */
export async function syncLivingList(deps: Deps, user: SessionUser, list: store.ListRow): Promise<void> {
  const { filter } = list;
  if (!list.isLiving || filter === null) return;
  const current = await items.listQuestionIds(deps.db, list.id);
  const { open, staying } = await readFollowing(deps, user, filter, {
    limit: QUESTION_LIST_QUESTIONS_MAX,
    among: current,
  });
  await transact(deps, async (tx) => {
    const locked = await store.lockList(tx, list.id, user.id);
    if (!locked?.isLiving) return;
    await items.removeItems(tx, list.id, await items.listUnansweredExcept(tx, list.id, [...staying, ...open]));
    await addUpToLimit(tx, list.id, open);
    await store.markSynced(tx, list.id, deps.clock.now());
  });
}

/** Adds as many of the questions as the list still takes. */
async function addUpToLimit(tx: Tx, listId: number, questionIds: readonly number[]): Promise<number> {
  const present = new Set(await items.listQuestionIds(tx, listId));
  const missing = questionIds.filter((id) => !present.has(id));
  return items.appendItems(tx, listId, missing.slice(0, QUESTION_LIST_QUESTIONS_MAX - present.size));
}

export async function requireList(deps: Deps, user: SessionUser, id: number): Promise<store.ListRow> {
  return requireFound(store.findList(deps.db, id, user.id), listNotFound);
}

export async function readList(
  deps: Deps,
  user: SessionUser,
  id: number,
  query: QueryOf<typeof getQuestionList>,
): Promise<QuestionList> {
  const now = deps.clock.now();
  const found = await requireList(deps, user, id);
  const isStale = found.isLiving && now.getTime() - (found.syncedAt?.getTime() ?? 0) >= SYNC_AFTER_MS;
  if (isStale) await syncLivingList(deps, user, found);
  const list = isStale ? await requireList(deps, user, id) : found;
  const { reads, settle } = checkShared(deps.db);
  const rows = await readAsOne(deps.db, {
    ...reads,
    ...withheldReads(user.id, now),
    ...practiceReads(user.id, now),
    next: items.nextNumberOf(id),
    open: openListPractice(user.id, id),
    courses: offeredCoursesOf(id),
  });
  const underWay = toUnderWay(rows.underWay);
  const who = await practisingFrom(deps, user, settle(rows.shared), rows.withheld);
  const nextNumber = rows.next[0]?.rank ?? null;
  const [holders, own, page] = await Promise.all([
    readHolders(deps, [id], underWay),
    filterOwnCourses(
      deps.db,
      user,
      rows.courses.map((course) => course.id),
    ),
    readItems(deps, user, list, { ...query, nextNumber, who }),
  ]);
  return {
    ...summaryOf(list, holders.get(id) ?? null),
    nextNumber,
    openPractice: rows.open[0]?.id ?? null,
    minutesLeft: Math.ceil((list.total - list.answered) * MINUTES_EACH),
    ...page,
    shareToken: list.shareToken,
    courseIds: [...own],
    // Offers to courses that the owner of the list has given away.
    givenCourses: rows.courses.filter((course) => !own.has(course.id)),
  };
}

type PageOf = QueryOf<typeof getQuestionList> & { nextNumber: number | null; who: Practising };

/** Without a page: where the student stopped. */
async function readItems(deps: Deps, user: SessionUser, list: store.ListRow, of: PageOf) {
  const isWrongOnly = of.only === 'wrong';
  const { underWay } = of.who;
  const total = isWrongOnly ? await items.countWrongItems(deps.db, list.id, underWay) : list.total;
  const pages = Math.max(1, Math.ceil(total / QUESTION_LIST_PAGE));
  const stopped = isWrongOnly ? 1 : Math.ceil((of.nextNumber ?? 1) / QUESTION_LIST_PAGE);
  const page = Math.min(pages, of.page ?? stopped);
  const before = (page - 1) * QUESTION_LIST_PAGE;
  const rows = isWrongOnly
    ? await items.listWrongItems(deps.db, list.id, underWay, { limit: QUESTION_LIST_PAGE, offset: before })
    : await items.listItemsBetween(deps.db, list.id, before + 1, before + QUESTION_LIST_PAGE);
  const ids = rows.map(({ questionId }) => questionId);
  const { free } = await readPractisable(deps, user, ids, of.who);
  return {
    page,
    pages,
    items: rows.map((row) =>
      itemOf(row, { isOpen: free.has(row.questionId), isSecret: of.who.withheld.has(row.questionId) }),
    ),
  };
}

/**
 * A closed question shows neither its words nor how it was answered: both may be secret now. An outdated one that was
 * answered and is not in a mock exam is no secret: it stays readable, with the reason.
 */
function itemOf(
  { isCorrect, ...row }: items.ItemRow,
  { isOpen, isSecret }: { isOpen: boolean; isSecret: boolean },
): QuestionList['items'][number] {
  const { questionId, number } = row;
  const outdated = isSecret ? null : row.outdated;
  if (!isOpen && (!outdated || isCorrect === null)) {
    const closed = { state: 'closed', wrongs: 0, excerpt: null, topic: null, source: '', year: null } as const;
    return { questionId, number, ...closed, outdated: outdated && { reason: '' } };
  }
  return { ...row, state: isCorrect === null ? 'new' : isCorrect ? 'right' : 'wrong' };
}

export async function listTopics(deps: Deps, user: SessionUser, id: number) {
  await requireList(deps, user, id);
  const underWay = await readUnderWay(deps.db, user.id, deps.clock.now());
  const rows = await items.listTopicProgress(deps.db, id, [...underWay.keys()]);
  return rows.map(({ isWithheld, correct, ...row }) => ({ ...row, correct: isWithheld ? null : correct }));
}

/** Runs a change on the locked list of the caller. Another person's list is not found. */
export async function changeLocked<T>(
  deps: Deps,
  user: SessionUser,
  id: number,
  change: (tx: Tx, list: store.ListRow) => Promise<T>,
): Promise<T> {
  return transact(deps, async (tx) => {
    const list = await requireFound(store.lockList(tx, id, user.id), listNotFound);
    return change(tx, list);
  });
}

export async function changeList(deps: Deps, user: SessionUser, id: number, body: BodyOf<typeof changeQuestionList>) {
  const now = deps.clock.now();
  const { name, ordering, isLiving } = body;
  await requireList(deps, user, id);
  await transact(deps, async (tx) => {
    // The next practice follows the new order. Practice before list: the order in which an answer locks them.
    if (ordering !== undefined) await closeListPractice(tx, user.id, id, now);
    const list = await requireFound(store.lockList(tx, id, user.id), listNotFound);
    if (name !== undefined) await store.renameList(tx, id, name);
    if (isLiving === false && list.isLiving) await store.fixList(tx, id);
    if (ordering !== undefined) {
      const underWay = [...(await readUnderWay(tx, user.id, now)).keys()];
      await store.reorder(tx, id, ordering, { userId: user.id, underWay });
    }
  });
}

export async function deleteList(deps: Deps, user: SessionUser, id: number) {
  const now = deps.clock.now();
  await transact(deps, async (tx) => {
    await closeListPractice(tx, user.id, id, now);
    await requireFound(store.lockList(tx, id, user.id), listNotFound);
    await store.deleteList(tx, id);
  });
}

const TOKEN_BYTES = 16;

export async function shareList(deps: Deps, user: SessionUser, id: number) {
  return changeLocked(deps, user, id, async (tx, list) => {
    const token = list.shareToken ?? randomBytes(TOKEN_BYTES).toString('hex');
    if (list.shareToken === null) await store.setShareToken(tx, id, token);
    return { token };
  });
}

export async function unshareList(deps: Deps, user: SessionUser, id: number) {
  await changeLocked(deps, user, id, (tx) => store.setShareToken(tx, id, null));
}
