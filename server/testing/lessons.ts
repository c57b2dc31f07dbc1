import { createHash } from 'node:crypto';
import type { Db } from '#server/db/handle.ts';
import { searchKey } from '#server/db/keys.ts';
import { indexEntry } from '#server/features/platform/search/search.service.ts';
import { cleanLessonHtml, countWords } from '#server/html/lesson-html.ts';
import { invalidateCaches } from './cache-invalidation.ts';

let serial = 0;

export async function createSubject(db: Db, name?: string): Promise<{ id: number; name: string }> {
  serial += 1;
  const given = name ?? `Matéria ${serial} ${process.hrtime.bigint()}`;
  const subject = await db
    .insertInto('subjects')
    .values({ name: given, name_key: searchKey(given), created_at: new Date() })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
  await invalidateLessonLists(db);
  return subject;
}

/** A running server caches its lists. The services invalidate them, and so must code that bypasses the services. */
export const invalidateLessonLists = (db: Db) => invalidateCaches(db, 'lessons:lists');

type Wishes = { title?: string; content?: string; subjectId: number; authorId?: string | null; createdAt?: Date };

/** A lesson written straight into the tables, findable like any other. */
export async function createLesson(db: Db, wishes: Wishes): Promise<{ id: number; title: string }> {
  serial += 1;
  const title = wishes.title ?? `Aula ${serial}`;
  const clean = cleanLessonHtml(wishes.content ?? `<p>Texto da aula ${serial}.</p>`);
  const now = wishes.createdAt ?? new Date();
  const { id } = await db
    .insertInto('lessons')
    .values({
      subject_id: wishes.subjectId,
      author_id: wishes.authorId ?? null,
      title,
      title_key: searchKey(title),
      content: clean.html,
      fingerprint: createHash('sha256').update(`${serial}`).digest(),
      word_count: countWords(clean.text),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await indexEntry(db, { kind: 'lesson', id, subjectId: wishes.subjectId, title, text: clean.text });
  await invalidateLessonLists(db);
  return { id, title };
}
