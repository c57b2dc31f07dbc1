import type { LessonSummary } from '#contract/content/lessons.ts';
import type { Subject } from '#contract/content/subjects.ts';

/** The most tabs that are shown: the others are in a menu. */
export const TABS_MAX = 12;

/**
 * Subjects with a tab (those with lessons; when there are many, those with the most) and subjects in a menu. The
 * selected one always has a tab. Both lists keep the given order.
 */
export function splitSubjects<S extends Pick<Subject, 'id'>>(
  subjects: readonly S[],
  lessons: readonly Pick<LessonSummary, 'subjectId'>[],
  chosenId: number | null,
): { tabs: S[]; others: S[] } {
  const counts = new Map<number | null, number>();
  for (const { subjectId } of lessons) counts.set(subjectId, (counts.get(subjectId) ?? 0) + 1);
  const countOf = ({ id }: S) => counts.get(id) ?? 0;
  const fullest = subjects
    .filter((subject) => countOf(subject) > 0)
    .sort((a, b) => countOf(b) - countOf(a))
    .slice(0, TABS_MAX);
  const hasTab = new Set([...fullest.map(({ id }) => id), chosenId]);
  return {
    tabs: subjects.filter(({ id }) => hasTab.has(id)),
    others: subjects.filter(({ id }) => !hasTab.has(id)),
  };
}
