import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/money/charges.ts';
import { refundPayment } from '#contract/money/payments-office.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { acceptCase, askForRest, listCases, markCaseSeen } from './cases.service.ts';
import { openCharge, receiveWebhook, watchCharge } from './charges.service.ts';
import { checkBank, readComparison, startComparison } from './compare.service.ts';
import { refundOrder } from './returns.service.ts';

export function chargeRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.openCharge, ({ body }) => openCharge(deps, body.paymentCode));
  route(app, contract.getCharge, ({ query }) => watchCharge(deps, app.sessions, query.code));

  for (const endpoint of [contract.receiveWebhook, contract.receiveWebhookPix]) {
    route(app, endpoint, ({ params, body }) => receiveWebhook(deps, params, body));
  }

  route(app, refundPayment, ({ body, user }) => refundOrder(deps, app.sessions, user, body));

  route(app, contract.listChargeCases, ({ query }) => listCases(deps, query));
  route(app, contract.closeChargeCase, ({ params, user }) => markCaseSeen(deps, user, params.id));
  route(app, contract.acceptChargeCase, ({ params, body, user }) => acceptCase(deps, user, params.id, body.reason));
  route(app, contract.chargeRest, ({ params, user }) => askForRest(deps, app.sessions, user, params.id));
  route(app, contract.getMoneyComparison, () => readComparison(deps));
  route(app, contract.compareMoney, () => startComparison(deps));
  route(app, contract.checkBank, ({ body }) => checkBank(deps, app.sessions, body.paymentCode));
}
