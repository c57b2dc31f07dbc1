import { draftStore } from '../../lib/kept-drafts.ts';
import { localKey, localKeys } from '../../lib/local-data.ts';
import { newKey } from '../../lib/new-key.ts';
import { hasText, type LessonForm } from './lesson-form.ts';

/** A lesson that exists only in this browser: a closed tab, a crash or an expired session does not take it away. */
export type Draft = {
  /** The name it is kept under. */
  key: string;
  form: LessonForm;
  /** The lesson it changes, and the version it began from; none for a new one. */
  lesson?: { id: number; version: number };
  savedAt: string;
};

const prefix = (userId: string) => localKey(userId, 'unsent:lesson:');

/** Each new lesson has a key of its own, so that two open tabs do not write over each other. */
export const newDraftKey = (userId: string) => `${prefix(userId)}new:${newKey()}`;

export const editDraftKey = (userId: string, lessonId: number) => `${prefix(userId)}${lessonId}`;

/** False when the browser has no room for it: it lives in this page then, and leaving asks. */
export function saveDraft(draft: Draft): boolean {
  const { key, ...kept } = draft;
  return draftStore.write(key, JSON.stringify(kept));
}

export function readDraft(key: string): Draft | null {
  const kept = draftStore.read(key);
  if (kept === null) return null;
  try {
    const draft = { ...(JSON.parse(kept) as Omit<Draft, 'key'>), key };
    return hasText(draft.form) ? draft : null;
  } catch {
    // Written by something else, or cut off: there is nothing to offer.
    return null;
  }
}

export const removeDraft = (key: string): void => draftStore.remove(key);

/** Unpublished new lessons, the newest first. */
export function listNewDrafts(userId: string): Draft[] {
  return [...new Set(localKeys())]
    .filter((key) => key.startsWith(`${prefix(userId)}new:`))
    .flatMap((key) => readDraft(key) ?? [])
    .sort((a, b) => b.savedAt.localeCompare(a.savedAt));
}
