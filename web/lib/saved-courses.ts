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
const questionsAddress = (lessonId: number) => `/kept/questions/${lessonId}`;

const isAttachment = (address: string) => address.startsWith('/api/attachments/');

/** Large files lie in a cache apart. */
export const cacheOf = ({ saved, media }: SavedCaches, address: string): Cache =>
  isMediaPath(address) || isAttachment(address) ? media : saved;

export async function readCourses({ saved }: Pick<SavedCaches, 'saved'>): Promise<SavedCourse[]> {
  const entries = (await saved.keys()).filter(({ url }) => new URL(url).pathname.startsWith(COURSES));
  const found = await Promise.all(entries.map((entry) => saved.match(entry)));
  return Promise.all(found.flatMap((one) => (one ? [one.json() as Promise<SavedCourse>] : [])));
}

/** Deletes what these addresses name, unless a course that stays needs it. */
export async function deleteUnused(
  caches: SavedCaches,
  addresses: readonly string[],
  staying: readonly SavedCourse[],
): Promise<void> {
  const needed = new Set(staying.flatMap((course) => course.addresses));
  for (const address of addresses) if (!needed.has(address)) await cacheOf(caches, address).delete(address);
}

/** Removes courses from the device. What another course needs as well stays. */
export async function dropCourses(caches: SavedCaches, isGone: (course: SavedCourse) => boolean): Promise<void> {
  const all = await readCourses(caches);
  const gone = all.filter(isGone);
  if (gone.length === 0) return;
  const staying = all.filter((course) => !isGone(course));
  const lessonIds = new Set(staying.flatMap(({ lessons }) => lessons.map(({ id }) => id)));
  for (const { id, addresses, lessons } of gone) {
    await deleteUnused(caches, addresses, staying);
    for (const lesson of lessons) if (!lessonIds.has(lesson.id)) await caches.saved.delete(questionsAddress(lesson.id));
    await caches.saved.delete(courseAddress(id));
  }
}

/** Access that ended while the device was offline: by the date that the server named at the last contact. */
export const dropEndedCourses = (caches: SavedCaches, now: number): Promise<void> =>
  dropCourses(caches, ({ endsAt }) => Boolean(endsAt) && Date.parse(endsAt ?? '') <= now);
