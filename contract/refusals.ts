import type { Access, Bought, EndpointSpec, ParamsOf } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { paramsOf } from './omitted-shapes.ts';

/*
 * What a call may be refused with: the codes that it lists itself (`errors`), and those that follow from what it is.
 * The browser needs the types alone, so nothing of this is part of what it loads.
 */

/** A request that makes no sense, too many of them, and what may happen to the server itself. */
const always = ['bad_request', 'too_many_requests', 'unavailable', 'internal'] as const satisfies ErrorCode[];
/** Every write may be sent with a body, even where none is expected, and may come from another site. */
const ofWrites = ['cross_site', 'request_timeout', 'too_large', 'unsupported_type'] as const satisfies ErrorCode[];
/** An id belongs to something, or to nothing. */
const ofIds = ['not_found'] as const satisfies ErrorCode[];
/** Something so grave that it asks again who one is. */
const ofFreshProof = ['fresh_proof_required'] as const satisfies ErrorCode[];
/** A student's access has an end. */
const ofNeededAccess = ['access_ended'] as const satisfies ErrorCode[];
/** A purchase may open some courses and not others. */
const ofBoughtThings = ['not_bought'] as const satisfies ErrorCode[];
const ofAccess = {
  public: [],
  signedIn: ['unauthorized'],
  author: ['unauthorized', 'forbidden'],
  office: ['unauthorized', 'forbidden'],
  admin: ['unauthorized', 'forbidden'],
} as const satisfies Record<Access, ErrorCode[]>;

type Own<E extends EndpointSpec> = E extends { errors: readonly (infer Code extends ErrorCode)[] } ? Code : never;
type FromIds<E extends EndpointSpec> = ParamsOf<E> extends undefined ? never : (typeof ofIds)[number];
type FromFreshProof<E extends EndpointSpec> = E extends { freshProof: true } ? (typeof ofFreshProof)[number] : never;
type FromNeededAccess<E extends EndpointSpec> =
  | (E extends { needsAccess: true | Bought } ? (typeof ofNeededAccess)[number] : never)
  | (E extends { needsAccess: Bought } ? (typeof ofBoughtThings)[number] : never);
type FromMethod<E extends EndpointSpec> = E['method'] extends 'GET' ? never : (typeof ofWrites)[number];

/** The codes that a call may be refused with. */
export type ErrorCodeOf<E extends EndpointSpec> = E extends EndpointSpec
  ?
      | (typeof always)[number]
      | (typeof ofAccess)[E['access']][number]
      | FromIds<E>
      | FromFreshProof<E>
      | FromNeededAccess<E>
      | FromMethod<E>
      | Own<E>
  : never;

export function errorCodesOf(endpoint: EndpointSpec): readonly ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...always,
      ...ofAccess[endpoint.access],
      ...(paramsOf(endpoint) ? ofIds : []),
      ...(endpoint.freshProof ? ofFreshProof : []),
      ...(endpoint.needsAccess ? ofNeededAccess : []),
      ...(typeof endpoint.needsAccess === 'string' ? ofBoughtThings : []),
      ...(endpoint.method === 'GET' ? [] : ofWrites),
      ...(endpoint.errors ?? []),
    ]),
  ];
}
