import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/money/offers.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { listOnSale } from './offers.service.ts';
import * as office from './offers-admin.service.ts';

export function offerRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listOffers, () => listOnSale(deps));

  route(app, contract.listOffersForAdmin, () => office.listOffersForAdmin(deps));

  route(app, contract.createOffer, ({ body, user }) => office.addOffer(deps, user, body));

  route(app, contract.updateOffer, ({ params, body, user }) =>
    office.changeOffer(deps, app.sessions, user, params.id, body),
  );

  route(app, contract.deleteOffer, ({ params, user }) => office.removeOffer(deps, user, params.id));
}
