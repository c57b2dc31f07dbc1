import { withLock } from '#web/lib/locks.ts';
import { addressesOf, deleteUnused, RECORDS_LOCK, readCourses } from '#web/lib/saved-courses.ts';
import type { Download } from './courses-on-device.ts';
import { openSaved, readOwner, readSaved } from './saved.ts';
import { RemovedError, SignedOutError, storeSaved, writeSaved } from './store-saved.ts';

const readRecord = (userId: string, courseId: number) => readSaved<Download>(userId, `course/${courseId}`);

/** Changes the record of a course. `next` gets what is stored now; null leaves it as it is. */
export const changeRecord = (
  userId: string,
  courseId: number,
  next: (stored: Download | null) => Download | null,
): Promise<void> =>
  withLock(RECORDS_LOCK, async () => {
    if (!(await readOwner(userId))) throw new SignedOutError('Nobody is signed in here.');
    const changed = next(await readRecord(userId, courseId));
    if (changed) await writeSaved(userId, `course/${courseId}`, changed);
  });

/**
 * Stores one entry of a course. Another tab may have removed the course meanwhile: nothing stays on the device that no
 * record names.
 */
export async function storeForCourse(
  userId: string,
  courseId: number,
  address: string,
  answer: Response,
): Promise<void> {
  await storeSaved(userId, address, answer);
  await withLock(RECORDS_LOCK, async () => {
    const record = await readRecord(userId, courseId);
    if (record && addressesOf(record).includes(address)) return;
    // Opening the caches of a person who has signed out would create them again.
    if (!(await readOwner(userId))) throw new SignedOutError('Nobody is signed in here.');
    const caches = await openSaved(userId);
    await deleteUnused(caches, [address], await readCourses(caches));
    throw new RemovedError('The course was removed.');
  });
}
