import type { Course } from '#contract/content/courses.ts';
import type { Line } from '#web/lib/differences.ts';
import type { Snapshot } from '#web/lib/editing.ts';
import { type CourseDraft, draftOf } from './course-fields.ts';
import { categoryLabels, difficultyLabels } from './course-labels.ts';

/** The data of a course that exists, as they are edited. */
export type CourseDetails = CourseDraft & { imageUrl: string | null; instructorId: string | null };

export const detailsOf = (course: Course): Snapshot<CourseDetails> => ({
  value: { ...draftOf(course), imageUrl: course.imageUrl, instructorId: course.instructorId },
  revision: course.version,
  savedAt: course.updatedAt,
});

/** The data of a course part by part, as they are compared. */
export const detailLines = (details: CourseDetails): Line[] => [
  { name: 'title', label: 'Título', text: details.title },
  { name: 'description', label: 'Descrição', text: details.description },
  { name: 'category', label: 'Categoria', text: categoryLabels[details.category] },
  { name: 'difficulty', label: 'Dificuldade', text: difficultyLabels[details.difficulty] },
  { name: 'duration', label: 'Duração (minutos)', text: details.duration },
  { name: 'isPublished', label: 'Publicado', text: details.isPublished ? 'Sim' : 'Não' },
  { name: 'imageUrl', label: 'Imagem', text: details.imageUrl ?? '' },
  { name: 'instructorId', label: 'Professor', text: details.instructorId ?? '' },
];
