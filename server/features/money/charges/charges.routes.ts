import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/money/charges.ts';
import { refundPayment } from '#contract/money/payments-office.ts';
import type { Deps } from '#server/deps.ts';
import { sendPage } from '#server/http/paging.ts';
import { route } from '#server/http/route.ts';
import { acceptCase, askForRest, listCases, markCaseSeen } from './cases.service.ts';
import { openCharge, receiveWebhook, watchCharge } from './charges.service.ts';
import { checkBank, readComparison, startComparison } from './compare.service.ts';
import { refundOrder } from './returns.service.ts';

export function chargeRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.openCharge, ({ body }) => openCharge(deps, body.paymentCode));
  route(app, contract.getCharge, ({ query }) => watchCharge(deps, app.sessions, query.code));

  for (const endpoint of [contract.receiveWebhook, contract.receiveWebhookPix]) {
    route(app, endpoint, async ({ params, body }) => {
      await receiveWebhook(deps, params, body);
      return { ok: true as const };
    });
  }

  route(app, refundPayment, ({ body, user }) => refundOrder(deps, app.sessions, user, body));

  route(app, contract.listChargeCases, async ({ query, request, reply }) =>
    sendPage(request, reply, await listCases(deps, query)),
  );
  route(app, contract.closeChargeCase, async ({ params, user }) => {
    await markCaseSeen(deps, user, params.id);
    return { ok: true as const };
  });
  route(app, contract.acceptChargeCase, async ({ params, body, user }) => {
    await acceptCase(deps, user, params.id, body.reason);
    return { ok: true as const };
  });
  route(app, contract.chargeRest, async ({ params, user }) => {
    await askForRest(deps, app.sessions, user, params.id);
    return { ok: true as const };
  });
  route(app, contract.getMoneyComparison, () => readComparison(deps));
  route(app, contract.compareMoney, async () => {
    await startComparison(deps);
    return { ok: true as const };
  });
  route(app, contract.checkBank, ({ body }) => checkBank(deps, app.sessions, body.paymentCode));
}
