import { listAnnotations } from '#contract/content/annotations.ts';
import { getCourse } from '#contract/content/courses.ts';
import { getLesson } from '#contract/content/lessons.ts';
import { listLessonProgress } from '#contract/content/reading.ts';
import { OFFLINE_LESSONS_AT_ONCE } from '#contract/limits.ts';
import { getOfflineCourse, getOfflineQuestions, type OfflineCourse } from '#contract/study/offline.ts';
import { getReviewToday } from '#contract/study/review.ts';
import { addressOf, call, fetchForCache } from '#web/lib/api.ts';
import { withFreeLock, withLock } from '#web/lib/locks.ts';
import { addressesOf, deleteUnused, questionsAddress, RECORDS_LOCK, readCourses } from '#web/lib/saved-courses.ts';
import { changeRecord, storeForCourse } from './course-record.ts';
import type { Download, FileChoice } from './courses-on-device.ts';
import { downloadFiles, planFiles, planRenewal } from './download-files.ts';
import { openSaved, readSaved } from './saved.ts';
import { savedQuestionLists } from './saved-question-lists.ts';
import { askToPersist } from './storage-space.ts';
import { jsonResponse, RemovedError, storeSaved, unlessAbsent, writeSaved } from './store-saved.ts';

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

/** How many of the chosen files the server no longer has. */
type DownloadResult = { missingFiles: number };

const noFiles: FileChoice = { recordings: false, attachments: false };

const sameChoice = (one: FileChoice = noFiles, other: FileChoice = noFiles) =>
  one.recordings === other.recordings && one.attachments === other.attachments;

/**
 * Downloads a course: its lessons, their pictures and questions, then the chosen recordings and attachments. What is
 * here already is not fetched again, so an interrupted download continues. A renewal gives up if the course is not here
 * or another download of it is running.
 */
export async function downloadCourse(
  userId: string,
  courseId: number,
  options: DownloadOptions = {},
): Promise<DownloadResult> {
  const lock = `offline-${courseId}`;
  const run = () => fetchCourse(userId, courseId, options);
  if (options.choice) return withLock(lock, run, options.signal);
  return (await withFreeLock(lock, run)) ?? { missingFiles: 0 };
}

async function fetchCourse(userId: string, courseId: number, options: DownloadOptions): Promise<DownloadResult> {
  const { onProgress = () => {}, signal } = options;
  const before = await readSaved<Download>(userId, `course/${courseId}`);
  const isRenewal = !options.choice;
  if (isRenewal && !before) return { missingFiles: 0 };
  const course = await call(getOfflineCourse, { params: { id: courseId }, ...(signal ? { signal } : {}) });
  const choice = options.choice ?? before?.choice ?? noFiles;
  const planned = planFiles(course, choice);
  const files = isRenewal ? await planRenewal(userId, planned, before?.files ?? []) : planned;
  const general = [addressOf(getCourse, { params: { id: courseId } }), addressOf(listLessonProgress)];
  const addresses = [
    ...general,
    ...course.lessons.flatMap(({ id, pictures }) => [...lessonAddresses(id), ...pictures, questionsAddress(id)]),
    ...files.flatMap((file) => file.addresses),
  ];
  const total = course.bytes + files.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  const advance = (bytes: number) => {
    done += bytes;
    onProgress(total > 0 ? Math.min(1, done / total) : 1);
  };
  /** The versions of the texts that are here. */
  const versions = new Map(before?.lessons.map(({ id, version }) => [id, version]));
  // Written before anything comes: an interrupted download can be continued or removed, and its keys are known.
  await changeRecord(userId, courseId, (stored) => {
    if (Boolean(stored) !== Boolean(before) || !sameChoice(stored?.choice, before?.choice)) throw replaced();
    return {
      ...{ id: course.id, title: course.title, bytes: course.bytes, savedAt: new Date().toISOString() },
      ...{ ...textsHere(course, versions), endsAt: course.endsAt, choice, files },
      // What the course had until now is named as well, until it is deleted.
      addresses: [...new Set([...(before ? addressesOf(before) : []), ...addresses])],
    };
  });
  const update = (changed: Partial<Download>) =>
    changeRecord(userId, courseId, (stored) => {
      if (!stored || !sameChoice(stored.choice, choice)) throw replaced();
      return { ...stored, ...changed };
    });
  const save = async (address: string) =>
    storeForCourse(userId, courseId, address, await fetchForCache(address, signal ? { signal } : {}));
  for (const address of general) await save(address);
  let absent = 0;
  for (let from = 0; from < course.lessons.length; from += OFFLINE_LESSONS_AT_ONCE) {
    const batch = course.lessons.slice(from, from + OFFLINE_LESSONS_AT_ONCE);
    const lessonIds = batch.map(({ id }) => id);
    await saveQuestions(userId, courseId, lessonIds, signal);
    for (const lesson of batch) {
      signal?.throwIfAborted();
      absent += await saveLesson(lesson, versions.get(lesson.id), save);
      if (versions.get(lesson.id) !== lesson.version) {
        versions.set(lesson.id, lesson.version);
        await update(textsHere(course, versions));
      }
      advance(lesson.bytes);
    }
  }
  await update({ addresses });
  if (before) {
    await withLock(RECORDS_LOCK, async () => {
      const saved = await openSaved(userId);
      await deleteUnused(saved, addressesOf(before), await readCourses(saved));
    });
  }
  // Not awaited: the browser may ask the person, and the download does not depend on the answer.
  if (!isRenewal && files.length > 0) void askToPersist();
  absent += await downloadFiles(userId, files, { advance, isRenewal, ...(signal ? { signal } : {}) });
  return { missingFiles: absent };
}

/** What the record of a course says of its texts. */
const textsHere = ({ lessons }: OfflineCourse, versions: ReadonlyMap<number, number>) => ({
  lessons: lessons.flatMap(({ id, title }) => {
    const version = versions.get(id);
    return version === undefined ? [] : [{ id, title, version }];
  }),
  missingTextBytes: lessons.reduce((sum, { id, bytes }) => (versions.has(id) ? sum : sum + bytes), 0),
});

/** Saves a text with its pictures, unless this version is here, and its notes. Returns how many pictures are absent. */
async function saveLesson(
  { id, version, pictures }: OfflineCourse['lessons'][number],
  versionHere: number | undefined,
  save: (address: string) => Promise<void>,
): Promise<number> {
  const [text = '', notes = ''] = lessonAddresses(id);
  let absent = 0;
  if (versionHere !== version) {
    await save(text);
    for (const picture of pictures) if (!(await unlessAbsent(() => save(picture)))) absent += 1;
  }
  await save(notes);
  return absent;
}

const replaced = () => new RemovedError('The course was removed, or chosen differently.');

/** Answer keys are fetched and stored under this lock, so that none arrives after `forgetKeys`. */
const KEYS_LOCK = 'offline-keys';

const saveQuestions = (userId: string, courseId: number, lessonIds: readonly number[], signal?: AbortSignal) =>
  withLock(
    KEYS_LOCK,
    async () => {
      const query = { lessonIds: [...lessonIds] };
      const { questions } = await call(getOfflineQuestions, { query, ...(signal ? { signal } : {}) });
      const byLesson = Map.groupBy(questions, ({ lessonId }) => lessonId);
      for (const id of lessonIds) {
        await storeForCourse(userId, courseId, questionsAddress(id), jsonResponse(byLesson.get(id) ?? []));
      }
    },
    signal,
  );

/** Today's review with its answer keys: for students who study offline on purpose. */
export async function saveReview(userId: string, signal?: AbortSignal): Promise<void> {
  const save = async () => {
    const { questions } = await call(getOfflineQuestions, { query: { review: 'true' }, ...(signal ? { signal } : {}) });
    await writeSaved(userId, 'questions/review', questions);
  };
  await withLock(KEYS_LOCK, save, signal);
  await saveAnswer(userId, addressOf(getReviewToday, { query: { of: 'day' } }));
}

/** Saves the text of a few next lessons, without questions. */
export async function saveLessons(userId: string, lessonIds: readonly number[]): Promise<void> {
  for (const id of lessonIds) for (const address of lessonAddresses(id)) await saveAnswer(userId, address);
}

/** A simulado with these questions starts here: their answer keys are deleted from this device meanwhile. */
export async function forgetKeys(userId: string, questionIds: readonly number[]): Promise<void> {
  const asked = new Set(questionIds);
  const forget = async () => {
    for (const { address, questions } of await savedQuestionLists(userId)) {
      const after = questions.filter(({ id }) => !asked.has(id));
      if (after.length < questions.length) await storeSaved(userId, address, jsonResponse(after));
    }
  };
  await forget();
  // A download may be storing keys that it asked for before the simulado started.
  await withLock(KEYS_LOCK, forget);
}
