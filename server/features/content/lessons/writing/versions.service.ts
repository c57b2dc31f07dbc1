import { LESSON_VERSIONS_MAX } from '#contract/limits.ts';
import { MINUTE_MS } from '#contract/time.ts';
import type { Tx } from '#server/db/handle.ts';
import type { VersionText } from './versions.store.ts';
import * as store from './versions.store.ts';

/** What one person saves within this time is one version: the text saves itself every few seconds. */
const ONE_SITTING_MS = 10 * MINUTE_MS;

type Before = VersionText & { authorId: string | null; updatedAt: Date };

type SavedVersion = VersionText & {
  lessonId: number;
  /** What students read until now, where there is such a thing: the first version of a lesson that has none yet. */
  before: Before | null;
  isPublished: boolean;
  savedBy: string | null;
  now: Date;
  asNew?: boolean | undefined;
};

/** Keeps what a lesson or its draft says now among its versions, in the transaction that saves it. */
export async function saveVersion(tx: Tx, { before, asNew, ...version }: SavedVersion): Promise<void> {
  let newest = await store.findNewest(tx, version.lessonId, version);
  if (!newest && before) {
    await store.insertVersion(tx, {
      ...{ title: before.title, content: before.content, subjectId: before.subjectId },
      ...{ lessonId: version.lessonId, isPublished: true, savedBy: before.authorId, now: before.updatedAt },
    });
    newest = await store.findNewest(tx, version.lessonId, version);
  }
  if (newest?.isSame) {
    if (version.isPublished && !newest.isPublished) await store.markPublished(tx, newest.id);
    return;
  }
  const isOneSitting =
    newest &&
    !asNew &&
    !newest.isPublished &&
    newest.savedBy === version.savedBy &&
    version.now.getTime() - newest.begunAt.getTime() < ONE_SITTING_MS;
  if (newest && isOneSitting) return store.rewriteVersion(tx, newest.id, version);
  await store.insertVersion(tx, version);
  await store.pruneVersions(tx, version.lessonId, LESSON_VERSIONS_MAX);
}
