import { useQuery } from '@tanstack/react-query';
import { topicsQuery } from '#web/features/content/topics/topics.ts';
import type { Editing } from '#web/lib/editing.ts';
import type { LessonForm } from './lesson-form.ts';

const useTopicsOf = (subjectId: number | null | undefined) =>
  useQuery({ ...topicsQuery(subjectId ?? 0), enabled: typeof subjectId === 'number' }).data ?? [];

/** The topics that the versions of a conflict may name. Without a conflict nothing is compared, and none are read. */
export function useComparedTopics({ value, base, conflict }: Pick<Editing<LessonForm>, 'value' | 'base' | 'conflict'>) {
  const mine = useTopicsOf(conflict && value.subjectId);
  const before = useTopicsOf(conflict && base.value.subjectId);
  const theirs = useTopicsOf(conflict?.value.subjectId);
  return [...mine, ...before, ...theirs];
}
