import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/study/study-plan.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { findFeed, removeFeed, renewFeed, writeFeed } from './plan-feed.service.ts';
import { readPlan } from './study-plan.service.ts';

export function studyPlanRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getStudyPlan, ({ user }) => readPlan(deps, user.id));
  route(app, contract.getPlanFeed, ({ user }) => findFeed(deps, user.id));
  route(app, contract.renewPlanFeed, ({ user }) => renewFeed(deps, user.id));

  route(app, contract.deletePlanFeed, ({ user }) => removeFeed(deps, user.id));

  route(app, contract.readPlanFeed, async ({ params, reply }) => {
    const feed = await writeFeed(deps, params.file);
    return reply
      .headers({
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="plano-de-estudos.ics"',
        'cache-control': 'private, max-age=900',
        'x-robots-tag': 'noindex',
      })
      .send(feed);
  });
}
