import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/offers.ts';
import type { Deps } from '../../deps.ts';
import { route } from '../../http/route.ts';
import { listOnSale } from './offers.service.ts';

export function offerRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listOffers, () => listOnSale(deps));
}
