import { getOfflineAccess, OFFLINE_COURSES_AT_ONCE } from '#contract/study/offline.ts';
import { call, closedBy } from '#web/lib/api.ts';
import { dropCourses } from '#web/lib/saved-courses.ts';
import { listDownloads } from './courses-on-device.ts';
import { openSaved } from './saved.ts';
import { writeSaved } from './store-saved.ts';

/** Asks the server which downloaded courses the person may still study. Removes the others, stores new dates. */
export async function checkDownloads(userId: string): Promise<void> {
  const downloads = await listDownloads(userId);
  for (let from = 0; from < downloads.length; from += OFFLINE_COURSES_AT_ONCE) {
    const batch = downloads.slice(from, from + OFFLINE_COURSES_AT_ONCE);
    const open = new Map((await openCourses(batch.map(({ id }) => id))).map(({ id, endsAt }) => [id, endsAt]));
    const asked = new Set(batch.map(({ id }) => id));
    await dropCourses(await openSaved(userId), ({ id }) => asked.has(id) && !open.has(id));
    for (const download of batch) {
      const endsAt = open.get(download.id);
      if (endsAt === undefined || endsAt === (download.endsAt ?? null)) continue;
      await writeSaved(userId, `course/${download.id}`, { ...download, endsAt });
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
