import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/school/law-changes.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import * as changes from './law-changes.service.ts';
import * as decisions from './law-decisions.service.ts';

export function lawChangeRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.previewLawChange, ({ params, body, user }) => changes.preview(deps, user, params.id, body));
  route(app, contract.createLawChange, ({ params, body, user }) => changes.addChange(deps, user, params.id, body));
  route(app, contract.listLawChanges, ({ params }) => changes.listForLaw(deps, params.id));
  route(app, contract.getLawChange, ({ params }) => changes.readChange(deps, params.id));
  route(app, contract.listLawChangeItems, ({ params, query }) => changes.pageItems(deps, params.id, query));
  route(app, contract.decideLawChangeItems, ({ params, body, user }) => decisions.decide(deps, user, params.id, body));
  route(app, contract.undoLawDecision, ({ params, user }) => decisions.undoDecision(deps, user, params.id));
  route(app, contract.undoLawChange, ({ params, user }) => changes.undoLawChange(deps, user, params.id));
}
