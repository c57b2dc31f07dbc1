import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/money/orders.ts';
import type { Deps } from '#server/deps.ts';
import { networkOf } from '#server/http/networks.ts';
import { route } from '#server/http/route.ts';
import { listOwnOrders, readOwnOrder } from './orders.service.ts';
import { requestRefund, withdrawRefund } from './refunds.service.ts';
import { cancelOwnOrder, openNewOrder } from './renewal.service.ts';

export function orderRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listMyOrders, ({ user }) => listOwnOrders(deps, user.id));

  route(app, contract.openOrder, async ({ body, user, request }) => {
    const { id, isNew } = await openNewOrder(deps, user, body, networkOf(request.ip));
    return { made: await readOwnOrder(deps, user.id, id), isNew };
  });

  route(app, contract.cancelOrder, async ({ params, user }) => {
    await cancelOwnOrder(deps, user.id, params.id);
    return readOwnOrder(deps, user.id, params.id);
  });

  route(app, contract.requestRefund, async ({ params, body, user }) => {
    await requestRefund(deps, user.id, params.id, body.pixKey);
    return readOwnOrder(deps, user.id, params.id);
  });

  route(app, contract.withdrawRefund, async ({ params, user }) => {
    await withdrawRefund(deps, user.id, params.id);
    return readOwnOrder(deps, user.id, params.id);
  });
}
