import type { FastifyRequest } from 'fastify';
import type { Access, EndpointSpec } from '#contract/endpoint.ts';
import type { Role } from '#contract/platform/users.ts';
import { writtenDay } from '#contract/time.ts';
import { dayOf } from '#server/time/calendar.ts';
import { AppError, forbidden, unauthorized } from './errors.ts';
import type { SessionUser } from './sessions.ts';

const authors: readonly Role[] = ['teacher', 'admin'];

/** The roles that run the school: rules that protect administrators protect all of them. */
export const officeRoles: readonly Role[] = ['secretary', 'admin'];

export const isOffice = (user: { role: Role }) => officeRoles.includes(user.role);

export const isAuthor = (user: { role: Role }) => authors.includes(user.role);

/** Checks an endpoint's declared access against the user of the session; returns why access is denied, if so. */
export function accessFault(access: Access, user: SessionUser | null): AppError | undefined {
  if (access === 'public') return undefined;
  if (!user) return unauthorized();
  const mayNot =
    (access === 'author' && !isAuthor(user)) ||
    (access === 'office' && !isOffice(user)) ||
    (access === 'admin' && user.role !== 'admin');
  return mayNot ? forbidden() : undefined;
}

/**
 * Whether a person may study: a student while any grant is in force, everybody else always. Days are compared as text,
 * and `infinity` sorts after all of them.
 */
export const mayStudy = ({ role, study }: Pick<SessionUser, 'role' | 'study'>, now: Date): boolean =>
  role !== 'student' || (typeof study?.until === 'string' && study.until >= dayOf(now));

/** The one rule for every call of lessons, quizzes, practice and courses; returns why access is denied, if so. */
export function studyFault(user: Pick<SessionUser, 'role' | 'study'>, now: Date): AppError | undefined {
  if (mayStudy(user, now)) return undefined;
  const endsOn = user.study?.endedOn ?? null;
  const message = endsOn ? `Seu acesso terminou em ${writtenDay(endsOn)}.` : 'Seu acesso terminou.';
  return new AppError('access_ended', message, { endsOn });
}

/** Checks a sensitive call against the latest proof of identity in the session. */
export const freshProofFault = (endpoint: Pick<EndpointSpec, 'freshProof'>, isProven: boolean): AppError | undefined =>
  endpoint.freshProof && !isProven
    ? new AppError('fresh_proof_required', 'Confirme que é você para continuar.')
    : undefined;

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Why a cross-site write is refused. A request with neither header does not come from a browser, and the cookie is
 * SameSite=Lax, so it passes.
 */
export function sameOriginFault(request: FastifyRequest, publicUrl: string | undefined): AppError | undefined {
  if (safeMethods.has(request.method)) return undefined;
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const own = origin === undefined || origin === publicUrlOrigin(publicUrl) || hostOf(origin) === request.host;
  return site === 'cross-site' || site === 'same-site' || !own
    ? new AppError('cross_site', 'Pedido recusado: ele veio de outro site.')
    : undefined;
}

const publicUrlOrigin = (publicUrl: string | undefined) => (publicUrl ? new URL(publicUrl).origin : undefined);

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : null);
