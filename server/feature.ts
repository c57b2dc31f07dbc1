import type { FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';

/** Who teaches and who studies in the sample content; null where the school has no such user any more. */
export type SamplePeople = { teacherId: string | null; studentId: string | null };

/** What a feature brings to the product; app.ts lists them. */
export type Feature = {
  routes: readonly ((app: FastifyInstance, deps: Deps) => void | Promise<void>)[];
  /** Mails, jobs and what comes round by itself: defined before the first request, run once the server works. */
  background?: readonly ((deps: Deps, sessions: FastifyInstance['sessions']) => void)[];
  /** Content for a first look, made in the order of the list. Loading twice adds nothing. */
  sample?: (deps: Deps, people: SamplePeople) => Promise<void>;
};
