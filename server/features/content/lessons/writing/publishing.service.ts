import type { PublishFault, publishLessonDraft, scheduleLessonDraft } from '#contract/content/lesson-drafts.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { LESSON_SCHEDULE_MAX_MS } from '#contract/limits.ts';
import { screens } from '#contract/screens.ts';
import type { Tx } from '#server/db/handle.ts';
import { type After, transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { notify } from '#server/features/platform/notifications/notifications.service.ts';
import { AppError, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { runEach } from '#server/jobs/each.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { index, lockTopic, prepare, tagsOf, withSubject } from '../lesson-text.service.ts';
import { forgetEverywhere, type LessonCache, presentLesson } from '../lessons.cache.ts';
import { insertDraftedLesson, updateLessonRow } from '../lessons.store.ts';
import { draftConflict, draftMissing, isSameText, lockBoth, readDraft } from './drafts.service.ts';
import type { DraftText } from './drafts.store.ts';
import * as store from './drafts.store.ts';
import { saveVersion } from './versions.service.ts';

type Forget = (tx: Tx, after: After, tags: readonly string[]) => Promise<void>;

/** What is still missing before students can read it. */
function asComplete({ title, content, subjectId, topicId }: Omit<DraftText, 'wordCount'>) {
  const named = title.trim();
  const fields = {
    ...(named === '' ? { title: 'Escreva o título da aula.' } : {}),
    ...(content === '' ? { content: 'Escreva o conteúdo da aula.' } : {}),
    ...(subjectId === null ? { subjectId: 'Escolha a matéria.' } : {}),
  };
  if (Object.keys(fields).length > 0 || subjectId === null) {
    throw new AppError('bad_request', 'Título, conteúdo e matéria são obrigatórios.', { fields });
  }
  return { title: named, content, subjectId, topicId };
}

type Publication = BodyOf<typeof publishLessonDraft> & { id: number; by: string | null };

/** Makes the draft what students read, once: its version and that of what they read now are compared first. */
async function publish(deps: Deps, forget: Forget, publication: Publication): Promise<void> {
  const { id, version, lessonVersion, by } = publication;
  const seen = await requireFound(store.findDraft(deps.db, id), draftMissing);
  const { lesson, text } = await prepare(deps, { id: by ?? 'schedule' }, asComplete(seen));
  await withSubject(
    transact(deps, async (tx, after) => {
      await lockTopic(tx, lesson);
      const { lesson: current, draft } = await lockBoth(tx, id);
      if (!draft) throw draftMissing();
      const isDone = current !== null && !draft.isChanged;
      // The answer to this very publication was lost.
      if (isDone && draft.version === version + 1) return;
      const isSeen = draft.version === version && isSameText(draft, seen);
      if (!isSeen || (current?.version ?? null) !== lessonVersion) throw draftConflict();
      const now = deps.clock.now();
      if (current) await updateLessonRow(tx, id, lesson, now);
      else await insertDraftedLesson(tx, id, { ...lesson, authorId: draft.authorId, now });
      const savedBy = by ?? draft.authorId;
      await saveVersion(tx, { ...lesson, lessonId: id, before: current, isPublished: true, savedBy, now });
      const baseVersion = (current?.version ?? 0) + 1;
      await store.updateDraft(
        tx,
        id,
        { baseVersion, isChanged: false, publishAt: null, publishFault: null, now },
        lesson,
      );
      await index(tx, id, lesson, text);
      await forget(tx, after, tagsOf(id, [current?.subjectId ?? null, lesson.subjectId]));
    }),
  );
}

export async function publishDraft(
  deps: Deps,
  cache: LessonCache,
  user: SessionUser,
  id: number,
  body: BodyOf<typeof publishLessonDraft>,
) {
  const { version } = await readDraft(deps, user, id);
  // Without a draft there is nothing unpublished.
  if (version > 0 || body.version > 0) await publish(deps, cache.forget, { ...body, id, by: user.id });
  const lesson = await requireFound(presentLesson(deps, deps.db, id), draftMissing);
  return { draft: await readDraft(deps, user, id), lesson };
}

const badTime = (publishAt: string) =>
  new AppError('bad_request', 'Confira a data e a hora.', { fields: { publishAt } });

export async function scheduleDraft(
  deps: Deps,
  user: SessionUser,
  id: number,
  body: BodyOf<typeof scheduleLessonDraft>,
) {
  const publishAt = body.publishAt === null ? null : new Date(body.publishAt);
  const seen = await readDraft(deps, user, id);
  if (publishAt) {
    const ahead = publishAt.getTime() - deps.clock.now().getTime();
    if (ahead <= 0) throw badTime('Escolha um momento que ainda não passou.');
    if (ahead > LESSON_SCHEDULE_MAX_MS) throw badTime('Escolha um momento dentro de um ano.');
    await prepare(deps, user, asComplete(seen));
  }
  await transact(deps, async (tx) => {
    const { draft } = await lockBoth(tx, id);
    if (!draft) {
      if (publishAt === null) return;
      throw new AppError('bad_request', 'Não há alterações para publicar.');
    }
    // Again the same time, or the answer to this very call was lost.
    if (draft.publishAt?.getTime() === publishAt?.getTime()) return;
    if (draft.version !== body.version || !isSameText(draft, seen)) throw draftConflict();
    if (publishAt && !draft.isChanged) throw new AppError('bad_request', 'Não há alterações para publicar.');
    await store.updateDraft(tx, id, { publishAt, publishFault: null, now: deps.clock.now() });
  });
  return readDraft(deps, user, id);
}

const PUBLISHING_JOB = 'publish-lessons';
const MOST_AT_ONCE = 100;

const notPublished: Record<PublishFault, string> = {
  incomplete: 'Falta o título, o conteúdo ou a matéria. Complete a aula e publique de novo.',
  changed_meanwhile: 'A aula publicada foi alterada de outro jeito depois que este texto começou. Compare e publique.',
};

async function postpone(deps: Deps, id: number, version: number, publishFault: PublishFault): Promise<void> {
  await transact(deps, async (tx) => {
    const { draft } = await lockBoth(tx, id);
    if (draft?.version !== version) return;
    await store.updateDraft(tx, id, { publishAt: null, publishFault, now: deps.clock.now() });
    if (!draft.authorId) return;
    await notify(deps, tx, {
      userId: draft.authorId,
      kind: 'lesson_held_back',
      key: `lesson:${id}:draft:${version}`,
      title: `Não publicamos “${draft.title.trim() || 'Aula sem título'}”`,
      text: notPublished[publishFault],
      path: screens.writeLesson(id),
    });
  });
}

const refusals = ['bad_request', 'subject_gone', 'topic_gone', 'version_conflict'];

/**
 * Publishes every due draft. A draft that cannot be published loses its date, and its author is notified of the
 * reason.
 */
export async function publishDue(deps: Deps): Promise<{ lessons: number }> {
  const forget: Forget = (tx, after, tags) => forgetEverywhere(deps.bus, tx, after, tags);
  let lessons = 0;
  await runEach(deps, {
    work: PUBLISHING_JOB,
    limit: MOST_AT_ONCE,
    list: (pausing, limit) => store.listDue(deps.db, { now: deps.clock.now(), pausing, limit }),
    idOf: ({ id }) => id,
    async run({ id, version }) {
      try {
        const draft = await store.findDraft(deps.db, id);
        await publish(deps, forget, { id, version, lessonVersion: draft?.baseVersion ?? null, by: null });
        lessons += 1;
      } catch (error) {
        if (!(error instanceof AppError && refusals.includes(error.code))) throw error;
        // Saved at this very moment: `holdBack` finds another version, and the next round tries again.
        await postpone(deps, id, version, error.code === 'version_conflict' ? 'changed_meanwhile' : 'incomplete');
      }
    },
  });
  return { lessons };
}

export function definePublishingWork(deps: Deps): void {
  defineUpkeep(deps, { name: PUBLISHING_JOB, every: '* * * * *', run: () => publishDue(deps) });
}
