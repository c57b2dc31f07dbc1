import type { Annotation } from '#contract/content/annotations.ts';
import type { OfflineAction } from '#contract/study/offline.ts';

type WaitingNote = Extract<OfflineAction, { kind: 'note' }>;

/** Until the server has stored it, a highlight has an id that no row has. */
export const waitingId = (key: string): number => -(Number.parseInt(key.slice(0, 7), 16) + 1);

export const isWaiting = (id: number): boolean => id < 0;

export const waitingNote = (deeds: readonly OfflineAction[], id: number): WaitingNote | undefined =>
  deeds.find((deed): deed is WaitingNote => deed.kind === 'note' && waitingId(deed.key) === id);

export const asAnnotation = ({ key, at, lessonId, kind: _, ...words }: WaitingNote): Annotation => ({
  ...words,
  id: waitingId(key),
  lessonId,
  lessonTitle: '',
  law: null,
  version: 0,
  createdAt: at,
  updatedAt: at,
  links: [],
});

/** The highlights of a lesson, with the changes that are not sent yet. */
export function withWaiting(
  lessonId: number,
  rows: readonly Annotation[],
  deeds: readonly OfflineAction[],
): Annotation[] {
  const removed = new Set(deeds.flatMap((deed) => (deed.kind === 'note-removal' ? [deed.annotationId] : [])));
  const changed = new Map(
    deeds.flatMap((deed) => (deed.kind === 'note-change' ? [[deed.annotationId, deed.note]] : [])),
  );
  const made = deeds.filter((deed): deed is WaitingNote => deed.kind === 'note' && deed.lessonId === lessonId);
  return [
    ...made.map(asAnnotation),
    ...rows.filter(({ id }) => !removed.has(id)).map((row) => ({ ...row, note: changed.get(row.id) ?? row.note })),
  ];
}
