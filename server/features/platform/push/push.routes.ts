import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/platform/push.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import * as push from './push.service.ts';
import { ensureKey } from './push-keys.service.ts';

export async function pushRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await ensureKey(deps);

  route(app, contract.getPushState, ({ user }) => push.readPushState(deps, user));
  route(app, contract.savePushDevice, ({ user, body }) => push.saveDevice(deps, user, body));
  route(app, contract.removePushDevice, ({ user }) => push.removeDevice(deps, user));

  route(app, contract.answerPushOffer, ({ user, body }) => push.answerOffer(deps, user, body));
}
