import type { Lesson } from '#contract/content/lessons.ts';
import { createSubject } from '#contract/content/subjects.ts';
import type { Line } from '#web/lib/differences.ts';
import type { Snapshot } from '#web/lib/editing.ts';
import { type Merge, mergeFields } from '#web/lib/merge.ts';

/** What a teacher is writing. */
export type LessonForm = {
  title: string;
  content: string;
  subjectId: number | null;
  /** The name of a subject to be created; null while an existing one is chosen. */
  newSubject: string | null;
  /** The topic of the subject that it is about. */
  topicId: number | null;
};

export const emptyForm: LessonForm = { title: '', content: '', subjectId: null, newSubject: null, topicId: null };

/** A new lesson: nothing is stored yet. */
export const unwritten: Snapshot<LessonForm> = { value: emptyForm, revision: null, savedAt: null };

export const writtenOf = ({
  title,
  content,
  subjectId,
  topicId,
  version,
  updatedAt,
}: Lesson): Snapshot<LessonForm> => ({
  value: { title, content, subjectId, newSubject: null, topicId },
  revision: version,
  savedAt: updatedAt,
});

/** The subject is one choice, whether it is picked or named. */
const parted = ({ title, content, subjectId, newSubject, topicId }: LessonForm) => ({
  title,
  content,
  // A topic belongs to its subject: both are taken from the same side.
  subject: { subjectId, newSubject, topicId },
});

const merge: Merge<LessonForm> = (base, mine, theirs, givenUp) => {
  const joined = mergeFields(base && parted(base), parted(mine), parted(theirs), givenUp);
  const { subject, ...text } = joined.value;
  return { value: { ...text, ...subject }, clashes: joined.clashes };
};

export const lessonJoining = { merge };

/** Near enough to be compared; the stored version itself is one link away. */
export const readableText = (html: string) =>
  html
    .replace(/<(br|\/p|\/h\d|\/li|\/tr)\b[^<>]*>/g, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .trim();

type Named = { id: number; name: string };
const nameOf = (all: readonly Named[], wanted: number | null) => all.find(({ id }) => id === wanted)?.name ?? '';

/** A lesson part by part, as it is compared. */
export const lessonLines = (form: LessonForm, subjects: readonly Named[], topics: readonly Named[]): Line[] => [
  { name: 'title', label: 'Título', text: form.title },
  {
    name: 'subject',
    label: 'Matéria e assunto',
    text: [form.newSubject ?? nameOf(subjects, form.subjectId), nameOf(topics, form.topicId)]
      .filter(Boolean)
      .join(', '),
  },
  { name: 'content', label: 'Conteúdo', text: readableText(form.content) },
];

/** Something that would be a pity to lose. */
export const hasText = ({ title, content, newSubject }: LessonForm) =>
  title.trim() !== '' || content !== '' || Boolean(newSubject?.trim());

export const isSame = (one: LessonForm, other: LessonForm) =>
  one.title === other.title &&
  one.content === other.content &&
  one.subjectId === other.subjectId &&
  one.topicId === other.topicId &&
  (one.newSubject ?? '') === (other.newSubject ?? '');

/**
 * In the form of the call. A subject that does not exist yet has no id: 1 is a placeholder, and `subjectFault`
 * validates the name.
 */
export const bodyOf = ({ title, content, subjectId, newSubject }: LessonForm) => ({
  title,
  content,
  subjectId: newSubject === null ? subjectId : 1,
  published: true,
});

/** The error in the name of a new subject. */
export function subjectFault({ newSubject }: LessonForm): { newSubject?: string } {
  if (newSubject === null) return {};
  const parsed = createSubject.body.safeParse({ name: newSubject });
  return parsed.success ? {} : { newSubject: parsed.error.issues[0]?.message ?? '' };
}

/** As a reader would count them; near enough for the line below the editor. */
export const countWords = (html: string) =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&\w+;/g, ' ')
    .match(/[\p{L}\p{N}]+(?:[-'’.,/][\p{L}\p{N}]+)*/gu)?.length ?? 0;
