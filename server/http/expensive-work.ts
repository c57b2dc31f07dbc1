import type { FastifyInstance, preHandlerHookHandler } from 'fastify';
import type * as z from 'zod/mini';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { createSlots, type Slots } from '#server/work/slots.ts';
import { networkOf } from './networks.ts';
import { tooBusy } from './overload.ts';
import { currentUser } from './sessions.ts';

/**
 * Limits how much expensive work runs at once, so that it never delays plain reads. A slot is taken when the work
 * begins: the body has arrived, and the caller may call. Each key gets at most a share of the slots and of the queue: a
 * class behind one address fits into its share, a flood does not.
 */
const capacities = {
  /** Two hashes run at once (server/passwords/passwords.ts); the others are about to, or done. */
  password: { total: 8, perKey: 4, waiting: 256, waitingPerKey: 64 },
  search: { total: 16, perKey: 4, waiting: 128, waitingPerKey: 16 },
  export: { total: 4, perKey: 1, waiting: 32, waitingPerKey: 4 },
  /** Images from other sites: each waits for a foreign server. */
  fetch: { total: 12, perKey: 3, waiting: 120, waitingPerKey: 40 },
  /** From the first byte of a file to the answer: each has a file in memory while it is rendered, read or stored. */
  upload: { total: 48, perKey: 12, waiting: 0, waitingPerKey: 0 },
  /** Chunks of videos: each keeps one chunk in memory, at the speed of a teacher's connection. */
  recording: { total: 12, perKey: 3, waiting: 0, waitingPerKey: 0 },
  /** Files that arrive before the field that decides whether they are accepted. */
  unknownUpload: { total: 8, perKey: 2, waiting: 0, waitingPerKey: 0 },
};

export type Work = keyof typeof capacities;

declare module 'fastify' {
  interface FastifyInstance {
    places: Record<Work, Slots>;
  }
}

/** Returns a function that counts the waiting requests. */
export function limitExpensiveWork(app: FastifyInstance): () => number {
  const places = Object.fromEntries(Object.entries(capacities).map(([work, room]) => [work, createSlots(room)]));
  app.decorate('places', places as Record<Work, Slots>);
  app.addHook('onRoute', (route) => {
    const { endpoint } = (route.config ?? {}) as { endpoint?: EndpointSpec };
    const work = workOf(endpoint);
    if (!work) return;
    const take: preHandlerHookHandler = (request, reply, done) => {
      const takeFor = (key: string) => {
        const place = app.places[work].take(key, done);
        if (!place) return done(tooBusy());
        // Also when the client disconnects, even while waiting.
        if (reply.raw.closed) place.leave();
        else reply.raw.once('close', place.leave);
      };
      // Keyed by user, so that a class behind one address is not one caller; visitors are keyed by address.
      const user = endpoint?.access === 'public' ? null : currentUser(request);
      if (user instanceof Promise) user.then((found) => takeFor(found?.id ?? networkOf(request.ip)), done);
      else takeFor(user?.id ?? networkOf(request.ip));
    };
    route.preHandler = [take, ...[route.preHandler ?? []].flat()];
  });
  const all = Object.values(app.places);
  return () => all.reduce((sum, one) => sum + one.waiting(), 0);
}

export function workOf(endpoint: EndpointSpec | undefined): Work | undefined {
  return endpoint?.work ?? (takesPassword(endpoint) ? 'password' : undefined);
}

/** Derived from the call's body schema, so that no list has to be maintained. */
function takesPassword(endpoint: EndpointSpec | undefined): boolean {
  return Object.keys(shapeOf(endpoint?.body)).some((field) => /password/i.test(field));
}

const shapeOf = (schema: z.ZodMiniType | undefined): object => (schema as { shape?: object } | undefined)?.shape ?? {};
