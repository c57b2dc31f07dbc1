import { listAnnotations } from '#contract/content/annotations.ts';
import { getCourse } from '#contract/content/courses.ts';
import { getLesson } from '#contract/content/lessons.ts';
import { listLessonProgress } from '#contract/content/reading.ts';
import { OFFLINE_LESSONS_AT_ONCE } from '#contract/limits.ts';
import { getOfflineCourse, getOfflineQuestions, type OfflineQuestion } from '#contract/study/offline.ts';
import { getReviewToday } from '#contract/study/review.ts';
import { addressOf, call, fetchForCache } from '#web/lib/api.ts';
import { orElse } from '#web/lib/or-else.ts';
import { deleteUnused, dropCourses, dropEndedCourses, readCourses, type SavedCourse } from '#web/lib/saved-courses.ts';
import { downloadFiles, type FileChoice, type FilePlan, planFiles } from './download-files.ts';
import { listSaved, openSaved, readOwner, readSaved, storeSaved, writeSaved } from './saved.ts';

/** A course that was taken along. Fields that older versions did not store may be missing. */
export type Download = Omit<SavedCourse, 'lessons'> & {
  title: string;
  /** Without its recordings and attachments. */
  bytes: number;
  savedAt: string;
  lessons: { id: number; title: string; version: number }[];
  choice?: FileChoice;
  /** The chosen recordings and attachments, whether they are here yet or not. */
  files?: FilePlan[];
};

/** Courses whose access has ended by the date that the server named are removed first. */
export async function listDownloads(userId: string): Promise<Download[]> {
  if (!(await readOwner(userId))) return [];
  return orElse(async () => {
    await dropEndedCourses(await openSaved(userId), Date.now());
    return listSaved<Download>(userId, 'course');
  }, []);
}

/** Whether this browser can store data: it has a service worker that knows this user. */
export const canDownload = async (userId: string): Promise<boolean> => (await readOwner(userId)) !== null;

const saveAnswer = async (userId: string, address: string): Promise<void> =>
  storeSaved(userId, address, await fetchForCache(address));

const lessonAddresses = (id: number) => [
  addressOf(getLesson, { params: { id } }),
  addressOf(listAnnotations, { query: { lessonId: id } }),
];

type DownloadOptions = {
  /** Missing: as the last time, and no file is fetched that is not here: a renewal costs no mobile data. */
  choice?: FileChoice;
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
};

/**
 * Downloads a course: its lessons, their pictures and questions, then the chosen recordings and attachments. What is
 * here already is not fetched again, so an interrupted download continues.
 */
export async function downloadCourse(
  userId: string,
  courseId: number,
  options: DownloadOptions = {},
): Promise<Download> {
  const { onProgress = () => {}, signal } = options;
  const course = await call(getOfflineCourse, { params: { id: courseId }, ...(signal ? { signal } : {}) });
  const before = await readSaved<Download>(userId, `course/${courseId}`);
  const choice = options.choice ?? before?.choice ?? { recordings: false, attachments: false };
  const files = planFiles(course, choice);
  const known = new Map(before?.lessons.map(({ id, version }) => [id, version]));
  const general = [addressOf(getCourse, { params: { id: courseId } }), addressOf(listLessonProgress)];
  const total = course.bytes + files.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  const advance = (bytes: number) => {
    done += bytes;
    onProgress(total > 0 ? Math.min(1, done / total) : 1);
  };
  for (const address of general) await saveAnswer(userId, address);
  for (const lesson of course.lessons) {
    signal?.throwIfAborted();
    const isKnown = known.get(lesson.id) === lesson.version;
    const [text = '', notes = ''] = lessonAddresses(lesson.id);
    if (!isKnown) for (const address of [text, ...lesson.pictures]) await saveAnswer(userId, address);
    await saveAnswer(userId, notes);
    advance(lesson.bytes);
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
    addresses: [
      ...general,
      ...course.lessons.flatMap(({ id, pictures }) => [...lessonAddresses(id), ...pictures]),
      ...files.flatMap(({ addresses }) => addresses),
    ],
    endsAt: course.endsAt,
    choice,
    files,
  };
  // Written before its files come: a download that is interrupted can be continued, or removed.
  await writeSaved(userId, `course/${courseId}`, download);
  const saved = await openSaved(userId);
  if (before) await deleteUnused(saved, before.addresses, await readCourses(saved));
  await downloadFiles(userId, files, { advance, isRenewal: !options.choice, ...(signal ? { signal } : {}) });
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
  await dropCourses(await openSaved(userId), ({ id }) => id === courseId);
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
