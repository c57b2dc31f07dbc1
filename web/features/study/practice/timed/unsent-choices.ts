import { plural } from '#web/lib/format.ts';
import { localKey } from '#web/lib/local-data.ts';
import { localStore } from '#web/lib/safe-storage.ts';
import { toast } from '#web/ui/toast.ts';

/**
 * Choices that the server has not confirmed, stored in this browser: a reload, a crash or a lost network loses none.
 * Tabs share the entry, so every change reads it first.
 */
const nameOf = (userId: string, practiceId: number) => localKey(userId, `unsent:timed:${practiceId}`);

export type Choices = ReadonlyMap<number, number | null>;

/** Without storage, the choices of this page. */
const unstored = new Map<string, Choices>();

const isPair = (pair: unknown): pair is [number, number | null] =>
  Array.isArray(pair) && typeof pair[0] === 'number' && (pair[1] === null || typeof pair[1] === 'number');

export function readUnsent(userId: string, practiceId: number): Choices {
  const name = nameOf(userId, practiceId);
  try {
    const stored: unknown = JSON.parse(localStore.read(name) ?? '[]');
    return new Map([...(unstored.get(name) ?? []), ...(Array.isArray(stored) ? stored.filter(isPair) : [])]);
  } catch {
    return unstored.get(name) ?? new Map();
  }
}

function write(userId: string, practiceId: number, choices: Choices): Choices {
  const name = nameOf(userId, practiceId);
  unstored.delete(name);
  if (choices.size === 0) localStore.remove(name);
  else if (!localStore.write(name, JSON.stringify([...choices]))) unstored.set(name, choices);
  return choices;
}

export const addUnsent = (userId: string, practiceId: number, questionId: number, optionId: number | null): Choices =>
  write(userId, practiceId, new Map(readUnsent(userId, practiceId)).set(questionId, optionId));

/** Removes what was sent; a choice that changed meanwhile stays. */
export const removeSent = (userId: string, practiceId: number, sent: Choices): Choices =>
  write(
    userId,
    practiceId,
    new Map([...readUnsent(userId, practiceId)].filter(([id, option]) => !sent.has(id) || sent.get(id) !== option)),
  );

/** Choices of this device that were not sent before the end. */
export function toastLate(count: number): void {
  const what = plural(count, 'resposta chegou', 'respostas chegaram');
  toast({ title: 'O simulado já tinha terminado', description: `${what} depois do fim.` });
}
