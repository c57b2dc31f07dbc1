import { createHash } from 'node:crypto';
import type { createLesson } from '#contract/content/lessons.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { LESSON_HTML_MAX_BYTES } from '#contract/limits.ts';
import type { Tx } from '#server/db/handle.ts';
import { isForeignKeyViolation } from '#server/db/violations.ts';
import type { Deps } from '#server/deps.ts';
import { lockExistingTopic, lockTopicTreeForShare, topicGone } from '#server/features/content/topics/topics.service.ts';
import { describeImagesIn } from '#server/features/platform/media/library.service.ts';
import { indexEntry } from '#server/features/platform/search/search.service.ts';
import { type CleanHtml, countWords } from '#server/html/lesson-html.ts';
import { AppError } from '#server/http/errors.ts';
import { cleanLesson } from './lesson-cleaning.service.ts';
import { tag } from './lessons.cache.ts';
import { findPublishedText, type LessonText, lockLesson, readSpokenText } from './lessons.store.ts';

export type Written = Pick<BodyOf<typeof createLesson>, 'title' | 'content' | 'subjectId' | 'topicId'>;

/** HTML as it may be stored, with the descriptions of the library's images. */
export async function cleanContent(deps: Deps, author: { id: string }, content: string): Promise<CleanHtml> {
  if (Buffer.byteLength(content) > LESSON_HTML_MAX_BYTES) {
    throw new AppError('too_large', 'A aula passa de 1 MB de texto. Divida o conteúdo em duas aulas.');
  }
  const clean = await cleanLesson(content, author.id);
  return { ...clean, html: await describeImagesIn(deps.db, clean.html) };
}

/** The cleaned lesson, or why it cannot be stored. */
export async function prepare(deps: Deps, author: { id: string }, body: Written) {
  const clean = await cleanContent(deps, author, body.content);
  if (clean.empty) {
    throw new AppError('bad_request', 'Título, conteúdo e matéria são obrigatórios.', {
      fields: { content: 'Escreva o conteúdo da aula.' },
    });
  }
  return { lesson: asStored(body, clean), text: clean.text };
}

export function asStored({ title, subjectId, topicId = null }: Written, clean: CleanHtml): LessonText {
  const content = clean.html;
  const fingerprint = fingerprintOf({ title, subjectId, topicId, content });
  return { title, subjectId, topicId, content, fingerprint, wordCount: countWords(clean.text) };
}

type Identity = Pick<LessonText, 'title' | 'subjectId' | 'topicId' | 'content'>;

const fingerprintOf = ({ title, subjectId, topicId, content }: Identity) =>
  createHash('sha256')
    .update(JSON.stringify([subjectId, title, content, ...(topicId === null ? [] : [topicId])]))
    .digest();

/** The foreign key has the last word on whether a subject is still there. */
export async function withSubject<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw new AppError('subject_gone', 'A matéria escolhida não existe mais. Escolha outra.');
  }
}

/** A topic is one of the lesson's subject, and stays it until the transaction ends. */
export async function lockTopic(
  tx: Tx,
  { subjectId, topicId }: { subjectId: number | null; topicId: number | null },
): Promise<void> {
  await lockTopicTreeForShare(tx);
  if (topicId === null) return;
  const topic = await lockExistingTopic(tx, topicId);
  if (topic.subjectId !== subjectId) throw topicGone();
}

/** A client without topics keeps the topic of the lesson, as long as the subject stays the same. */
export function withTopic(
  sent: LessonText,
  body: Written,
  current: { subjectId: number | null; topicId: number | null },
): LessonText {
  if (body.topicId !== undefined || current.subjectId !== body.subjectId) return sent;
  const kept = { ...sent, topicId: current.topicId };
  return { ...kept, fingerprint: fingerprintOf(kept) };
}

/** A lesson is found by its words and by what its recordings say. */
export async function index(tx: Tx, id: number, lesson: { title: string; subjectId: number | null }, text: string) {
  const spoken = await readSpokenText(tx, id);
  const all = spoken === '' ? text : `${text}\n${spoken}`;
  await indexEntry(tx, { kind: 'lesson', id, subjectId: lesson.subjectId, title: lesson.title, text: all });
}

/** The captions of a lesson have changed. A lesson that students do not read is in no index. */
export async function reindexLesson(tx: Tx, id: number): Promise<void> {
  // Without the lock a deletion or a newer text that commits meanwhile would be undone in the index.
  await lockLesson(tx, id);
  const lesson = await findPublishedText(tx, id);
  if (!lesson) return;
  await index(tx, id, lesson, (await cleanLesson(lesson.content, 'captions')).text);
}

export const tagsOf = (id: number, subjects: readonly (number | null)[]) => [
  tag.lists,
  tag.lesson(id),
  ...subjects.flatMap((subjectId) => (subjectId === null ? [] : [tag.subject(subjectId)])),
];
