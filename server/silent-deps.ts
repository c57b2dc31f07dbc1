import { presentTime } from './clock.ts';
import type { Deps } from './deps.ts';

/**
 * The same dependencies at another time, and silent: no e-mail is sent and no job is started. The history of the sample
 * school is created with it, by the regular services.
 */
export const silentDepsAt = (deps: Deps, now: Date): Deps => ({
  ...deps,
  clock: { now: () => now, present: () => presentTime(deps.clock) },
  mail: { ...deps.mail, send: async () => {} },
  jobs: { ...deps.jobs, send: async () => {} },
});
