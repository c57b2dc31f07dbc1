import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { type After, transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { ensureTopics, lockTopicTreeForShare } from '#server/features/content/topics/topics.service.ts';
import { indexEntry, removeEntry } from '#server/features/platform/search/search.service.ts';
import { cleanLessonHtml } from '#server/html/lesson-html.ts';
import { asStored } from './lesson-text.service.ts';
import { forgetEverywhere, tag } from './lessons.cache.ts';
import { findTwin, insertLesson, lockAuthor } from './lessons.store.ts';
import {
  deleteSampleLessons,
  deleteSampleSubjects,
  insertSampleReadings,
  markSampleLessons,
  type SampleReading,
} from './lessons-sample.store.ts';
import { sampleSubjects } from './sample/sample-subjects.ts';
import { findSubjectByName, insertSubject } from './subjects.store.ts';

/** One lesson after the other, as if they had been written over two weeks. */
const PACE_MS = 21 * HOUR_MS;
/** The age of the first lesson: the sample school is in its third month. */
const FIRST_MS = 82 * DAY_MS;

/** Five subjects with real lessons. Loading twice adds nothing. */
export async function sampleLessons(deps: Deps, authorId: string): Promise<void> {
  let createdAt = new Date(deps.clock.now().getTime() - FIRST_MS);
  for (const { subject, lessons } of sampleSubjects) {
    for (const { title, topic, file } of lessons) {
      createdAt = new Date(createdAt.getTime() + PACE_MS);
      const html = await readFile(join(import.meta.dirname, 'sample', file), 'utf8');
      await addLesson(deps, { authorId, subject, topic, title, html, createdAt });
    }
  }
  await markLessons(deps.db, authorId);
}

export const markLessons = (db: Db | Tx, authorId: string) => markSampleLessons(db, authorId);

type NewLesson = {
  authorId: string;
  subject: string;
  topic: string;
  title: string;
  html: string;
  createdAt: Date;
};

async function addLesson(deps: Deps, { authorId, subject, topic, title, html, createdAt }: NewLesson): Promise<void> {
  await transact(deps, async (tx) => {
    await lockTopicTreeForShare(tx);
    await lockAuthor(tx, authorId);
    const subjectId =
      (await insertSubject(tx, subject, createdAt, { isSample: true })) ??
      (await findSubjectByName(tx, subject))?.id ??
      null;
    if (subjectId === null) return;
    const clean = cleanLessonHtml(html.replaceAll('\n', ''));
    const topicId = (await ensureTopics(tx, [{ subjectId, text: topic }]))({ subjectId, text: topic });
    const lesson = asStored({ title, subjectId, topicId, content: clean.html }, clean);
    if (await findTwin(tx, authorId, lesson.fingerprint)) return;
    const id = await insertLesson(tx, { ...lesson, authorId, now: createdAt });
    await indexEntry(tx, { kind: 'lesson', id, subjectId, title, text: clean.text });
  });
}

/** What the people of the sample have read, in one statement: their courses are looked at by what comes after. */
export const sampleReadings = (tx: Tx, readings: readonly SampleReading[]) => insertSampleReadings(tx, readings);

/** Runs in the removal's transaction, after courses and questions. The caches are rebuilt at its commit. */
export async function removeSampleLessons(deps: Deps, tx: Tx, after: After, loadedAt: Date) {
  const { removed, kept } = await deleteSampleLessons(tx, loadedAt);
  for (const { id } of removed) await removeEntry(tx, 'lesson', id);
  const subjects = await deleteSampleSubjects(tx);
  const tags = removed.flatMap(({ id, subjectId }) => [
    tag.lesson(id),
    ...(subjectId === null ? [] : [tag.subject(subjectId)]),
  ]);
  await forgetEverywhere(deps.bus, tx, after, [tag.lists, ...tags]);
  return { lessons: { removed: removed.length, kept }, subjects };
}
