import type { StoredDraft } from '#web/lib/editing.ts';
import { localKey, localKeys } from '#web/lib/local-data.ts';
import { draftStore, type FoundDraft, findDrafts } from '#web/lib/stored-drafts.ts';
import { hasText, type LessonForm } from './lesson-form.ts';

/** A lesson that exists only in this browser: a closed tab, a crash or an expired session does not take it away. */
export type LessonDraft = FoundDraft<LessonForm>;

/** The storage name of the drafts: all new lessons share a name, and each open page stores its own. */
export const draftName = (lessonId: number | null) => `lesson:${lessonId ?? 'new'}`;

/** As drafts of lessons lay in browsers before they had the form of all others. */
type EarlierDraft = { form?: LessonForm; lesson?: { version: number }; savedAt?: string };

function renewEarlier(key: string): void {
  try {
    const { form, lesson, savedAt } = JSON.parse(draftStore.read(key) ?? '{}') as EarlierDraft;
    if (!form || !savedAt) return;
    const renewed: StoredDraft<LessonForm> = { value: form, revision: lesson?.version ?? null, savedAt };
    draftStore.write(key, JSON.stringify(renewed));
  } catch {
    // Cut off, or written by something else: there is nothing to renew.
  }
}

/** Unsaved drafts of one lesson, or of all new ones; the newest first. */
export function findLessonDrafts(userId: string, lessonId: number | null): LessonDraft[] {
  const name = localKey(userId, `unsent:${draftName(lessonId)}`);
  for (const key of localKeys()) if (key === name || key.startsWith(`${name}:`)) renewEarlier(key);
  return findDrafts<LessonForm>(name).filter(({ draft }) => hasText(draft.value));
}
