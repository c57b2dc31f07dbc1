// For its types: app.lessonCache.
import type {} from 'fastify';
import * as z from 'zod/mini';
import { getLesson, listLessons } from '#contract/content/lessons.ts';
import { readingMinutes } from '#contract/content/reading.ts';
import { listSubjects } from '#contract/content/subjects.ts';
import { type Bus, publishChange } from '#server/db/bus.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { After } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { readyCache } from '#server/http/ready-cache.ts';
import { without } from '#server/http/without.ts';
import { findLesson, findNeighbour, listLessonRows, listRecordingSlots } from './lessons.store.ts';
import { listSubjectRows } from './subjects.store.ts';

const LESSONS_TOPIC = 'lessons';
const MAX_BYTES = 96 * 1024 * 1024;

/** What an answer is made of. */
export const tag = {
  /** Titles, subjects and order of all lessons, and the subjects with their counts. */
  lists: 'lists',
  lesson: (id: number) => `lesson:${id}`,
  /** A subject's name and which lessons it holds, in which order, under which titles. */
  subject: (id: number) => `subject:${id}`,
};

/** The hot reads of this feature, kept as ready bytes; see ready-cache.ts. */
export function lessonCache(deps: Pick<Deps, 'db' | 'bus' | 'school'>) {
  const { db, bus } = deps;
  const cache = readyCache(bus, LESSONS_TOPIC, MAX_BYTES);
  // An author's name stands in each of their lessons: the accounts tell on the bus when a user changes.
  bus.subscribe(
    'session',
    (userId) => cache.drop(`author:${userId}`),
    () => {},
  );
  // So does the name of the school, in lessons without an author.
  deps.school.onChange(() => cache.drop('unsigned'));

  return {
    lesson: (id: number) =>
      cache.get(`lesson:${id}`, async () => {
        const lesson = await presentLesson(deps, db, id);
        if (!lesson) return null;
        const tags = [tag.lesson(id)];
        if (lesson.subjectId) tags.push(tag.subject(lesson.subjectId));
        tags.push(lesson.authorId ? `author:${lesson.authorId}` : 'unsigned');
        return { json: JSON.stringify(z.parse(getLesson.response, lesson)), tags };
      }),

    list: () =>
      cache.get('lessons', async () => {
        const rows = (await listLessonRows(db)).map(presentSummary);
        return { json: JSON.stringify(z.parse(listLessons.response, rows)), tags: [tag.lists] };
      }),

    subjects: () =>
      cache.get('subjects', async () => {
        const rows = await listSubjectRows(db);
        return { json: JSON.stringify(z.parse(listSubjects.response, rows)), tags: [tag.lists] };
      }),

    forget: (tx: Tx, after: After, tags: readonly string[]) => forgetEverywhere(bus, tx, after, tags),
  };
}

/** Drops the tags in every process at the commit; in this one before the request is answered. */
export async function forgetEverywhere(bus: Bus, tx: Tx, after: After, tags: readonly string[]): Promise<void> {
  for (const each of new Set(tags)) await publishChange(bus, tx, after, LESSONS_TOPIC, each);
}

export type LessonCache = ReturnType<typeof lessonCache>;

declare module 'fastify' {
  interface FastifyInstance {
    /** For who changes what lessons show: the subjects and topics they stand under. */
    lessonCache: LessonCache;
  }
}

export async function presentLesson({ school }: Pick<Deps, 'school'>, db: Db | Tx, id: number) {
  const row = await findLesson(db, id);
  if (!row) return null;
  const { authorFirstName, authorLastName, ...lesson } = row;
  const [previous, next] = [await findNeighbour(db, row, 'previous'), await findNeighbour(db, row, 'next')];
  return {
    ...presentSummary(lesson),
    wordCount: lesson.wordCount,
    recordings: await listRecordingSlots(db, id),
    authorName: authorFirstName
      ? `${authorFirstName} ${authorLastName ?? ''}`.trim()
      : `Equipe ${school.now.schoolName}`,
    previous,
    next,
  };
}

export const presentSummary = <R extends { wordCount: number }>(row: R) => ({
  ...without(row, 'wordCount'),
  published: true as const,
  readingMinutes: readingMinutes(row.wordCount),
});
