import { listAnnotations } from '#contract/content/annotations.ts';
import { getCourse } from '#contract/content/courses.ts';
import { getLesson } from '#contract/content/lessons.ts';
import { listLessonProgress } from '#contract/content/reading.ts';
import { OFFLINE_LESSONS_AT_ONCE } from '#contract/limits.ts';
import { getOfflineCourse, getOfflineQuestions, type OfflineQuestion } from '#contract/study/offline.ts';
import { getReviewToday } from '#contract/study/review.ts';
import { addressOf, call, fetchForCache } from '#web/lib/api.ts';
import { savedCache } from '#web/lib/cache-names.ts';
import { listSaved, readOwner, readSaved, removeSaved, writeSaved } from './saved.ts';

/** A course that was taken along. */
export type Download = {
  id: number;
  title: string;
  bytes: number;
  savedAt: string;
  lessons: { id: number; title: string; version: number }[];
  /** URLs in the cache that only this download uses. */
  addresses: string[];
};

/** The device is full, or the browser cannot store data here. */
export class StorageFullError extends Error {}

export const listDownloads = (userId: string): Promise<Download[]> => listSaved<Download>(userId, 'course');

/** Whether this browser can store data: it has a service worker that knows this user. */
export const canDownload = async (userId: string): Promise<boolean> => (await readOwner(userId)) !== null;

async function saveAnswer(userId: string, address: string): Promise<void> {
  const answer = await fetchForCache(address);
  try {
    await (await caches.open(savedCache(userId))).put(address, answer);
  } catch (cause) {
    throw new StorageFullError('There is no room for it.', { cause });
  }
}

const lessonAddresses = (id: number) => [
  addressOf(getLesson, { params: { id } }),
  addressOf(listAnnotations, { query: { lessonId: id } }),
];

/** Downloads a course: its lessons, their pictures and questions. Unchanged ones are not fetched again. */
export async function downloadCourse(
  userId: string,
  courseId: number,
  onProgress: (fraction: number) => void = () => {},
): Promise<Download> {
  const course = await call(getOfflineCourse, { params: { id: courseId } });
  const before = await readSaved<Download>(userId, `course/${courseId}`);
  const known = new Map(before?.lessons.map(({ id, version }) => [id, version]));
  const general = [addressOf(getCourse, { params: { id: courseId } }), addressOf(listLessonProgress)];
  const steps = course.lessons.length + 2;
  let made = 0;
  const step = () => onProgress(++made / steps);
  for (const address of general) await saveAnswer(userId, address);
  step();
  for (const lesson of course.lessons) {
    const isKnown = known.get(lesson.id) === lesson.version;
    const [text = '', notes = ''] = lessonAddresses(lesson.id);
    if (!isKnown) for (const address of [text, ...lesson.pictures]) await saveAnswer(userId, address);
    await saveAnswer(userId, notes);
    step();
  }
  await saveQuestions(
    userId,
    course.lessons.map(({ id }) => id),
  );
  const download: Download = {
    id: course.id,
    title: course.title,
    bytes: course.bytes,
    savedAt: new Date().toISOString(),
    lessons: course.lessons.map(({ id, title, version }) => ({ id, title, version })),
    addresses: [...general, ...course.lessons.flatMap(({ id, pictures }) => [...lessonAddresses(id), ...pictures])],
  };
  await writeSaved(userId, `course/${courseId}`, download);
  step();
  return download;
}

async function saveQuestions(userId: string, lessonIds: readonly number[]): Promise<void> {
  for (let from = 0; from < lessonIds.length; from += OFFLINE_LESSONS_AT_ONCE) {
    const part = lessonIds.slice(from, from + OFFLINE_LESSONS_AT_ONCE);
    const { questions } = await call(getOfflineQuestions, { query: { lessonIds: part } });
    const byLesson = Map.groupBy(questions, ({ lessonId }) => lessonId);
    for (const id of part) await writeSaved(userId, `questions/${id}`, byLesson.get(id) ?? []);
  }
}

/** Today's review with its answer keys: for students who study offline on purpose. */
export async function saveReview(userId: string): Promise<void> {
  const { questions } = await call(getOfflineQuestions, { query: { review: 'true' } });
  await writeSaved(userId, 'questions/review', questions);
  await saveAnswer(userId, addressOf(getReviewToday, { query: { of: 'day' } }));
}

/** Saves the text of a few next lessons, without questions. */
export async function saveLessons(userId: string, lessonIds: readonly number[]): Promise<void> {
  for (const id of lessonIds) for (const address of lessonAddresses(id)) await saveAnswer(userId, address);
}

/** What another course needs as well stays. */
export async function removeDownload(userId: string, courseId: number): Promise<void> {
  const all = await listDownloads(userId);
  const gone = all.find(({ id }) => id === courseId);
  if (!gone) return;
  const others = all.filter(({ id }) => id !== courseId);
  const needed = new Set(others.flatMap(({ addresses }) => addresses));
  const neededLessons = new Set(others.flatMap(({ lessons }) => lessons.map(({ id }) => id)));
  const cache = await caches.open(savedCache(userId));
  for (const address of gone.addresses) if (!needed.has(address)) await cache.delete(address);
  for (const { id } of gone.lessons) if (!neededLessons.has(id)) await removeSaved(userId, `questions/${id}`);
  await removeSaved(userId, `course/${courseId}`);
}

/** The questions with keys that were taken along for a lesson, or for today's review. */
export const savedQuestions = async (userId: string, of: number | 'review'): Promise<OfflineQuestion[]> =>
  (await readSaved<OfflineQuestion[]>(userId, `questions/${of}`)) ?? [];

/** All that can be practised now, each question once. */
export async function allSavedQuestions(userId: string): Promise<OfflineQuestion[]> {
  const lists = await listSaved<OfflineQuestion[]>(userId, 'questions');
  return [...new Map(lists.flat().map((question) => [question.id, question])).values()];
}

/** A simulado with these questions starts here: their answer keys are deleted from this device meanwhile. */
export async function forgetKeys(userId: string, questionIds: readonly number[]): Promise<void> {
  const asked = new Set(questionIds);
  const names = [
    'review' as const,
    ...(await listDownloads(userId)).flatMap(({ lessons }) => lessons.map(({ id }) => id)),
  ];
  for (const of of names) {
    const before = await savedQuestions(userId, of);
    const after = before.filter(({ id }) => !asked.has(id));
    if (after.length < before.length) await writeSaved(userId, `questions/${of}`, after);
  }
}
