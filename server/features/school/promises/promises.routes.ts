import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/school/promises.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { hidePromise, listPromises } from './promises.service.ts';

export function promiseRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listPromises, () => listPromises(deps));
  route(app, contract.hidePromise, ({ params, body, user }) => hidePromise(deps, user, params.promise, body.isHidden));
}
