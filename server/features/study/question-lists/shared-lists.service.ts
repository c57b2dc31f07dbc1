import type { BodyOf } from '#contract/endpoint.ts';
import { QUESTION_LISTS_MAX } from '#contract/limits.ts';
import type { offerQuestionList } from '#contract/study/shared-question-lists.ts';
import type { Deps } from '#server/deps.ts';
import { courseNotFound, filterOwnCourses } from '#server/features/content/courses/courses.service.ts';
import { readPractisable } from '#server/features/study/practice/free-practice.service.ts';
import { requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { listQuestionIds } from './list-items.store.ts';
import { changeLocked, findMade, listNotFound, nothingFits, requireList, storeList } from './question-lists.service.ts';
import * as store from './shared-lists.store.ts';

async function openQuestions(deps: Deps, user: SessionUser, listId: number): Promise<number[]> {
  const ids = await listQuestionIds(deps.db, listId);
  const { free } = await readPractisable(deps, user, ids);
  return ids.filter((id) => free.has(id));
}

export async function readShared(deps: Deps, user: SessionUser, token: string) {
  const source = await requireFound(store.findShared(deps.db, token), listNotFound);
  const open = await openQuestions(deps, user, source.id);
  return {
    name: source.name,
    total: source.total,
    open: open.length,
    teacher: source.teacher,
    ownId: source.userId === user.id ? source.id : null,
  };
}

/** A copy has what its owner may practise, in the order of the source, and follows the source no further. */
async function copy(deps: Deps, user: SessionUser, source: store.SourceRow | undefined, creationKey: string) {
  const found = await findMade(deps, user, creationKey);
  if (found)
    return { ...found, made: { ...found.made, leftOut: Math.max(0, (source?.total ?? 0) - found.made.total) } };
  if (!source) throw listNotFound();
  const questionIds = await openQuestions(deps, user, source.id);
  if (questionIds.length === 0) throw nothingFits('Este caderno não tem questões que você possa treinar agora.');
  const { name } = source;
  const list = { userId: user.id, name, filter: null, isLiving: false, copiedFrom: source.id, creationKey };
  const { made, isNew } = await storeList(deps, list, { questionIds });
  return { isNew, made: { ...made, leftOut: Math.max(0, source.total - made.total) } };
}

export const copyShared = async (deps: Deps, user: SessionUser, token: string, creationKey: string) =>
  copy(deps, user, await store.findShared(deps.db, token), creationKey);

export const copyOffered = async (deps: Deps, user: SessionUser, id: number, creationKey: string) =>
  copy(deps, user, await store.findOffered(deps.db, user.id, id), creationKey);

export async function listOfferedTo(deps: Deps, user: SessionUser) {
  const rows = await store.listOffered(deps.db, user.id, QUESTION_LISTS_MAX);
  return rows.map(({ userId: _, ...row }) => row);
}

export async function offerTo(deps: Deps, user: SessionUser, id: number, body: BodyOf<typeof offerQuestionList>) {
  await requireList(deps, user, id);
  const wanted = [...new Set(body.courseIds)];
  await changeLocked(deps, user, id, async (tx) => {
    const offered = await store.listCourseIds(tx, id);
    const own = await filterOwnCourses(tx, user, [...wanted, ...offered]);
    if (!wanted.every((courseId) => own.has(courseId))) throw courseNotFound();
    // An offer to a course that is the caller's no more ends only when it is named.
    const ended = offered.filter((courseId) =>
      own.has(courseId) ? !wanted.includes(courseId) : body.ended.includes(courseId),
    );
    await store.replaceOffers(tx, id, { courseIds: wanted, ended, now: deps.clock.now() });
  });
}
