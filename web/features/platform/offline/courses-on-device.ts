import type { OfflineRecording } from '#contract/study/offline.ts';
import { orElse } from '#web/lib/or-else.ts';
import { cacheOf, dropCourses, dropEndedCourses, type SavedCourse } from '#web/lib/saved-courses.ts';
import { stopDownload } from './download-progress.ts';
import { listSaved, openSaved, readOwner } from './saved.ts';

/** Which files of a course are taken along. */
export type FileChoice = { recordings: boolean; attachments: boolean };

/** A file that was chosen. It is here once the entry at `address` is. */
export type FilePlan = {
  kind: 'recording' | 'attachment';
  /** The manifest of a recording, or the call that answers with an attachment. */
  address: string;
  bytes: number;
  lessonId: number | null;
  courseId: number;
  recording: OfflineRecording | null;
  /** All entries of the caches that it needs. */
  addresses: string[];
};

/** A course that was taken along. Fields that older versions did not store may be missing. */
export type Download = Omit<SavedCourse, 'lessons'> & {
  title: string;
  /** Without its recordings and attachments. */
  bytes: number;
  /** How much of `bytes` belongs to lessons that are not here yet. */
  missingTextBytes?: number;
  savedAt: string;
  /** Those whose texts are here. */
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

/** The files that are not here (yet). */
export async function missingFiles(userId: string, files: readonly FilePlan[]): Promise<FilePlan[]> {
  const caches = await openSaved(userId);
  const isHere = await Promise.all(files.map(({ address }) => cacheOf(caches, address).match(address)));
  return files.filter((_, at) => !isHere[at]);
}

/** How much of a download is not here (yet): lessons, recordings and attachments. */
export async function missingBytesOf(userId: string, { files = [], missingTextBytes = 0 }: Download): Promise<number> {
  return (await missingFiles(userId, files)).reduce((sum, { bytes }) => sum + bytes, missingTextBytes);
}

/**
 * Stops a download of this page that is running. One of another tab stops at its next entry, because the record is gone.
 * What another course needs as well stays.
 */
export async function removeDownload(userId: string, courseId: number): Promise<void> {
  await stopDownload(courseId);
  await dropCourses(await openSaved(userId), ({ id }) => id === courseId);
}
