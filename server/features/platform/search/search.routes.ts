import type { FastifyInstance } from 'fastify';
import { search } from '#contract/platform/search.ts';
import type { Deps } from '#server/deps.ts';
import { boughtCourses } from '#server/http/bought.ts';
import { route } from '#server/http/route.ts';
import { searchEverything } from './search.service.ts';

export function searchRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, search, ({ query, user, lagging }) =>
    searchEverything(deps, lagging, query.q, query.limit, {
      id: user.id,
      role: user.role,
      bought: boughtCourses(user, deps.clock.now()),
    }),
  );
}
