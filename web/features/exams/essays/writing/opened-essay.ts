import type { Essay } from '#contract/exams/essays.ts';
import { localKey } from '#web/lib/local-data.ts';
import { localStore } from '#web/lib/safe-storage.ts';

type Stored = { essay: Essay; storedAt: number };

const nameOf = (userId: string, id: number) => localKey(userId, `opened-essay:${id}`);

function read(userId: string, id: number): Stored | null {
  try {
    const stored = JSON.parse(localStore.read(nameOf(userId, id)) ?? 'null') as Stored | null;
    return stored?.essay?.state === 'writing' ? stored : null;
  } catch {
    return null;
  }
}

/**
 * Stores an essay that is being written, with its theme and revision: a page that starts without a network opens from
 * it. What is typed later is in the draft (useEditing).
 */
export function storeOpened(userId: string, essay: Essay, now = Date.now()): void {
  const before = read(userId, essay.id);
  // The same answer of the server keeps its time: a save changes text and revision only.
  const storedAt = before?.essay.serverTime === essay.serverTime ? before.storedAt : now;
  localStore.write(nameOf(userId, essay.id), JSON.stringify({ essay, storedAt } satisfies Stored));
}

/** The essay as it was stored, with the server's time of now as far as this device knows it. */
export function readOpened(userId: string, id: number, now = Date.now()): Essay | null {
  const stored = read(userId, id);
  if (!stored) return null;
  const { essay, storedAt } = stored;
  const elapsed = Math.max(0, now - storedAt);
  return { ...essay, serverTime: new Date(Date.parse(essay.serverTime) + elapsed).toISOString() };
}

export const removeOpened = (userId: string, id: number): void => localStore.remove(nameOf(userId, id));
