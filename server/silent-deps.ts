import type { Deps } from './deps.ts';

/**
 * The same product at another moment, and silent: it sends no e-mail and starts no job. The sample school's past is
 * made with it, by the services that make everybody else's present.
 */
export const silentDepsAt = (deps: Deps, now: Date): Deps => ({
  ...deps,
  clock: { now: () => now },
  mail: { ...deps.mail, send: async () => {} },
  jobs: { ...deps.jobs, send: async () => {} },
});
