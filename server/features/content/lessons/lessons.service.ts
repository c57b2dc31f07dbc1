import type { listLessons, updateLesson } from '#contract/content/lessons.ts';
import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import { LIST_LIMIT_DEFAULT } from '#contract/limits.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { lockTopicTreeForShare } from '#server/features/content/topics/topics.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { removeEntry } from '#server/features/platform/search/search.service.ts';
import { boughtCourses } from '#server/http/bought.ts';
import { AppError, forbidden, notFound, requireFound } from '#server/http/errors.ts';
import { byCreation, readPage } from '#server/http/paging.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { defineUpkeep, inBatches } from '#server/jobs/upkeep.ts';
import { cleanLesson } from './lesson-cleaning.service.ts';
import { index, lockTopic, prepare, tagsOf, type Written, withSubject, withTopic } from './lesson-text.service.ts';
import { type LessonCache, presentLesson, presentSummary } from './lessons.cache.ts';
import { deletedForGood, mayChange, restorableUntil, saveDecision } from './lessons.policy.ts';
import * as store from './lessons.store.ts';
import { followLesson } from './writing/drafts.store.ts';
import { saveVersion } from './writing/versions.service.ts';

const missing = () => notFound('Aula não encontrada.');

/** `isNew` is false where the author had sent exactly this lesson before. */
export async function publishLesson(deps: Deps, cache: LessonCache, author: { id: string }, body: Written) {
  const { lesson, text } = await prepare(deps, author, body);
  const published = await withSubject(
    transact(deps, async (tx, after) => {
      await lockTopic(tx, lesson);
      await store.lockAuthor(tx, author.id);
      const twin = await store.findTwin(tx, author.id, lesson.fingerprint);
      if (twin) return { id: twin, isNew: false };
      const now = deps.clock.now();
      const id = await store.insertLesson(tx, { ...lesson, authorId: author.id, now });
      await saveVersion(tx, { ...lesson, lessonId: id, before: null, isPublished: true, savedBy: author.id, now });
      await index(tx, id, lesson, text);
      await cache.forget(tx, after, tagsOf(id, [lesson.subjectId]));
      return { id, isNew: true };
    }),
  );
  const presented = await requireFound(presentLesson(deps, deps.db, published.id), missing);
  return { made: presented, isNew: published.isNew };
}

export async function changeLesson(
  deps: Deps,
  cache: LessonCache,
  user: SessionUser,
  id: number,
  body: BodyOf<typeof updateLesson>,
) {
  const { lesson: sent, text } = await prepare(deps, user, body);
  await withSubject(
    transact(deps, async (tx, after) => {
      await lockTopicTreeForShare(tx);
      const current = await store.lockLesson(tx, id);
      if (!current || current.deletedAt) throw missing();
      if (!mayChange(user, current)) throw forbidden();
      const lesson = withTopic(sent, body, current);
      await lockTopic(tx, lesson);
      const decision = saveDecision(current, { version: body.version, fingerprint: lesson.fingerprint });
      if (decision === 'saved already') return;
      if (decision === 'conflict') {
        throw new AppError('version_conflict', 'Esta aula foi alterada por outra pessoa enquanto você editava.');
      }
      const now = deps.clock.now();
      await store.updateLessonRow(tx, id, lesson, now);
      await saveVersion(tx, { ...lesson, lessonId: id, before: current, isPublished: true, savedBy: user.id, now });
      await followLesson(tx, id, { ...lesson, version: current.version + 1 }, { savedBy: user.id, now });
      await index(tx, id, lesson, text);
      await cache.forget(tx, after, tagsOf(id, [current.subjectId, lesson.subjectId]));
    }),
  );
  return requireFound(presentLesson(deps, deps.db, id), missing);
}

/** Deleting what is deleted, or restoring what is there, has no effect. */
async function setDeleted(deps: Deps, cache: LessonCache, user: SessionUser, id: number, wanted: boolean) {
  const now = deps.clock.now();
  // Outside the transaction: a long text waits for the worker. A deleted lesson cannot be edited meanwhile.
  const deleted = wanted ? undefined : await store.findDeletedContent(deps.db, id);
  const text = deleted === undefined ? undefined : (await cleanLesson(deleted, user.id)).text;
  await transact(deps, async (tx, after) => {
    const current = await store.lockLesson(tx, id);
    if (!current || (current.deletedAt && restorableUntil(current.deletedAt) <= now)) throw missing();
    if (!mayChange(user, current)) throw forbidden();
    if ((current.deletedAt !== null) === wanted) return;
    await store.setDeleted(tx, id, wanted ? now : null);
    if (wanted) await removeEntry(tx, 'lesson', id);
    else await index(tx, id, current, text ?? (await cleanLesson(current.content, user.id)).text);
    const action = wanted ? 'lesson.deleted' : 'lesson.restored';
    await recordAudit(tx, {
      at: now,
      actorId: user.id,
      action,
      subject: `lesson:${id}`,
      details: { title: current.title },
    });
    await cache.forget(tx, after, tagsOf(id, [current.subjectId]));
  });
}

export const removeLesson = (deps: Deps, cache: LessonCache, user: SessionUser, id: number) =>
  setDeleted(deps, cache, user, id, true);

export async function restoreLesson(deps: Deps, cache: LessonCache, user: SessionUser, id: number) {
  await setDeleted(deps, cache, user, id, false);
  return requireFound(presentLesson(deps, deps.db, id), missing);
}

/** The whole list for who has bought some courses alone. */
export const listOpenLessons = async (deps: Deps, bought: readonly number[]) =>
  (await store.listLessonRows(deps.db, bought)).map(presentSummary);

export async function pageLessons(deps: Deps, user: SessionUser, query: QueryOf<typeof listLessons>) {
  const from = byCreation.from({ ...query, limit: query.limit ?? LIST_LIMIT_DEFAULT });
  const filter = {
    search: query.search,
    subjectId: query.subjectId,
    authorId: query.mine ? user.id : undefined,
    bought: boughtCourses(user, deps.clock.now()),
  };
  return readPage(from, {
    rows: (part) => store.pageLessonRows(deps.db, { ...filter, ...part }),
    total: store.countLessonRows(deps.db, filter),
    present: presentSummary,
  });
}

export async function listDeleted(deps: Deps, user: SessionUser) {
  const rows = await store.listDeletedRows(
    deps.db,
    deletedForGood(deps.clock.now()),
    user.role === 'admin' ? null : user.id,
  );
  return rows.map((row) => ({ ...presentSummary(row), expiresAt: restorableUntil(row.deletedAt) }));
}

export function defineLessonWork(deps: Deps): void {
  defineUpkeep(deps, {
    name: 'purge-lessons',
    every: '41 3 * * *',
    run: async () => ({
      lessons: await inBatches((limit) => store.purgeDeleted(deps.db, deletedForGood(deps.clock.now()), limit)),
    }),
  });
}
