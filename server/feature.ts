import type { FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';

/** Removes expired rows, at most `limit` at a time. */
export type Expired = Readonly<Record<string, (limit: number) => Promise<number>>>;

/** What a feature adds to the product; app.ts lists them. */
export type Feature = {
  routes: readonly ((app: FastifyInstance, deps: Deps) => void | Promise<void>)[];
  /** Mails, jobs and scheduled work: defined before the first request, run once the server works. */
  background?: readonly ((deps: Deps, sessions: FastifyInstance['sessions']) => void)[];
  /** The expired rows that the hourly `cleanup` deletes, under the names by which they are counted. */
  expired?: (deps: Deps) => Expired;
};
