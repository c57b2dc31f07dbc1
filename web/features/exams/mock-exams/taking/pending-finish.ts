import { del, get, keys, set } from 'idb-keyval';
import { localKey } from '#web/lib/local-data.ts';
import { orElse } from '#web/lib/or-else.ts';

/** The student has ended an attempt, and the server does not know it yet. `seq` is that of the last answer. */
export type PendingFinish = { seq: number };

/** Stored in this browser, so that the pending finish survives a reload or a closed tab. */
export type PendingFinishStore = {
  load(): Promise<PendingFinish | undefined>;
  /** False: this browser cannot store it. */
  keep(wish: PendingFinish): Promise<boolean>;
  drop(): Promise<void>;
};

/** Where the pending finish is stored until the server has it: `in this page` would not survive a reload. */
export type FinishWaiting = 'kept' | 'in this page';

/** The text about a pending finish, shown on the quiz's page and in the attempt. */
export const waitingText = (waiting: FinishWaiting) =>
  waiting === 'kept'
    ? 'O envio sai sozinho quando a conexão voltar. Se você fechar esta página, ele sai quando você voltar à plataforma.'
    : 'O envio sai sozinho quando a conexão voltar. Até lá, deixe esta página aberta.';

const prefixOf = (userId: string) => localKey(userId, 'unsent:finish:');

/** Attempts of this user whose end was not sent. */
export async function attemptsToFinish(userId: string): Promise<number[]> {
  const prefix = prefixOf(userId);
  const all = await orElse(() => keys<string>(), []);
  return all
    .filter((key) => key.startsWith(prefix))
    .map((key) => Number(key.slice(prefix.length)))
    .filter(Number.isSafeInteger);
}

export function openPendingFinish(userId: string, attemptId: number): PendingFinishStore {
  const key = `${prefixOf(userId)}${attemptId}`;
  return {
    load: () => orElse(() => get<PendingFinish>(key), undefined),
    keep: (wish) =>
      orElse(async () => {
        await set(key, wish);
        return true;
      }, false),
    drop: () => orElse(() => del(key), undefined),
  };
}
