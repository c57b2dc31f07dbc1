import { getStudyPlan } from '#contract/study/study-plan.ts';
import { HOUR_MS } from '#contract/time.ts';
import { call } from '#web/lib/api.ts';
import { localKey } from '#web/lib/local-data.ts';
import { localStore } from '#web/lib/safe-storage.ts';
import { checkDownloads } from './check-downloads.ts';
import { canDownload, listDownloads } from './courses-on-device.ts';
import { downloadCourse, saveLessons, saveReview } from './downloads.ts';
import { checkLaws, renewLaws } from './law-downloads.ts';
import { RemovedError } from './store-saved.ts';

/** Lessons of the plan that are downloaded automatically. */
const NEXT_LESSONS = 3;
/** Not at every page. */
const AGAIN_MS = 6 * HOUR_MS;

/** Whether the person has turned on data saving in the browser. */
const savesData = (): boolean => Reflect.get(Object(Reflect.get(navigator, 'connection')), 'saveData') === true;

/**
 * Removes courses and laws whose access has ended, at every contact. From time to time it also downloads the next
 * lessons of the plan and refreshes the saved courses and laws.
 */
export async function renewSaved(userId: string, now = Date.now()): Promise<void> {
  await checkDownloads(userId);
  await checkLaws(userId);
  const name = localKey(userId, 'offline-renewed');
  if (savesData() || now - Number(localStore.read(name) ?? 0) < AGAIN_MS || !(await canDownload(userId))) return;
  localStore.write(name, String(now));
  const { today, days } = await call(getStudyPlan);
  const planned = [...today.items.filter(({ done }) => !done), ...days.flatMap(({ items }) => items)];
  const lessons = planned.filter(({ kind }) => kind === 'lesson').map(({ id }) => id);
  await saveLessons(userId, [...new Set(lessons)].slice(0, NEXT_LESSONS));
  await renewLaws(userId, new Date(now));
  const downloads = await listDownloads(userId);
  // Answer keys are stored only for students who downloaded a course.
  if (downloads.length > 0) await saveReview(userId);
  for (const { id } of downloads) {
    try {
      await downloadCourse(userId, id);
    } catch (error) {
      // The person has removed this course meanwhile. The others are renewed.
      if (!(error instanceof RemovedError)) throw error;
    }
  }
}
