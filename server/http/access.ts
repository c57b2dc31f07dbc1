import type { FastifyRequest } from 'fastify';
import type { Role } from '../../contract/accounts.ts';
import type { Access } from '../../contract/endpoint.ts';
import { AppError, forbidden, unauthorized } from './errors.ts';
import type { SessionUser } from './sessions.ts';

const authors: readonly Role[] = ['teacher', 'admin'];

export const isAuthor = (user: { role: Role }) => authors.includes(user.role);

/** Holds an endpoint's declared access against the user of the session. */
export function checkAccess(access: Access, user: SessionUser | null): void {
  if (access === 'public') return;
  if (!user) throw unauthorized();
  if (access === 'author' && !isAuthor(user)) throw forbidden();
  if (access === 'admin' && user.role !== 'admin') throw forbidden();
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes that another site caused. A request with neither header comes from no browser,
 * and the cookie is SameSite=Lax, so it passes.
 */
export function checkSameOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (safeMethods.has(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const own = origin === undefined || origin === publicUrlOrigin(publicUrl) || hostOf(origin) === request.host;
  if (site === 'cross-site' || site === 'same-site' || !own) {
    throw new AppError('cross_site', 'Pedido recusado: ele veio de outro site.');
  }
}

const publicUrlOrigin = (publicUrl: string | undefined) => (publicUrl ? new URL(publicUrl).origin : undefined);

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : null);
