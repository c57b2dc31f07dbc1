import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { ApiError, isFinal, isOvertaken, isSignedOut } from './api.ts';
import {
  changed,
  discarded,
  type Editing,
  isDirty,
  type Joining,
  joined,
  keepingMine,
  notSent,
  opened,
  overtaken,
  type Snapshot,
  saved,
  sending,
} from './editing.ts';
import { useHydrated } from './hydration.ts';
import { localKey } from './local-data.ts';
import { isSame, mergeFields } from './merge.ts';
import { newKey } from './new-key.ts';
import { queryClient } from './query-client.ts';
import { sessionQuery, useUser } from './session.ts';
import { type FoundDraft, findDrafts, removeStoredDraft, storeDraft } from './stored-drafts.ts';

const PAUSE_MS = 400;

export type SaveResult = 'saved' | 'conflict' | 'failed' | 'signed out';

export type EditingOptions<T extends object> = {
  /** What is edited, `quiz:12`: the name of its drafts in this browser. */
  name: string;
  /** The stored version. The editor copies it once; later it only adopts a newer revision of the same content. */
  stored: Snapshot<T>;
  /** Saves a value over a revision and returns what is stored then. Shows its failures itself. */
  send: (value: T, revision: number | null) => Promise<Snapshot<T>>;
  /** Reads the stored version, after another person saved first. */
  reload?: () => Promise<Snapshot<T>>;
  joining?: Partial<Joining<T>>;
  /** The draft to continue, or null for none, when the person was asked; if left out, the newest draft. */
  adopt?: FoundDraft<T> | null;
  /** Adapts a draft of an earlier page to this one. */
  revive?: (value: T) => T;
  /** Whether an unsaved value is worth a draft; by default any is. */
  isWorthKeeping?: (value: T) => boolean;
  /** The screen was left with unsaved changes: the draft is stored, and the caller may show a message. */
  onLeft?: () => void;
};

export type EditingHandle<T extends object> = Omit<Editing<T>, 'sent'> & {
  isDirty: boolean;
  isSaving: boolean;
  /** Whether the draft is in this browser's storage, only in this page, or does not exist. */
  draft: 'none' | 'kept' | 'in this page';
  /** Counts how often the full value was replaced: the key of controls with internal state. */
  life: number;
  change: (wish: Partial<T> | ((now: T) => Partial<T>)) => void;
  /** Saves the current value. A second call waits for the first, and sends what was typed since. */
  save: () => Promise<SaveResult>;
  discard: () => void;
  /** How a conflict is resolved. */
  keepMine: () => void;
  join: (givenUp: ReadonlySet<string>) => void;
  joining: Joining<T>;
};

/**
 * The editing of everything with drafts: unsaved input is stored in this browser until it is saved, the response of a
 * save never overwrites what was typed meanwhile, and a save over a newer version asks. Its rules are in editing.ts,
 * which depends on no React, browser or server.
 */
export function useEditing<T extends object>(options: EditingOptions<T>): EditingHandle<T> {
  const { stored, isWorthKeeping = () => true } = options;
  const userId = useUser().id;
  const name = localKey(userId, `unsent:${options.name}`);
  const [own] = useState(() => `${name}:${newKey()}`);
  const isHydrated = useHydrated();
  /** The newest draft of another page. This one may have stored a draft already when it looks for one. */
  const find = () =>
    options.adopt === undefined ? (findDrafts<T>(name).find(({ key }) => key !== own) ?? null) : options.adopt;
  /** Undefined during hydration: the server knows no drafts. */
  const [found, setFound] = useState(() => (isHydrated ? find() : undefined));
  const openedWith = (draft: FoundDraft<T> | null) => {
    const { revive = (value: T) => value } = options;
    if (!draft) return opened(stored, null);
    const { value, base, ...about } = draft.draft;
    const whole = (part: T) => revive({ ...stored.value, ...part });
    return opened(stored, { ...about, value: whole(value), ...(base ? { base: whole(base) } : {}) });
  };
  const [state, setState] = useState<Editing<T>>(() => openedWith(found ?? null));
  const [draft, setDraft] = useState<EditingHandle<T>['draft']>('none');
  const [life, setLife] = useState(0);
  const latest = useRef(state);
  /** The value of the last save without an answer. If the server has it, it is this person's own version. */
  const unanswered = useRef<T | undefined>(found?.draft.sent);
  const live = useRef(options);
  useLayoutEffect(() => {
    live.current = options;
  });
  const [joining] = useState<Joining<T>>(() => ({
    settle: (sent, now, answer) => mergeFields(sent, now, answer).value,
    onto: (mine) => mine,
    merge: mergeFields,
    ...options.joining,
  }));

  const mustKeep = useCallback(() => {
    const worth = live.current.isWorthKeeping ?? (() => true);
    return isDirty(latest.current) && worth(latest.current.value);
  }, []);

  /** Writes the draft now. Never after a logout: the drafts of that user were deleted. */
  const pending = useRef(false);
  const flush = useCallback(() => {
    if (!pending.current || queryClient.getQueryData(sessionQuery.queryKey)?.id !== userId) return;
    pending.current = false;
    const { value, base, isBaseKnown, changedAt } = latest.current;
    const isKept = storeDraft(own, {
      value,
      ...(isBaseKnown ? { base: base.value } : {}),
      ...(unanswered.current ? { sent: unanswered.current } : {}),
      revision: base.revision,
      savedAt: changedAt ?? new Date().toISOString(),
    });
    setDraft(isKept ? 'kept' : 'in this page');
  }, [own, userId]);

  const apply = useCallback(
    (next: Editing<T>) => {
      latest.current = next;
      setState(next);
      pending.current = mustKeep();
      if (pending.current) return;
      removeStoredDraft(own);
      setDraft('none');
    },
    [mustKeep, own],
  );

  const lookForDraft = useEffectEvent(() => {
    const draft = find();
    setFound(draft);
    if (!draft) return;
    unanswered.current = draft.draft.sent;
    // What was typed before hydration is newer than the draft.
    const [early, next] = [latest.current.value, openedWith(draft)];
    const typed = Object.fromEntries(
      Object.entries(early).filter(([field, value]) => !isSame(value, stored.value[field as keyof T])),
    );
    setLife((before) => before + 1);
    apply(
      Object.keys(typed).length === 0 ? next : changed(next, { ...next.value, ...typed }, new Date().toISOString()),
    );
  });
  useEffect(() => {
    if (!isHydrated || found !== undefined) return;
    // The person is already typing: a field must not change meanwhile. What they type wins over the draft.
    const isWriting = document.activeElement?.matches('input, textarea, select') === true;
    if (!isWriting) return lookForDraft();
    addEventListener('focusout', lookForDraft, { once: true });
    return () => removeEventListener('focusout', lookForDraft);
  }, [isHydrated, found]);

  // The draft of an earlier page becomes the draft of this page.
  useEffect(() => {
    if (!found) return;
    pending.current = mustKeep();
    flush();
    removeStoredDraft(found.key);
  }, [found, flush, mustKeep]);

  const isUnsaved = isDirty(state) && isWorthKeeping(state.value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change restarts the pause
  useEffect(() => {
    if (!isUnsaved) return;
    const timer = setTimeout(flush, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isUnsaved, state, flush]);

  useEffect(() => {
    document.addEventListener('visibilitychange', flush);
    addEventListener('pagehide', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      removeEventListener('pagehide', flush);
      flush();
      const isHere = queryClient.getQueryData(sessionQuery.queryKey)?.id === userId;
      if (isHere && mustKeep()) live.current.onLeft?.();
    };
  }, [flush, mustKeep, userId]);

  // A change outside the content (a status, a publication) counts as a save on the server, but changes nothing here.
  const { revision } = stored;
  useEffect(() => {
    const { base, sent, conflict } = latest.current;
    if (sent || conflict || (revision ?? 0) <= (base.revision ?? 0)) return;
    const next = live.current.stored;
    if (isSame(next.value, base.value)) apply({ ...latest.current, base: next });
  }, [revision, apply]);

  const running = useRef<Promise<SaveResult> | null>(null);
  const send = async (isRepeat = false): Promise<SaveResult> => {
    const { value, base } = latest.current;
    const before = unanswered.current;
    unanswered.current = value;
    // If the session has ended, the login page opens: the draft must be stored before that.
    pending.current = mustKeep();
    flush();
    apply(sending(latest.current));
    let answer: Snapshot<T>;
    try {
      answer = await live.current.send(value, base.revision);
    } catch (error) {
      // An answer says that this value was not stored; the one before may be.
      if (isFinal(error)) unanswered.current = before;
      return await refused(error, isRepeat);
    }
    unanswered.current = undefined;
    apply(saved(latest.current, answer, joining));
    return 'saved';
  };

  const refused = async (error: unknown, isRepeat: boolean): Promise<SaveResult> => {
    // Without the stored version there is nothing to compare: the save has failed.
    const theirs = isOvertaken(error) ? await live.current.reload?.().catch(() => null) : null;
    const { base, isBaseKnown } = latest.current;
    const isOwnSave = theirs && unanswered.current && isSame(theirs.value, unanswered.current);
    // The stored content is the known one, or an own save without an answer: the save is repeated without a question.
    if (theirs && !isRepeat && (isOwnSave || (isBaseKnown && isSame(theirs.value, base.value)))) {
      apply({ ...latest.current, base: theirs });
      return send(true);
    }
    apply(theirs ? overtaken(latest.current, theirs) : notSent(latest.current));
    if (!(error instanceof ApiError)) throw error;
    if (theirs) return latest.current.conflict ? 'conflict' : 'saved';
    return isSignedOut(error) ? 'signed out' : 'failed';
  };

  const save = async (): Promise<SaveResult> => {
    await running.current?.catch(() => undefined);
    if (running.current) return save();
    running.current = send();
    try {
      return await running.current;
    } finally {
      running.current = null;
    }
  };

  const replace = (next: Editing<T>) => {
    setLife((before) => before + 1);
    apply(next);
  };

  return {
    ...state,
    life,
    isDirty: isDirty(state),
    isSaving: state.sent !== null,
    draft,
    joining,
    change: (wish) => {
      const now = latest.current.value;
      const value = { ...now, ...(typeof wish === 'function' ? wish(now) : wish) };
      apply(changed(latest.current, value, new Date().toISOString()));
    },
    save,
    discard: () => replace(discarded(latest.current)),
    keepMine: () => apply(keepingMine(latest.current, joining)),
    join: (givenUp) => replace(joined(latest.current, joining, givenUp)),
  };
}
