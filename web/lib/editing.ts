import { isSame, type Merge } from './merge.ts';

/** A stored value. */
export type Snapshot<T> = {
  value: T;
  /** Counts the saves; null when they are not counted. */
  revision: number | null;
  /** When it was saved; null for a new one. */
  savedAt: string | null;
};

/** Unsaved input, as stored in this browser. */
export type StoredDraft<T> = {
  value: T;
  /** The value that it is based on; absent when the storage had no capacity for both. */
  base?: T;
  /** The value of a save whose answer never came: it may be stored. */
  sent?: T;
  revision: number | null;
  savedAt: string;
};

/** The state of an edit, from its opening to its last save. Every transition is a function below. */
export type Editing<T> = {
  /** The value on the screen. */
  value: T;
  /** The stored version that the value is based on. */
  base: Snapshot<T>;
  /** False when the base of a draft is no longer known. */
  isBaseKnown: boolean;
  /** The value that is being sent to the server. */
  sent: T | null;
  /** When the value was last changed here. */
  changedAt: string | null;
  /** The value came from a draft that an earlier visit left behind. */
  isRecovered: boolean;
  /** Another person saved first: the version that is stored now. */
  conflict: Snapshot<T> | null;
};

/** How the editor of one kind of content joins versions. */
export type Joining<T> = {
  /** Applies the response of a save to the value on the screen. */
  settle: (sent: T, now: T, saved: T) => T;
  /** My value in the form that can be saved over theirs. */
  onto: (mine: T, theirs: T) => T;
  merge: Merge<T>;
};

export function opened<T>(stored: Snapshot<T>, kept: StoredDraft<T> | null): Editing<T> {
  const fresh = { value: stored.value, base: stored, isBaseKnown: true, sent: null, changedAt: null };
  if (!kept || isSame(kept.value, stored.value)) return { ...fresh, isRecovered: false, conflict: null };
  const isOwnSave = kept.sent !== undefined && isSame(kept.sent, stored.value);
  const isOvertaken = kept.revision !== stored.revision && !isOwnSave;
  const base = { ...stored, value: kept.base ?? stored.value, revision: kept.revision };
  return {
    ...fresh,
    value: kept.value,
    base: isOvertaken ? base : stored,
    isBaseKnown: !isOvertaken || kept.base !== undefined,
    changedAt: kept.savedAt,
    isRecovered: true,
    conflict: isOvertaken ? stored : null,
  };
}

export const isDirty = <T>({ value, base, conflict }: Editing<T>): boolean =>
  conflict !== null || !isSame(value, base.value);

export const changed = <T>(state: Editing<T>, value: T, at: string): Editing<T> => ({ ...state, value, changedAt: at });

export const sending = <T>(state: Editing<T>): Editing<T> => ({ ...state, sent: state.value });

export const notSent = <T>(state: Editing<T>): Editing<T> => ({ ...state, sent: null });

const basedOn = <T>(state: Editing<T>, base: Snapshot<T>, value: T): Editing<T> => ({
  ...state,
  value,
  base,
  isBaseKnown: true,
  sent: null,
  conflict: null,
});

/** The sent value is stored. Input since then stays on the screen and is still unsaved. */
export const saved = <T>(state: Editing<T>, answer: Snapshot<T>, { settle }: Joining<T>): Editing<T> => ({
  ...basedOn(state, answer, settle(state.sent ?? state.value, state.value, answer.value)),
  isRecovered: false,
});

/** Another person saved first. If both values are the same, there is no conflict. */
export const overtaken = <T>(state: Editing<T>, theirs: Snapshot<T>): Editing<T> =>
  isSame(state.value, theirs.value) ? basedOn(state, theirs, theirs.value) : { ...state, sent: null, conflict: theirs };

/** Overwrites theirs with mine, after the person confirmed it. */
export const keepingMine = <T>(state: Editing<T>, { onto }: Joining<T>): Editing<T> =>
  state.conflict ? basedOn(state, state.conflict, onto(state.value, state.conflict.value)) : state;

/** Merges both versions, to be checked and saved. */
export function joined<T>(state: Editing<T>, { merge, onto }: Joining<T>, givenUp: ReadonlySet<string>): Editing<T> {
  const { conflict } = state;
  if (!conflict) return state;
  const base = state.isBaseKnown ? state.base.value : null;
  const { value } = merge(base, state.value, conflict.value, givenUp);
  return { ...basedOn(state, conflict, onto(value, conflict.value)), isRecovered: false };
}

/** Discards unsaved input and shows the stored version. */
export function discarded<T>(state: Editing<T>): Editing<T> {
  const stored = state.conflict ?? state.base;
  return { ...basedOn(state, stored, stored.value), isRecovered: false, changedAt: null };
}
