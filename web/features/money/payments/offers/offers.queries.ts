import { queryOptions, useMutation } from '@tanstack/react-query';
import { listExams } from '#contract/content/contests.ts';
import { listCourses } from '#contract/content/course-list.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { OFFER_COURSES_MAX } from '#contract/limits.ts';
import { type AdminCoupon, createCoupon, deleteCoupon, listCoupons, updateCoupon } from '#contract/money/coupons.ts';
import { type AdminOffer, createOffer, deleteOffer, updateOffer } from '#contract/money/offers.ts';
import { call, callPage, isSignedOut, textOf } from '#web/lib/api.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { toast } from '#web/ui/toast.ts';

export const couponsQuery = readQuery(listCoupons, schoolKeys.coupons.all);

/** Courses that an offer can open, drafts included. */
export const courseChoicesQuery = queryOptions({
  queryKey: keys.offers.courses,
  queryFn: async ({ signal }) => (await callPage(listCourses, { query: { limit: OFFER_COURSES_MAX }, signal })).items,
});

/** Exams in the future: the end of access can depend on one. */
export const examChoicesQuery = readQuery(listExams, keys.offers.exams);

/** Invalidates every list that shows offers or coupons. */
const refresh = () =>
  void invalidate(keys.offers.all, schoolKeys.coupons.all, keys.purchase.all, schoolKeys.payments.all);

function showFailure(error: Error, title: string): void {
  if (!isSignedOut(error)) toast({ title, description: textOf(error), tone: 'bad' });
}

export type OfferBody = Omit<BodyOf<typeof updateOffer>, 'version'>;

/** Creates or changes an offer. The form shows field errors. */
export const useSaveOffer = (offer: AdminOffer | null, creationKey: string) =>
  useMutation({
    mutationFn: (body: OfferBody): Promise<AdminOffer> =>
      offer
        ? call(updateOffer, { params: { id: offer.id }, body: { ...body, version: offer.version } })
        : call(createOffer, { body: { ...body, creationKey } }),
    onSettled: refresh,
  });

export const useDeleteOffer = () =>
  useMutation({
    mutationFn: (id: number) => call(deleteOffer, { params: { id } }),
    onSuccess: () => toast({ title: 'Oferta excluída' }),
    onError: (error) => showFailure(error, 'Não foi possível excluir'),
    onSettled: refresh,
  });

/** Ends the sale yesterday, or starts it again without a last day. */
export const useSellOffer = () =>
  useMutation({
    mutationFn: ({ offer, window }: { offer: AdminOffer; window: Pick<OfferBody, 'soldFrom' | 'soldUntil'> }) => {
      const { id, version, placesTaken: _, updatedAt: __, ...body } = offer;
      return call(updateOffer, { params: { id }, body: { ...body, ...window, version } });
    },
    onSuccess: ({ soldUntil }) => toast({ title: soldUntil ? 'Oferta encerrada' : 'Oferta à venda de novo' }),
    onError: (error) => showFailure(error, 'Não foi possível mudar a oferta'),
    onSettled: refresh,
  });

export type CouponBody = Omit<BodyOf<typeof updateCoupon>, 'version'> & { code: string };

export const useSaveCoupon = (coupon: AdminCoupon | null, creationKey: string) =>
  useMutation({
    mutationFn: ({ code, ...body }: CouponBody): Promise<AdminCoupon> =>
      coupon
        ? call(updateCoupon, { params: { id: coupon.id }, body: { ...body, version: coupon.version } })
        : call(createCoupon, { body: { ...body, code, creationKey } }),
    onSettled: refresh,
  });

export const useDeleteCoupon = () =>
  useMutation({
    mutationFn: (id: number) => call(deleteCoupon, { params: { id } }),
    onSuccess: () => toast({ title: 'Cupom excluído' }),
    onError: (error) => showFailure(error, 'Não foi possível excluir'),
    onSettled: refresh,
  });

/** Ends the coupon yesterday, or starts it again without a last day. */
export const useOpenCoupon = () =>
  useMutation({
    mutationFn: ({ coupon, window }: { coupon: AdminCoupon; window: Pick<CouponBody, 'validFrom' | 'validUntil'> }) => {
      const { id, version, code: _, uses: __, updatedAt: ___, ...body } = coupon;
      return call(updateCoupon, { params: { id }, body: { ...body, ...window, version } });
    },
    onSuccess: ({ validUntil }) => toast({ title: validUntil ? 'Cupom encerrado' : 'Cupom valendo de novo' }),
    onError: (error) => showFailure(error, 'Não foi possível mudar o cupom'),
    onSettled: refresh,
  });
