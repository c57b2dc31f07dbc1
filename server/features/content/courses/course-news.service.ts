import { screens } from '#contract/screens.ts';
import type { Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { notify } from '#server/features/platform/notifications/notifications.service.ts';
import { listFollowerIds, listPublishedCoursesWith, listVisibleItems, type VisibleItem } from './course-news.store.ts';

const news: Record<VisibleItem['kind'], { path: (id: number) => string; title: string }> = {
  lesson: { path: screens.lesson, title: 'Nova aula' },
  quiz: { path: screens.quiz, title: 'Novo simulado' },
};

const pathOf = ({ kind, id }: VisibleItem) => news[kind].path(id);

/** What students of a course see now, to tell later what is new. */
export const visibleItems = listVisibleItems;

/** Tells the students of a published course what has come into it, in the transaction that puts it there. */
export async function notifyNewItems(
  deps: Deps,
  tx: Tx,
  course: { id: number; title: string; version: number },
  before: readonly VisibleItem[],
): Promise<void> {
  const known = new Set(before.map(pathOf));
  const added = (await listVisibleItems(tx, course.id)).filter((item) => !known.has(pathOf(item)));
  const [first] = added;
  if (!first) return;
  const userIds = await listFollowerIds(tx, course.id);
  if (added.length === 1) return notifyItem(deps, tx, course, first, userIds);
  await notify(deps, tx, {
    userIds,
    kind: 'new_content',
    key: `course:${course.id}:version:${course.version}`,
    title: `${added.length} novidades em ${course.title}`,
    text: added
      .map(({ title }) => title)
      .join(', ')
      .slice(0, 300),
    path: screens.course(course.id),
  });
}

/** A quiz was published for the first time: it may have waited in courses. */
export async function notifyPublishedQuiz(deps: Deps, tx: Tx, quiz: { id: number; title: string }): Promise<void> {
  for (const course of await listPublishedCoursesWith(tx, quiz.id)) {
    await notifyItem(deps, tx, course, { kind: 'quiz', ...quiz }, await listFollowerIds(tx, course.id));
  }
}

/** Named by course and item: what is taken out and put back is no news. */
async function notifyItem(
  deps: Deps,
  tx: Tx,
  course: { id: number; title: string },
  item: VisibleItem,
  userIds: readonly string[],
): Promise<void> {
  await notify(deps, tx, {
    userIds,
    kind: 'new_content',
    key: `course:${course.id}:${item.kind}:${item.id}`,
    title: `${news[item.kind].title}: ${item.title}`,
    text: `Já está no curso ${course.title}.`,
    path: pathOf(item),
  });
}
