import type { Lesson } from '../../../contract/lessons.ts';

/** What a teacher is writing. */
export type LessonForm = {
  title: string;
  content: string;
  subjectId: number | null;
  /** The name of a subject to be created; null while an existing one is chosen. */
  newSubject: string | null;
};

export const emptyForm: LessonForm = { title: '', content: '', subjectId: null, newSubject: null };

export const formOf = ({ title, content, subjectId }: Pick<Lesson, 'title' | 'content' | 'subjectId'>): LessonForm => ({
  title,
  content,
  subjectId,
  newSubject: null,
});

/** Something that would be a pity to lose. */
export const hasText = ({ title, content, newSubject }: LessonForm) =>
  title.trim() !== '' || content !== '' || Boolean(newSubject?.trim());

export const isSame = (one: LessonForm, other: LessonForm) =>
  one.title === other.title &&
  one.content === other.content &&
  one.subjectId === other.subjectId &&
  (one.newSubject ?? '') === (other.newSubject ?? '');

export type MissingFields = { title: boolean; content: boolean; subject: boolean };

export function missingFields(form: LessonForm): MissingFields {
  return {
    title: form.title.trim() === '',
    content: form.content === '',
    subject: form.newSubject === null ? form.subjectId === null : form.newSubject.trim() === '',
  };
}

export const isComplete = (form: LessonForm) => !Object.values(missingFields(form)).includes(true);

/** As a reader would count them; near enough for the line below the editor. */
export const countWords = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&\w+;/g, ' ')
    .match(/[\p{L}\p{N}]+(?:[-'’.,/][\p{L}\p{N}]+)*/gu)?.length ?? 0;
