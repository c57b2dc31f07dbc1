import type { Category, Course, Difficulty } from '../../../contract/courses.ts';
import { COURSE_DURATION_MAX } from '../../../contract/limits.ts';

/** A course as it is typed: the duration may be anything until it is sent. */
export type CourseDraft = {
  title: string;
  description: string;
  category: Category;
  difficulty: Difficulty;
  duration: string;
  isPublished: boolean;
};

export const newDraft: CourseDraft = {
  title: '',
  description: '',
  category: 'GERAL',
  difficulty: 'beginner',
  duration: '60',
  isPublished: false,
};

export const draftOf = (course: Course): CourseDraft => ({
  title: course.title,
  description: course.description,
  category: course.category,
  difficulty: course.difficulty,
  duration: course.duration === null ? '' : String(course.duration),
  isPublished: course.isPublished,
});

export type DraftErrors = Partial<Record<keyof CourseDraft, string>>;

/** In the order in which they are told. */
export function checkDraft({ title, duration }: CourseDraft): DraftErrors {
  const errors: DraftErrors = {};
  if (title.trim() === '') errors.title = 'Por favor, insira um título para o curso.';
  if (!/^\d*$/.test(duration.trim()) || Number(duration) > COURSE_DURATION_MAX) {
    errors.duration = `Informe de 0 a ${COURSE_DURATION_MAX} minutos, ou deixe em branco.`;
  }
  return errors;
}

export const fieldsOf = ({ title, duration, ...rest }: CourseDraft) => ({
  ...rest,
  title: title.trim(),
  duration: duration.trim() === '' ? null : Number(duration),
});
