import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { idParams, ok } from './shapes.ts';

/** Who may call an endpoint. `author` is a teacher or an admin, `office` a secretary or an admin. */
export type Access = 'public' | 'signedIn' | 'author' | 'office' | 'admin';

/** What a purchase may open or not: the thing that the path's `id` names. */
export type Bought = 'course' | 'lesson' | 'quiz';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A response that is not JSON (a file, a feed, a page). */
export const binary = Symbol('binary');
/** A response without a content, sent as a redirect. */
export const redirect = Symbol('redirect');

export type EndpointSpec = {
  method: Method;
  /** Fastify notation: /api/articles/:id */
  path: string;
  access: Access;
  /** Asks for a password, code or key of the last minutes, once per session (403 `fresh_proof_required`). */
  freshProof?: true;
  /**
   * For students whose access is in force (403 `access_ended` to others), and where the path's id names something of a
   * course, whose purchase opens it (403 `not_bought`). Teachers and administrators are not bound.
   */
  needsAccess?: true | Bought;
  /** The codes that it may be refused with, besides those that follow from the rest (`refusals.ts`). */
  errors?: readonly ErrorCode[];
  /** One English sentence for the API page. */
  summary: string;
  /** Left out where the path names one thing by `:id`, a row id. */
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** How the body travels. `either` takes JSON and multipart on one path; `pieces` is a stretch of a file, as it is. */
  bodyType?: 'json' | 'multipart' | 'either' | 'pieces';
  /** Bytes; where it differs from the default of 64 KiB for JSON. */
  bodyLimit?: number;
  /** Work that costs much more than a read: a person gets a few of them at once, and then a place in a line. */
  work?: 'search' | 'export' | 'fetch';
  /**
   * What one call takes of a minute's limit: 5 where it costs about five times the processor time of an ordinary call
   * (10 ms or more), 20 where it costs 50 ms or more. An ordinary call is 1 and says nothing.
   */
  weight?: 5 | 20;
  /** Saves what a person has just done. Under overload it is still served, while lists and searches answer 503. */
  comesFirst?: true;
  /** What it shows may be some seconds old, but never older than what the person has just changed. */
  mayLag?: true;
  /** Left out where the answer only says that it was done: `{ ok: true }`. */
  response?: z.ZodMiniType | typeof binary | typeof redirect;
  /** Statuses that a success may carry besides 200. 201: what the call made is new. */
  alsoAnswers?: readonly number[];
};

/** Declares one call. Nothing is routed and nothing is called that is not declared so. */
export function endpoint<const E extends EndpointSpec>(spec: E): E {
  return spec;
}

type OutputOf<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type InputOf<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

/** A path that names one thing, by its row id. */
type PathOfRow<Path extends string> = Path extends `${string}:${string}:${string}`
  ? never
  : Path extends `${string}/:id` | `${string}/:id/${string}`
    ? Path
    : never;

export type ParamsOf<E extends EndpointSpec> = E['params'] extends z.ZodMiniType
  ? z.output<E['params']>
  : [PathOfRow<E['path']>] extends [never]
    ? undefined
    : z.output<typeof idParams>;
export type QueryOf<E extends EndpointSpec> = OutputOf<E['query']>;
export type BodyOf<E extends EndpointSpec> = OutputOf<E['body']>;
export type ResponseOf<E extends EndpointSpec> = E extends { response: infer R } ? OutputOf<R> : z.output<typeof ok>;
/** What the caller writes: ids may be numbers, defaults may be left out. */
export type BodyInput<E extends EndpointSpec> = InputOf<E['body']>;
export type QueryInput<E extends EndpointSpec> = InputOf<E['query']>;
