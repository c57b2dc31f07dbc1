import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LaggingDb } from '#server/db/handle.ts';
import { withOwnWrites } from '#server/db/own-writes.ts';
import { LAG_MAX_SECONDS, type Replica } from '#server/db/replica.ts';
import { isCancelled } from '#server/db/violations.ts';
import type { Deps } from '#server/deps.ts';
import { readCookie, writeCookie } from './cookies.ts';
import { AppError } from './errors.ts';
import { SESSION_COOKIE, type SessionUser } from './sessions.ts';

/** The time of the browser's last write. The cookie carries it from one server to the next. */
export const WROTE_COOKIE = 'alvorada_wrote';
/** A write older than the maximum lag no longer matters: any replica in use has it. */
const REMEMBERED_SECONDS = 2 * LAG_MAX_SECONDS;
const PEOPLE_MAX = 100_000;
/** Answers may overtake each other on their way to a browser, and after a failover another machine's clock counts. */
const MARGIN_MS = 1000;

type LaggingReads = {
  /** Reads what may lag: from the replica when it is current enough; otherwise, or when it fails, from the primary. */
  read<T>(request: FastifyRequest, reply: FastifyReply, user: SessionUser | null, work: Read<T>): Promise<T>;
};
type Read<T> = (lagging: LaggingDb) => T | Promise<T>;

declare module 'fastify' {
  interface FastifyInstance {
    laggingReads: LaggingReads;
  }
  interface FastifyRequest {
    /** Whether the request has committed anything; only with a replica. */
    ownWrites: { wrote: boolean } | null;
  }
}

/** The only code that decides between replica and primary. */
export function chooseWhereToRead(app: FastifyInstance, deps: Deps): void {
  const { db, replica, log } = deps;
  app.decorateRequest('ownWrites', null);
  if (!replica) {
    app.decorate('laggingReads', { read: async (_request, _reply, _user, work) => work(db as LaggingDb) });
    return;
  }
  const lastWrites = noteLastWrites(app, deps, replica);

  app.decorate('laggingReads', {
    async read(request, reply, user, work) {
      const reason = replica.choose(lastWrites.of(request, user));
      if (reason !== 'replica') {
        replica.counts[reason] += 1;
        return work(db as LaggingDb);
      }
      try {
        const result = await work(replica.db);
        replica.counts.replica += 1;
        return result;
      } catch (error) {
        // A read that was too slow for the replica would be too slow for the primary.
        if (isCancelled(error) || reply.sent || reply.raw.headersSent) throw error;
        // A refusal by an older state may be obsolete; an error counts as the replica's until the primary fails, too.
        const isRefusal = error instanceof AppError;
        if (!isRefusal) log.warn({ err: error }, 'the replica failed, the primary is asked');
        replica.counts[isRefusal ? 'refused' : 'failed'] += 1;
        return work(db as LaggingDb);
      }
    },
  });
}

/** Recorded by browser, in a cookie, and by person, for their other devices at the same server. */
function noteLastWrites(app: FastifyInstance, deps: Deps, replica: Replica) {
  const people = new Map<string, number>();

  const remember = (id: string, at: number) => {
    people.delete(id);
    people.set(id, at);
    for (const [oldest, since] of people) {
      if (people.size <= PEOPLE_MAX && at - since < REMEMBERED_SECONDS * 1000) break;
      people.delete(oldest);
    }
  };

  app.addHook('onRequest', (request, _reply, done) => {
    withOwnWrites((writes) => {
      request.ownWrites = writes;
      done();
    });
  });
  app.addHook('onSend', async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if ((isRead && !request.ownWrites?.wrote) || readCookie(deps, request, SESSION_COOKIE) === undefined) return;
    const at = Math.ceil(replica.primaryNow()) + MARGIN_MS;
    const user = await Promise.resolve(request.sessionUser).catch(() => null);
    if (user) remember(user.id, at);
    writeCookie(deps, request, reply, { name: WROTE_COOKIE, value: String(at), seconds: REMEMBERED_SECONDS });
  });

  return {
    of(request: FastifyRequest, user: SessionUser | null): number {
      const told = Number(readCookie(deps, request, WROTE_COOKIE) ?? Number.NaN);
      const carried = Number.isFinite(told) ? told : Number.NEGATIVE_INFINITY;
      const known = (user && people.get(user.id)) ?? Number.NEGATIVE_INFINITY;
      return Math.max(carried, known);
    },
  };
}
