import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '../../../contract/time.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { cleanLessonHtml } from '../../html/lesson-html.ts';
import { indexEntry } from '../search/search.service.ts';
import { asStored } from './lessons.service.ts';
import { findTwin, insertLesson, lockAuthor } from './lessons.store.ts';
import { sampleSubjects } from './sample/sample-subjects.ts';
import { findSubjectByName, insertSubject } from './subjects.store.ts';

/** One lesson after the other, as if they had been written over two weeks. */
const PACE_MS = 21 * HOUR_MS;

/** Five subjects with real lessons. Loading twice adds nothing. */
export async function sampleLessons(deps: Deps, authorId: string | null): Promise<void> {
  if (authorId === null) return;
  const total = sampleSubjects.reduce((sum, { lessons }) => sum + lessons.length, 0);
  let createdAt = new Date(deps.clock.now().getTime() - total * PACE_MS);
  for (const { subject, lessons } of sampleSubjects) {
    for (const { title, file } of lessons) {
      createdAt = new Date(createdAt.getTime() + PACE_MS);
      const html = await readFile(join(import.meta.dirname, 'sample', file), 'utf8');
      await addLesson(deps, { authorId, subject, title, html, createdAt });
    }
  }
}

type SampleLesson = { authorId: string; subject: string; title: string; html: string; createdAt: Date };

async function addLesson(deps: Deps, { authorId, subject, title, html, createdAt }: SampleLesson): Promise<void> {
  await transact(deps, async (tx) => {
    await lockAuthor(tx, authorId);
    const subjectId =
      (await insertSubject(tx, subject, createdAt)) ?? (await findSubjectByName(tx, subject))?.id ?? null;
    if (subjectId === null) return;
    const clean = cleanLessonHtml(html.replaceAll('\n', ''));
    const lesson = asStored({ title, subjectId, content: clean.html }, clean);
    if (await findTwin(tx, authorId, lesson.fingerprint)) return;
    const id = await insertLesson(tx, { ...lesson, authorId, now: createdAt });
    await indexEntry(tx, { kind: 'lesson', id, subjectId, title, text: clean.text });
  });
}
