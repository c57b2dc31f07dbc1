import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/money/coupons.ts';
import type { Deps } from '#server/deps.ts';
import { defaultOffer, offerOnSale } from '#server/features/money/offers/offers.service.ts';
import { networkOf } from '#server/http/networks.ts';
import { route } from '#server/http/route.ts';
import * as coupons from './coupons.service.ts';

export function couponRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.checkCoupon, async ({ body, request }) => {
    await coupons.chargeCouponTry(deps, networkOf(request.ip));
    const offer =
      body.offerId === undefined ? await defaultOffer(deps.db) : await offerOnSale(deps, deps.db, body.offerId);
    const price = await coupons.priceWithCoupon(deps, deps.db, body.coupon, offer);
    return { coupon: body.coupon, fullPrice: offer.price, price };
  });

  route(app, contract.listCoupons, () => coupons.listCouponsForAdmin(deps));

  route(app, contract.createCoupon, ({ body, user }) => coupons.addCoupon(deps, user, body));

  route(app, contract.updateCoupon, ({ params, body, user }) => coupons.changeCoupon(deps, user, params.id, body));

  route(app, contract.deleteCoupon, ({ params, user }) => coupons.removeCoupon(deps, user, params.id));
}
