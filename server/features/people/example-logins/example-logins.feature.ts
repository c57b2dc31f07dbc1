import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/people/example-logins.ts';
import type { Deps } from '#server/deps.ts';
import type { Feature } from '#server/feature.ts';
import { enter } from '#server/features/people/accounts/enter.ts';
import { callerOf } from '#server/features/people/accounts/known-logins.ts';
import { route } from '#server/http/route.ts';
import { admitExample, listExamples } from './example-logins.service.ts';

function exampleLoginRoutes(app: FastifyInstance, deps: Deps): void {
  // A school in production has no such route at all.
  if (deps.config.isProduction) return;

  route(app, contract.listExampleLogins, () => listExamples(deps));

  route(app, contract.enterAsExample, async ({ params, request, reply }) =>
    enter(deps, request, reply, await admitExample(deps, params.role, callerOf(deps, request))),
  );
}

export const exampleLogins: Feature = { routes: [exampleLoginRoutes] };
