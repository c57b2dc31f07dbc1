import type { Build, WorkerScope } from './scope.ts';

/** The worker's world with what its parts share. */
export type WorkerWorld = Pick<WorkerScope, 'caches' | 'clients' | 'fetch'> & {
  build: Build;
  now: () => number;
  /** False once everything was forgotten after this event began: what is still on its way is not kept any more. */
  isCurrent: () => boolean;
  /** Work that nobody waits for, while the worker is kept alive for it. */
  behind: (work: () => Promise<void>) => void;
};
