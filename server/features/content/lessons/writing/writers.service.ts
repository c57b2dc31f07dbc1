import type { tellLessonPresence } from '#contract/content/lesson-drafts.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { LESSON_PRESENCE_LASTS_MS, LESSON_VERSIONS_MAX } from '#contract/limits.ts';
import type { Deps } from '#server/deps.ts';
import type { Expired } from '#server/feature.ts';
import { notFound, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { mayChange } from '../lessons.policy.ts';
import { draftMissing } from './drafts.service.ts';
import { findState } from './drafts.store.ts';
import { findVersion, listVersionRows } from './versions.store.ts';
import { deleteLeftWriters, deleteWriter, listOtherWriters, saveWriter } from './writers.store.ts';

/** The current state of the lesson, for its writers. */
export async function ownState(deps: Deps, user: SessionUser, id: number) {
  const state = await findState(deps.db, id);
  if (!state || !mayChange(user, state)) throw draftMissing();
  return state;
}

const lapsed = ({ clock }: Deps) => new Date(clock.now().getTime() - LESSON_PRESENCE_LASTS_MS);

export async function reportPresence(
  deps: Deps,
  user: SessionUser,
  id: number,
  { page, isLeaving }: BodyOf<typeof tellLessonPresence>,
) {
  const { version, lessonVersion, savedByName } = await ownState(deps, user, id);
  if (isLeaving) await deleteWriter(deps.db, id, page, user.id);
  else await saveWriter(deps.db, { lessonId: id, page, userId: user.id, now: deps.clock.now() });
  const others = await listOtherWriters(deps.db, id, page, lapsed(deps));
  return {
    ...{ version, lessonVersion, savedByName },
    others: others.map(({ userId, name }) => ({ name, isMe: userId === user.id })),
  };
}

export async function listVersions(deps: Deps, user: SessionUser, id: number) {
  await ownState(deps, user, id);
  return listVersionRows(deps.db, id, LESSON_VERSIONS_MAX);
}

export async function readVersion(deps: Deps, user: SessionUser, id: number, versionId: number) {
  await ownState(deps, user, id);
  return requireFound(findVersion(deps.db, id, versionId), () => notFound('Esta versão não existe mais.'));
}

/** Pages that were closed without a word. */
export const leftWriters = (deps: Deps): Expired => ({
  lessonWriters: (limit) => deleteLeftWriters(deps.db, lapsed(deps), limit),
});
