import type { recordingVariants } from '#contract/content/recordings.ts';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { getOfflineAccess, OfflineCourse } from '#contract/study/offline.ts';
import type { Deps } from '#server/deps.ts';
import { readCourse } from '#server/features/content/courses/courses.service.ts';
import { boughtFault, lastDayOf } from '#server/http/bought.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { addDays, startOfDay } from '#server/time/calendar.ts';
import * as store from './offline.store.ts';

type Variant = (typeof recordingVariants)[number];

/** A course as the person may see it: its lessons in order, with the files of each. Quizzes need a network. */
export async function readOfflineCourse(deps: Deps, user: SessionUser, id: number): Promise<OfflineCourse> {
  const course = await readCourse(deps.db, user, id, deps.clock.now());
  const lessons = course.items.filter(({ kind }) => kind === 'lesson');
  const lessonIds = lessons.map((lesson) => lesson.id);
  const sizes = new Map((await store.listLessonSizes(deps.db, lessonIds)).map((row) => [row.id, row]));
  const recordings = Map.groupBy(await store.listRecordingSizes(deps.db, lessonIds), ({ lessonId }) => lessonId);
  const files = Map.groupBy(await store.listAttachmentSizes(deps.db, id, lessonIds), ({ lessonId }) => lessonId);
  const attachmentsOf = (lessonId: number | null) =>
    (files.get(lessonId) ?? []).map((file) => ({ id: file.id, bytes: file.bytes }));
  const listed = lessons.flatMap((lesson) => {
    const size = sizes.get(lesson.id);
    if (!size) return [];
    return {
      id: lesson.id,
      title: lesson.title,
      version: size.version,
      bytes: size.pictures.reduce((sum, picture) => sum + picture.bytes, size.bytes),
      pictures: size.pictures.map(({ address }) => address),
      recordings: (recordings.get(lesson.id) ?? []).map(({ height, lessonId: _, ...recording }) => ({
        ...recording,
        // Renditions are made in the heights that the contract names.
        variant: (height === null ? 'original' : String(height)) as Variant,
      })),
      attachments: attachmentsOf(lesson.id),
    };
  });
  return {
    id,
    title: course.title,
    bytes: listed.reduce((sum, lesson) => sum + lesson.bytes, 0),
    lessons: listed,
    attachments: attachmentsOf(null),
    endsAt: endOf(user, id, deps.clock.now()),
  };
}

/** The first moment after the last day on which the person may study the course. */
function endOf(user: SessionUser, courseId: number, now: Date): string | null {
  const lastDay = lastDayOf(user, courseId, now);
  return lastDay === null ? null : startOfDay(addDays(lastDay, 1)).toISOString();
}

/** The downloaded courses that the person may still study. A device removes the others. */
export async function readOfflineAccess(
  deps: Deps,
  user: SessionUser,
  { courseIds }: QueryOf<typeof getOfflineAccess>,
): Promise<ResponseOf<typeof getOfflineAccess>> {
  const now = deps.clock.now();
  const courses: ResponseOf<typeof getOfflineAccess>['courses'] = [];
  for (const id of await store.listOpenCourses(deps.db, courseIds)) {
    if (await boughtFault(deps.db, user, { kind: 'course', id }, now)) continue;
    courses.push({ id, endsAt: endOf(user, id, now) });
  }
  return { courses };
}
