import type { Category, Course, Difficulty } from '#contract/content/courses.ts';

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

/** In the form of the contract. A value that is not a number of minutes is left to the contract to refuse. */
export const fieldsOf = ({ title, duration, ...rest }: CourseDraft) => ({
  ...rest,
  title: title.trim(),
  duration: duration.trim() === '' ? null : /^\d+$/.test(duration.trim()) ? Number(duration) : Number.NaN,
});
