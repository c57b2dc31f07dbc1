import type { StoredDraft } from './editing.ts';
import { localKeys, unstored } from './local-data.ts';

const askBeforeLeaving = (event: BeforeUnloadEvent) => {
  if (unstored.size > 0) event.preventDefault();
};

/**
 * localStorage, which may be full, switched off or forbidden: then the draft stays in this page, and leaving the page
 * asks.
 */
export const draftStore = {
  read(key: string): string | null {
    try {
      return unstored.get(key) ?? localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** False when the draft is only in this page. */
  write(key: string, text: string): boolean {
    try {
      localStorage.setItem(key, text);
    } catch {
      unstored.set(key, text);
      addEventListener('beforeunload', askBeforeLeaving);
      return false;
    }
    unstored.delete(key);
    return true;
  },
  remove(key: string): void {
    unstored.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // localStorage is forbidden: nothing is stored there.
    }
  },
};

export type FoundDraft<T> = { key: string; draft: StoredDraft<T> };

function read<T>(key: string): FoundDraft<T> | null {
  try {
    const draft = JSON.parse(draftStore.read(key) ?? 'null') as StoredDraft<T> | null;
    return draft?.value && draft.savedAt ? { key, draft } : null;
  } catch {
    // Truncated, or written by other code: there is no draft to offer.
    return null;
  }
}

/**
 * Drafts of one value, the newest first. Each open page stores its own, `{name}:{page}`, so that two tabs do not
 * overwrite each other.
 */
export const findDrafts = <T>(name: string): FoundDraft<T>[] =>
  [...new Set(localKeys())]
    .filter((key) => key === name || key.startsWith(`${name}:`))
    .flatMap((key) => read<T>(key) ?? [])
    .sort((a, b) => b.draft.savedAt.localeCompare(a.draft.savedAt));

/** False when this browser has no storage left: then the draft lasts as long as the page. */
export function storeDraft<T>(key: string, draft: StoredDraft<T>): boolean {
  if (draftStore.write(key, JSON.stringify(draft))) return true;
  // Half the size: without its base.
  const { base: _, ...alone } = draft;
  return draftStore.write(key, JSON.stringify(alone));
}

export const removeStoredDraft = (key: string): void => draftStore.remove(key);
