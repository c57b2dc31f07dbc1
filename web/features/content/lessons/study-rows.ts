import type { LessonSummary } from '#contract/content/lessons.ts';
import type { LessonProgress } from '#contract/content/reading.ts';
import type { Subject } from '#contract/content/subjects.ts';
import { folded } from '#web/lib/folded.ts';

type Known = Pick<LessonSummary, 'id' | 'title' | 'createdAt' | 'readingMinutes'>;

export type LessonRow = {
  kind: 'lesson';
  lesson: Known;
  done: boolean;
  position: number;
  isFirst: boolean;
  isLast: boolean;
};
export type SubjectRow = { kind: 'subject'; id: number | null; name: string; done: number; total: number };
export type StudyRow = SubjectRow | LessonRow;

type Group = { id: number | null; name: string; lessons: { lesson: Known; key: string }[] };

/** Every lesson under its subject, oldest first; subjects in the order of the server, the unassigned ones last. */
export function groupLessons(lessons: readonly LessonSummary[], subjects: readonly Subject[]): Group[] {
  const groups = new Map<number | null, Group>(subjects.map(({ id, name }) => [id, { id, name, lessons: [] }]));
  const none: Group = { id: null, name: 'Sem matéria', lessons: [] };
  groups.set(null, none);
  // The list comes newest first.
  for (let at = lessons.length - 1; at >= 0; at -= 1) {
    const lesson = lessons[at];
    if (lesson) (groups.get(lesson.subjectId) ?? none).lessons.push({ lesson, key: folded(lesson.title) });
  }
  return [...groups.values()];
}

export type ProgressByLesson = ReadonlyMap<number, Pick<LessonProgress, 'position' | 'completedAt'>>;

/** What the hub shows: subjects without a matching lesson are left out. */
export function studyRows(
  groups: readonly Group[],
  standing: ProgressByLesson,
  { subjectId, search }: { subjectId: number | null; search: string },
): StudyRow[] {
  const wanted = folded(search);
  const rows: StudyRow[] = [];
  for (const { id, name, lessons } of groups) {
    if (subjectId !== null && id !== subjectId) continue;
    const found = wanted === '' ? lessons : lessons.filter(({ key }) => key.includes(wanted));
    if (found.length === 0) continue;
    const isDone = (lessonId: number) => Boolean(standing.get(lessonId)?.completedAt);
    const done = lessons.filter(({ lesson }) => isDone(lesson.id)).length;
    rows.push({ kind: 'subject', id, name, done, total: lessons.length });
    found.forEach(({ lesson }, index) => {
      rows.push({
        kind: 'lesson',
        lesson,
        done: isDone(lesson.id),
        position: standing.get(lesson.id)?.position ?? 0,
        isFirst: index === 0,
        isLast: index === found.length - 1,
      });
    });
  }
  return rows;
}
