import { getOfflineAccess, OFFLINE_COURSES_AT_ONCE } from '#contract/study/offline.ts';
import { call, closedBy } from '#web/lib/api.ts';
import { dropCourses } from '#web/lib/saved-courses.ts';
import { changeRecord } from './course-record.ts';
import { listDownloads } from './courses-on-device.ts';
import { openSaved } from './saved.ts';

/** Asks the server which downloaded courses the person may still study. Removes the others, stores new dates. */
export async function checkDownloads(userId: string): Promise<void> {
  const downloads = await listDownloads(userId);
  for (let from = 0; from < downloads.length; from += OFFLINE_COURSES_AT_ONCE) {
    const batch = downloads.slice(from, from + OFFLINE_COURSES_AT_ONCE);
    const open = new Map((await openCourses(batch.map(({ id }) => id))).map(({ id, endsAt }) => [id, endsAt]));
    const asked = new Set(batch.map(({ id }) => id));
    await dropCourses(await openSaved(userId), ({ id }) => asked.has(id) && !open.has(id));
    for (const [id, endsAt] of open) {
      // Removed or chosen differently meanwhile: only the date of what is stored now changes.
      await changeRecord(userId, id, (stored) =>
        stored && endsAt !== (stored.endsAt ?? null) ? { ...stored, endsAt } : null,
      );
    }
  }
}

/** None, if the person may not study at all any more. */
async function openCourses(courseIds: number[]): Promise<{ id: number; endsAt: string | null }[]> {
  try {
    return (await call(getOfflineAccess, { query: { courseIds } })).courses;
  } catch (error) {
    if (closedBy(error)) return [];
    throw error;
  }
}
