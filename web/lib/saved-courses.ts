import { withLock } from './locks.ts';
import { isMediaPath } from './saved-media.ts';

/** What the page and the service worker know of a downloaded course. */
export type SavedCourse = {
  id: number;
  lessons: readonly { id: number }[];
  /** The entries of the caches that this course uses. */
  addresses: readonly string[];
  /** From when on the person may not study it; null or missing: no end is known. */
  endsAt?: string | null;
};

export type SavedCaches = { saved: Cache; media: Cache };

const COURSES = '/kept/course/';
const courseAddress = (id: number) => `${COURSES}${id}`;
export const QUESTIONS = '/kept/questions/';
export const questionsAddress = (lessonId: number) => `${QUESTIONS}${lessonId}`;

/**
 * Records of courses change one at a time, in all tabs and the worker. So does the deletion of entries, which depends on
 * all records. Held only for reads and writes of the device, never during a request.
 */
export const RECORDS_LOCK = 'offline-records';

/** Older versions did not list the questions of the lessons among the addresses. */
export const addressesOf = ({ addresses, lessons }: SavedCourse): string[] => [
  ...new Set([...addresses, ...lessons.map(({ id }) => questionsAddress(id))]),
];

const isAttachment = (address: string) => address.startsWith('/api/attachments/');

/** Large files lie in a cache apart. */
export const cacheOf = ({ saved, media }: SavedCaches, address: string): Cache =>
  isMediaPath(address) || isAttachment(address) ? media : saved;

export async function readCourses({ saved }: Pick<SavedCaches, 'saved'>): Promise<SavedCourse[]> {
  const entries = (await saved.keys()).filter(({ url }) => new URL(url).pathname.startsWith(COURSES));
  const found = await Promise.all(entries.map((entry) => saved.match(entry)));
  return Promise.all(found.flatMap((one) => (one ? [one.json() as Promise<SavedCourse>] : [])));
}

/** Deletes what these addresses name, unless a course that stays needs it. Runs under `RECORDS_LOCK`. */
export async function deleteUnused(
  caches: SavedCaches,
  addresses: readonly string[],
  staying: readonly SavedCourse[],
): Promise<void> {
  const needed = new Set(staying.flatMap(addressesOf));
  for (const address of addresses) if (!needed.has(address)) await cacheOf(caches, address).delete(address);
}

/** Removes courses from the device. What another course needs as well stays. */
export async function dropCourses(caches: SavedCaches, isGone: (course: SavedCourse) => boolean): Promise<void> {
  if (!(await readCourses(caches)).some(isGone)) return;
  await withLock(RECORDS_LOCK, async () => {
    const all = await readCourses(caches);
    const staying = all.filter((course) => !isGone(course));
    for (const course of all.filter(isGone)) {
      await deleteUnused(caches, addressesOf(course), staying);
      await caches.saved.delete(courseAddress(course.id));
    }
  });
}

/** Access that ended while the device was offline: by the date that the server named at the last contact. */
export const dropEndedCourses = (caches: SavedCaches, now: number): Promise<void> =>
  dropCourses(caches, ({ endsAt }) => Boolean(endsAt) && Date.parse(endsAt ?? '') <= now);
