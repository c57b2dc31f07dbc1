import type { FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';

/** Removes expired rows, at most `limit` at a time. */
export type Expired = Readonly<Record<string, (limit: number) => Promise<number>>>;

/** What a feature brings to the product; app.ts lists them. */
export type Feature = {
  routes: readonly ((app: FastifyInstance, deps: Deps) => void | Promise<void>)[];
  /** Mails, jobs and what comes round by itself: defined before the first request, run once the server works. */
  background?: readonly ((deps: Deps, sessions: FastifyInstance['sessions']) => void)[];
  /** What the hourly `cleanup` takes away of it, under the names by which it is counted. */
  expired?: (deps: Deps) => Expired;
};
