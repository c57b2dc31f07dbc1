import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ptBR } from 'zod/locales';
import * as z from 'zod/mini';
import { type BodyOf, binary, type EndpointSpec, type ParamsOf, type QueryOf, redirect } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { JSON_BODY_LIMIT } from '#contract/limits.ts';
import { paramsOf, responseOf } from '#contract/omitted-shapes.ts';
import { idParams } from '#contract/shapes.ts';
import type { LaggingDb } from '#server/db/handle.ts';
import { nextTurn } from '#server/work/next-turn.ts';
import { accessFault, freshProofFault, studyFault } from './access.ts';
import { badRequest, notFound, unauthorized } from './errors.ts';
import { type Page, sendPage } from './paging.ts';
import { currentUser, type SessionUser } from './sessions.ts';
import type { Undeclared } from './undeclared.ts';

type Context<E extends EndpointSpec> = {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** Null on public endpoints: the few that need the user call `currentUser(request)`. */
  user: E['access'] extends 'public' ? null : SessionUser;
  request: FastifyRequest;
  reply: FastifyReply;
  /** For the data that the call shows; access is always checked on the primary. */
  lagging: E['mayLag'] extends true ? LaggingDb : never;
};

/** A body that was validated and serialised before: sent as it is. */
export type ReadyBody = { readonly ready: Buffer };

/** What a call that makes something hands back: 201 for what this request made, 200 for what a repeated one found. */
export type Made<T> = { made: T; isNew: boolean };

/** The value that a handler hands back, before it passes the response's schema. */
type Handed<E extends EndpointSpec, Value> = E['alsoAnswers'] extends readonly [201]
  ? Made<Value>
  : Value extends readonly (infer Row)[]
    ? Value | Page<Row>
    : Value;

/**
 * The result of a handler: nothing where the call only says that it was done, a value, or the reply it has sent itself.
 * A call that may lag never returns a cached answer: that would outlive the invalidation that drops it.
 */
type Result<E extends EndpointSpec> = E['response'] extends z.ZodMiniType
  ? Handed<E, z.input<E['response']>> | (E['mayLag'] extends true ? never : ReadyBody)
  : E['response'] extends symbol
    ? FastifyReply
    : // biome-ignore lint/suspicious/noConfusingVoidType: it is what a handler that returns nothing returns.
      void;

const isReady = (value: unknown): value is ReadyBody => typeof value === 'object' && value !== null && 'ready' in value;

/** The value inside what a handler handed back. */
type ValueOf<E extends EndpointSpec, R> = R extends ReadyBody | FastifyReply
  ? never
  : E['alsoAnswers'] extends readonly [201]
    ? R extends Made<infer Value>
      ? Value
      : never
    : z.input<E['response'] & z.ZodMiniType> extends readonly unknown[]
      ? R extends Page<infer Row>
        ? Row[]
        : R
      : R;

/**
 * An additional constraint on a handler: none, or an unsatisfiable type that names the fields the contract does not
 * declare.
 */
type NothingUndeclared<E extends EndpointSpec, R> = E['response'] extends z.ZodMiniType
  ? [Undeclared<z.input<E['response']>, ValueOf<E, Awaited<R>>>] extends [never]
    ? unknown
    : { undeclared: Undeclared<z.input<E['response']>, ValueOf<E, Awaited<R>>> }
  : unknown;

/** Continues with a value: synchronously when it is there, otherwise when it resolves. */
const then = <T, R>(value: T | Promise<T>, go: (value: T) => R): R | Promise<Awaited<R>> =>
  value instanceof Promise ? (value.then(go) as Promise<Awaited<R>>) : go(value);

/** After a step of a request has taken this long, the next one yields to the event loop. */
const TURN_MS = 5;

const declared = new Set<unknown>(Object.values(endpoints));

/** The app does not start with an API path that contract/index.ts does not list: no test would cover its access. */
export function refuseUndeclaredRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    const { endpoint } = (config ?? {}) as { endpoint?: EndpointSpec };
    if (!url.startsWith('/api') && !endpoint) return;
    if (!declared.has(endpoint)) throw new Error(`${method} ${url} is routed but not listed in contract/index.ts.`);
  });
}

/**
 * Routes one call of the contract. Access is checked before the body is read, the body before the handler runs. Values
 * that are available synchronously (a cached session, a ready answer) are not awaited: a hot read is so short that
 * promises count.
 */
export function route<E extends EndpointSpec, R extends Promise<Result<E>> | Result<E>>(
  app: FastifyInstance,
  endpoint: E,
  handler: ((context: Context<E>) => R) & NothingUndeclared<E, R>,
): void {
  const params = paramsOf(endpoint);
  const response = responseOf(endpoint);
  const isDone = endpoint.response === undefined;
  const isList = response instanceof z.ZodMiniArray;
  const mayMake = endpoint.alsoAnswers?.includes(201);

  const userOf = (request: FastifyRequest) => (endpoint.access === 'public' ? null : currentUser(request));

  const faultOf = (user: SessionUser | null) =>
    accessFault(endpoint.access, user) ??
    freshProofFault(endpoint, user !== null && app.sessions.isProven(user)) ??
    (endpoint.needsAccess && user ? studyFault(user, app.sessions.now()) : undefined);

  const check = (request: FastifyRequest, user: SessionUser | null, done: (fault?: Error) => void) => {
    const fault = faultOf(user);
    // Few people are limited to some courses: for all others there is nothing to check.
    if (!fault && user?.study?.limits && typeof endpoint.needsAccess === 'string') {
      const { data } = z.safeParse(idParams, request.params);
      if (!data) return done();
      return app.sessions.boughtFault(user, { kind: endpoint.needsAccess, id: data.id }).then(done, done);
    }
    if (fault?.code !== 'unauthorized') return done(fault);
    // The owner of an ended session learns the reason; only they have its cookie.
    return app.sessions.whyEnded(request).then((ended) => done(ended ? unauthorized({ ended }) : fault), done);
  };

  const run = (request: FastifyRequest, reply: FastifyReply, user: SessionUser | null) => {
    const context = {
      params: parseParams(params, request.params),
      query: parse(endpoint.query, request.query),
      body: endpoint.bodyType && endpoint.bodyType !== 'json' ? undefined : parse(endpoint.body, request.body ?? {}),
      user,
      request,
      reply,
    } as Context<E>;
    if (endpoint.mayLag) {
      const read = (lagging: LaggingDb) => handler({ ...context, lagging } as Context<E>) as Promise<Result<E>>;
      return app.laggingReads.read(request, reply, user, read).then((result) => answer(request, reply, result));
    }
    return then<Result<E>, unknown>(handler(context), (result) => answer(request, reply, result));
  };

  const valueIn = (request: FastifyRequest, reply: FastifyReply, result: unknown) => {
    if (isDone) return { ok: true };
    if (mayMake) {
      const { made, isNew } = result as Made<unknown>;
      if (isNew) reply.code(201);
      return made;
    }
    return isList && !Array.isArray(result) ? sendPage(request, reply, result as Page<unknown>) : result;
  };

  const answer = (request: FastifyRequest, reply: FastifyReply, result: Result<E>) => {
    if (response === binary || response === redirect || reply.sent) return reply;
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
    reply.type('application/json; charset=utf-8');
    // The bytes are returned, not sent: Fastify awaits a returned reply, with listeners on the connection.
    if (isReady(result)) return result.ready;
    // An undeclared field cannot leave: the types refuse it, and the schema copies only what it knows.
    const begun = performance.now();
    const value = z.parse(response, valueIn(request, reply, result));
    // A large answer is validated and serialised in two turns of the event loop.
    if (performance.now() - begun < TURN_MS) return JSON.stringify(value);
    return nextTurn().then(() => JSON.stringify(value));
  };

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.bodyLimit ?? JSON_BODY_LIMIT,
    config: { endpoint },
    onRequest: (request, _reply, done) => {
      const user = userOf(request);
      if (user instanceof Promise) user.then((found) => check(request, found, done), done);
      else check(request, user, done);
    },
    handler: (request, reply) => then(userOf(request), (user) => run(request, reply, user)),
  });
}

/**
 * For messages that the contract does not define; only here, because operators read the server's own errors in English.
 */
const { localeError: inPortuguese } = ptBR();

function parse(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = z.safeParse(schema, value, { error: inPortuguese });
  if (!parsed.success) throw badRequest(parsed.error.issues);
  return parsed.data;
}

/** An id that does not parse belongs to no row: answered as not found. */
function parseParams(params: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!params) return undefined;
  const parsed = z.safeParse(params, value);
  if (!parsed.success) throw notFound();
  return parsed.data;
}
