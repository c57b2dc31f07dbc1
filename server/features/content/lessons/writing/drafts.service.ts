import type { createLessonDraft, listLessonDrafts, saveLessonDraft } from '#contract/content/lesson-drafts.ts';
import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import { DAY_MS } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import type { Expired } from '#server/feature.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { countWords } from '#server/html/lesson-html.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import { cursorOf, instant, readPage, rowId } from '#server/http/paging.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { without } from '#server/http/without.ts';
import { cleanContent, lockTopic, withSubject } from '../lesson-text.service.ts';
import { mayChange } from '../lessons.policy.ts';
import { findLesson, lockLesson } from '../lessons.store.ts';
import * as store from './drafts.store.ts';
import { saveVersion } from './versions.service.ts';

export const draftMissing = () => notFound('Aula não encontrada.');
export const draftConflict = () =>
  new AppError('version_conflict', 'Esta aula foi alterada por outra pessoa enquanto você editava.');

const byUpdate = cursorOf({ updatedAt: instant, id: rowId });

const blank: store.DraftText = { title: '', content: '', subjectId: null, topicId: null, wordCount: 0 };

type Text = Pick<store.DraftText, 'title' | 'content' | 'subjectId' | 'topicId'>;

export const isSameText = (one: Text, other: Text) =>
  one.title === other.title &&
  one.content === other.content &&
  one.subjectId === other.subjectId &&
  one.topicId === other.topicId;

const unsigned = (deps: Deps) => `Equipe ${deps.school.now.schoolName}`;

/** The draft as its author sees it; of a lesson that has none, what students read. */
export async function readDraft(deps: Deps, user: SessionUser, id: number, db: Db | Tx = deps.db) {
  const row = await store.findDraft(db, id);
  if (row) {
    if (!mayChange(user, row)) throw draftMissing();
    return {
      ...without(row, 'wordCount', 'authorId'),
      isPublished: row.lessonVersion !== null,
      authorName: row.authorName ?? unsigned(deps),
    };
  }
  const lesson = await findLesson(db, id);
  if (!lesson || !mayChange(user, lesson)) throw draftMissing();
  const { title, content, subjectId, topicId, version, updatedAt } = lesson;
  const authorName = [lesson.authorFirstName, lesson.authorLastName].filter(Boolean).join(' ') || unsigned(deps);
  return {
    ...{ id, title, content, subjectId, topicId, updatedAt, authorName, savedByName: lesson.authorId && authorName },
    ...{ version: 0, baseVersion: version, lessonVersion: version },
    ...{ isPublished: true, isChanged: false, publishAt: null, publishFault: null },
  };
}

export async function listDrafts(deps: Deps, user: SessionUser, query: QueryOf<typeof listLessonDrafts>) {
  const authorId = user.role === 'admin' ? null : user.id;
  const page = await readPage(byUpdate.from(query), {
    rows: (part) => store.listDraftRows(deps.db, { authorId, ...part }),
    total: store.countDraftRows(deps.db, authorId),
  });
  const rows = page.rows.map((row) => ({
    ...without(row, 'lessonVersion'),
    isPublished: row.lessonVersion !== null,
    authorName: row.authorName ?? unsigned(deps),
  }));
  return { ...page, rows };
}

export async function beginDraft(deps: Deps, user: SessionUser, { creationKey }: BodyOf<typeof createLessonDraft>) {
  const { id, isNew } = await transact(deps, async (tx) => {
    const made = await store.insertDraft(tx, {
      ...{ ...blank, authorId: user.id, savedBy: user.id },
      ...{ creationKey, isChanged: false, now: deps.clock.now() },
    });
    if (made !== null) return { id: made, isNew: true };
    const known = creationKey && (await store.findByKey(tx, user.id, creationKey));
    if (!known) throw draftMissing();
    return { id: known, isNew: false };
  });
  return { made: await readDraft(deps, user, id), isNew };
}

/** Both rows of a lesson, held in one order: the lesson's before the draft's. */
export async function lockBoth(tx: Tx, id: number) {
  await store.lockDraftId(tx, id);
  const lesson = await lockLesson(tx, id);
  if (lesson?.deletedAt) throw draftMissing();
  return { lesson: lesson ?? null, draft: (await store.lockDraft(tx, id)) ?? null };
}

export async function saveDraft(deps: Deps, user: SessionUser, id: number, body: BodyOf<typeof saveLessonDraft>) {
  const clean = await cleanContent(deps, user, body.content);
  const written: store.DraftText = {
    ...{ title: body.title, subjectId: body.subjectId, topicId: body.topicId },
    content: clean.empty ? '' : clean.html,
    wordCount: countWords(clean.text),
  };
  await withSubject(
    transact(deps, async (tx) => {
      await lockTopic(tx, written);
      const { lesson, draft } = await lockBoth(tx, id);
      const owner = draft ?? lesson;
      if (!owner || !mayChange(user, owner)) throw draftMissing();
      const now = deps.clock.now();
      const isChanged = !isSameText(written, lesson ?? blank);
      if (draft) {
        const isThere = isSameText(written, draft);
        // The answer to this very save was lost.
        if (isThere && draft.version === body.version + 1) return;
        if (draft.version !== body.version) throw draftConflict();
        if (isThere) return;
        await store.updateDraft(tx, id, { savedBy: user.id, isChanged, publishFault: null, now }, written);
      } else if (lesson) {
        if (body.version !== 0 || body.baseVersion !== lesson.version) throw draftConflict();
        if (!isChanged) return;
        const { authorId } = lesson;
        await store.insertDraft(tx, { ...written, authorId, savedBy: user.id, lesson, isChanged, now });
      }
      await saveVersion(tx, {
        ...{ ...written, lessonId: id, before: lesson, isPublished: false, savedBy: user.id, now },
        asNew: body.asNewVersion,
      });
    }),
  );
  return readDraft(deps, user, id);
}

/** Discards the unpublished changes of a published lesson; an unpublished lesson is deleted. */
export async function discardDraft(deps: Deps, user: SessionUser, id: number): Promise<void> {
  await transact(deps, async (tx) => {
    const { lesson, draft } = await lockBoth(tx, id);
    if (!draft || !mayChange(user, draft)) throw draftMissing();
    const now = deps.clock.now();
    if (lesson) {
      if (!draft.isChanged && !draft.publishAt) return;
      const change = { savedBy: user.id, baseVersion: lesson.version, isChanged: false, now };
      await store.updateDraft(tx, id, { ...change, publishAt: null, publishFault: null }, lesson);
    } else {
      await store.deleteDraft(tx, id);
    }
    if (!draft.isChanged) return;
    const about = { action: 'lesson.draft_discarded', subject: `lesson:${id}`, details: { title: draft.title } };
    await recordAudit(tx, { ...about, at: now, actorId: user.id });
  });
}

/** Drafts that were opened and never written in go after a day. */
export const blankDrafts = ({ db, clock }: Deps): Expired => ({
  lessonDrafts: (limit) => store.deleteBlankDrafts(db, new Date(clock.now().getTime() - DAY_MS), limit),
});
