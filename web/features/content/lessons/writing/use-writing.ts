import { useEffect, useRef, useState } from 'react';
import type { LessonDraft, saveLessonDraft } from '#contract/content/lesson-drafts.ts';
import { isOvertaken, isRefused, isSignedOut, textOf } from '#web/lib/api.ts';
import type { Snapshot } from '#web/lib/editing.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { useEditing } from '#web/lib/use-editing.ts';
import { toastDraftStored } from '#web/ui/toast-editing.ts';
import { useOnline } from '#web/ui/use-online.ts';
import { type LessonForm, lessonJoining } from '../lesson-form.ts';
import { fetchDraft, useSaveDraft } from './writing.queries.ts';

/** A pause in typing after which the text is saved automatically. */
const SAVE_AFTER_MS = 1500;
const RETRY_AFTER_MS = 10_000;

const snapshotOf = ({ title, content, subjectId, topicId, version, updatedAt }: LessonDraft): Snapshot<LessonForm> => ({
  value: { title, content, subjectId, newSubject: null, topicId },
  revision: version,
  savedAt: updatedAt,
});

/** A lesson that saves itself while it is written. */
export function useWriting(draft: LessonDraft) {
  const { id } = draft;
  const saveDraft = useSaveDraft(id);
  const isOnline = useOnline();
  const [stored] = useState(() => snapshotOf(draft));
  /** The server's version of the last text that was sent: the same content, perhaps as other HTML. */
  const last = useRef<{ sent: string; kept: string } | null>(null);
  const standing = useRef(draft);
  standing.current = draft;
  const isRestored = useRef(false);
  /** Why the last save failed; null while it did not. */
  const [fault, setFault] = useState<string | null>(null);

  const editing = useEditing<LessonForm>({
    name: `lesson-draft:${id}`,
    stored,
    joining: lessonJoining,
    onLeft: toastDraftStored,
    send: async (form, revision) => {
      const { title, content, subjectId, topicId, newSubject } = form;
      const body = {
        ...{ version: revision ?? 0, baseVersion: standing.current.baseVersion, title, content },
        // One that is still to be made has no id yet.
        ...(newSubject === null ? { subjectId, topicId } : { subjectId: null, topicId: null }),
        asNewVersion: isRestored.current,
      };
      try {
        const saved = await saveDraft.mutateAsync(body);
        last.current = { sent: content, kept: saved.content };
        isRestored.current = false;
        setFault(null);
        // The text on the screen stays as it was typed: the cursor is in it.
        return { value: form, revision: saved.version, savedAt: saved.updatedAt };
      } catch (error) {
        if (isRefused<typeof saveLessonDraft>(error, 'subject_gone'))
          editing.change({ subjectId: null, topicId: null });
        if (isRefused<typeof saveLessonDraft>(error, 'topic_gone')) editing.change({ topicId: null });
        if (!isOvertaken(error) && !isSignedOut(error)) setFault(textOf(error));
        throw error;
      }
    },
    reload: async () => {
      const snapshot = snapshotOf(await fetchDraft(id));
      const { content } = snapshot.value;
      const isOwn = last.current?.kept === content;
      return { ...snapshot, value: { ...snapshot.value, content: isOwn ? (last.current?.sent ?? content) : content } };
    },
  });

  const { value, isDirty, conflict, save } = editing;
  const rested = useDebounced(value, SAVE_AFTER_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: saved when the typing rests, not when anything else changes
  useEffect(() => {
    if (isDirty && !conflict && rested === value) void save();
  }, [rested]);

  // What could not be sent is tried again, at once when the network is back.
  const mustRetry = fault !== null && isDirty && !conflict;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure restarts the wait
  useEffect(() => {
    if (!mustRetry) return;
    const timer = setTimeout(() => void save(), isOnline ? RETRY_AFTER_MS : RETRY_AFTER_MS * 6);
    const now = () => void save();
    addEventListener('online', now);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', now);
    };
  }, [mustRetry, isOnline, editing.isSaving]);

  /** Restores an earlier text; the current one is stored as a version. */
  const restore = (text: { title: string; content: string }) => {
    isRestored.current = true;
    editing.change(text);
  };
  return { editing, fault, restore };
}
