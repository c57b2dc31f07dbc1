import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ptBR } from 'zod/locales';
import * as z from 'zod/mini';
import {
  type BodyOf,
  binary,
  type EndpointSpec,
  type ParamsOf,
  type QueryOf,
  redirect,
} from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/index.ts';
import { JSON_BODY_LIMIT } from '../../contract/limits.ts';
import { checkAccess } from './access.ts';
import { badRequest, notFound } from './errors.ts';
import { currentUser, type SessionUser } from './sessions.ts';

type Context<E extends EndpointSpec> = {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** Null on public endpoints: the few that care ask `currentUser(request)` themselves. */
  user: E['access'] extends 'public' ? null : SessionUser;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** What a handler hands back: the value before it passes the response's schema, or the reply it has sent itself. */
type Result<E extends EndpointSpec> = E['response'] extends z.ZodMiniType
  ? z.input<E['response']> | ReadyBody
  : FastifyReply;

/** A body that was serialised before (and passed its schema then): sent as it is. */
export type ReadyBody = { readonly ready: Buffer };

const isReady = (value: unknown): value is ReadyBody => typeof value === 'object' && value !== null && 'ready' in value;

export type Handler<E extends EndpointSpec> = (context: Context<E>) => Promise<Result<E>> | Result<E>;

const declared = new Set<unknown>(Object.values(endpoints));

/** The app does not start with an API path that contract/index.ts does not list: nobody would test its access. */
export function refuseUndeclaredRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    const { endpoint } = (config ?? {}) as { endpoint?: EndpointSpec };
    if (!url.startsWith('/api') && !endpoint) return;
    if (!declared.has(endpoint)) throw new Error(`${method} ${url} is routed but not listed in contract/index.ts.`);
  });
}

/** Routes one call of the contract. Access is checked before the body is read, the body before the handler runs. */
export function route<E extends EndpointSpec>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.bodyLimit ?? JSON_BODY_LIMIT,
    config: { endpoint },
    onRequest: async (request) => {
      if (endpoint.access !== 'public') checkAccess(endpoint.access, await currentUser(request));
    },
    handler: async (request, reply) => {
      const context = {
        params: parseParams(endpoint, request.params),
        query: parse(endpoint.query, request.query),
        body: endpoint.bodyType && endpoint.bodyType !== 'json' ? undefined : parse(endpoint.body, request.body ?? {}),
        user: endpoint.access === 'public' ? null : await currentUser(request),
        request,
        reply,
      } as Context<E>;
      const result = await handler(context);
      if (endpoint.response === binary || endpoint.response === redirect || reply.sent) return reply;
      reply.header('Cache-Control', reply.getHeader('Cache-Control') ?? 'no-store');
      reply.type('application/json; charset=utf-8');
      if (isReady(result)) return reply.send(result.ready);
      // An undeclared field cannot leave: the schema copies only what it knows.
      return reply.send(JSON.stringify(z.parse(endpoint.response as z.ZodMiniType, result)));
    },
  });
}

/** For what the contract does not word itself; only here, because operators read the server's own errors in English. */
const { localeError: inPortuguese } = ptBR();

function parse(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = z.safeParse(schema, value, { error: inPortuguese });
  if (!parsed.success) throw badRequest(parsed.error.issues);
  return parsed.data;
}

/** An id that does not parse belongs to nothing, so it is not there. */
function parseParams(endpoint: EndpointSpec, value: unknown): unknown {
  if (!endpoint.params) return undefined;
  const parsed = z.safeParse(endpoint.params, value);
  if (!parsed.success) throw notFound();
  return parsed.data;
}
