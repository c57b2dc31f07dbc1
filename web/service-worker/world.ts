import type { Build, WorkerScope } from './scope.ts';

/** The scope of the worker with what its modules share. */
export type WorkerWorld = Pick<WorkerScope, 'caches' | 'clients' | 'fetch'> & {
  build: Build;
  now: () => number;
  /** False once the copies were deleted after this event began: responses still on their way are not cached. */
  isCurrent: () => boolean;
  /** Background work: no response waits for it, and the worker is kept alive until it ends. */
  behind: (work: () => Promise<void>) => void;
};
