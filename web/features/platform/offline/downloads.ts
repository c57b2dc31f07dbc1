import { listAnnotations } from '#contract/content/annotations.ts';
import { getCourse } from '#contract/content/courses.ts';
import { getLesson } from '#contract/content/lessons.ts';
import { listLessonProgress } from '#contract/content/reading.ts';
import { OFFLINE_LESSONS_AT_ONCE } from '#contract/limits.ts';
import { getOfflineCourse, getOfflineQuestions } from '#contract/study/offline.ts';
import { getReviewToday } from '#contract/study/review.ts';
import { addressOf, call, fetchForCache } from '#web/lib/api.ts';
import { deleteUnused, readCourses } from '#web/lib/saved-courses.ts';
import { type Download, type FileChoice, listDownloads } from './courses-on-device.ts';
import { downloadFiles, planFiles } from './download-files.ts';
import { openSaved, readSaved } from './saved.ts';
import { savedQuestions } from './saved-questions.ts';
import { askToPersist } from './storage-space.ts';
import { storeSaved, writeSaved } from './store-saved.ts';

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
  if (options.choice && files.length > 0) await askToPersist();
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
