import type { BodyOf } from '#contract/endpoint.ts';
import type { createCoupon, updateCoupon } from '#contract/money/coupons.ts';
import { HOUR_MS } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import { isForeignKeyViolation, isUniqueViolation } from '#server/db/violations.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { AppError, notFound, requireFound, wrongField } from '#server/http/errors.ts';
import { charge } from '#server/http/throttle.ts';
import { dayOf } from '#server/time/calendar.ts';
import { type CouponRefusal, couponRefusal, discounted } from './coupons.policy.ts';
import {
  type CouponRow,
  deleteCouponRow,
  deleteUse,
  findCoupon,
  findCouponByCode,
  findCouponByKey,
  hasUsed,
  insertCoupon,
  insertUse,
  listCouponRows,
  lockCoupon,
  saveCouponOffers,
  updateCouponRow,
} from './coupons.store.ts';
import { countLapsed, extendReservation } from './reservations.store.ts';

const refusals: Record<CouponRefusal | 'unknown', string> = {
  unknown: 'Este cupom não existe.',
  too_early: 'Este cupom ainda não vale.',
  too_late: 'Este cupom venceu.',
  other_offer: 'Este cupom não vale para esta oferta.',
  used_up: 'Este cupom já foi usado por completo.',
  used_before: 'Você já usou este cupom.',
};

const refused = (why: keyof typeof refusals) =>
  new AppError('coupon_refused', refusals[why], { fields: { coupon: refusals[why] } });

type Offered = { id: number; price: number };

/** Limits how many codes one network can try. */
export async function chargeCouponTry(deps: Deps, network: string): Promise<void> {
  await charge(deps, { bucket: 'coupon', max: 60, windowMs: HOUR_MS }, network);
}

function check(deps: Deps, coupon: CouponRow | undefined, offer: Offered, usedBefore: boolean): CouponRow {
  if (!coupon) throw refused('unknown');
  const why = couponRefusal(coupon, { offerId: offer.id, today: dayOf(deps.clock.now()), usedBefore });
  if (why) throw refused(why);
  return coupon;
}

export const couponIdOf = async (db: Db | Tx, code: string): Promise<number | undefined> =>
  (await findCouponByCode(db, code))?.id;

/** The price of an offer with a coupon. Reserves nothing. */
export async function priceWithCoupon(deps: Deps, db: Db | Tx, code: string, offer: Offered): Promise<number> {
  const coupon = await findCouponByCode(db, code);
  const lapsed = coupon === undefined ? 0 : await countLapsed(db, coupon.id, deps.clock.now());
  return discounted(offer.price, check(deps, coupon && { ...coupon, uses: coupon.uses - lapsed }, offer, false));
}

/**
 * Locks a coupon for the order that is about to be inserted, and returns the order's amount. Concurrent orders wait for
 * the lock, so one of them gets the last use.
 */
export async function lockAndPriceCoupon(deps: Deps, tx: Tx, code: string, offer: Offered, studentId: string) {
  const id = await lockCoupon(tx, code);
  if (id === undefined) throw refused('unknown');
  const coupon = check(deps, await findCoupon(tx, id), offer, await hasUsed(tx, id, studentId));
  return { couponId: id, amount: discounted(offer.price, coupon) };
}

export const noteCouponUse = (
  deps: Deps,
  tx: Tx,
  use: { couponId: number; studentId: string; paymentId: number },
): Promise<void> => insertUse(tx, { ...use, now: deps.clock.now(), reservedUntil: reservedUntil(deps) });

const reservedUntil = (deps: Deps): Date =>
  new Date(deps.clock.now().getTime() + deps.school.now.sales.couponHours * HOUR_MS);

/** A rejected order can be paid again: its coupon is reserved for the full time from now on. */
export const reserveCouponAgain = (deps: Deps, tx: Tx, paymentId: number): Promise<void> =>
  extendReservation(tx, paymentId, reservedUntil(deps));

/** The order was cancelled, or its reservation is over: the use is free for anybody. */
export const giveCouponBack = (tx: Tx, paymentId: number): Promise<void> => deleteUse(tx, paymentId);

const missing = () => notFound('Cupom não encontrado.');

export const listCouponsForAdmin = (deps: Deps) => listCouponRows(deps.db);

function checkFields({ percent, cents, validFrom, validUntil }: BodyOf<typeof updateCoupon>): void {
  if ((percent === null) === (cents === null))
    throw wrongField('percent', 'Informe a porcentagem ou o valor do desconto.');
  if (validFrom !== null && validUntil !== null && validUntil < validFrom) {
    throw wrongField('validUntil', 'O fim é anterior ao início.');
  }
}

export async function addCoupon(deps: Deps, admin: { id: string }, body: BodyOf<typeof createCoupon>) {
  checkFields({ ...body, version: 1 });
  const { creationKey, offerIds, ...fields } = body;
  try {
    return await transact(deps, async (tx) => {
      const now = deps.clock.now();
      const id = await insertCoupon(tx, { ...fields, creationKey, now });
      if (id === undefined) {
        const first = await requireFound(findCouponByKey(tx, creationKey ?? ''), missing);
        return { made: first, isNew: false };
      }
      await saveCouponOffers(tx, id, offerIds);
      await noteChange(deps, tx, admin, 'coupon.created', id);
      return { made: await mustFind(tx, id), isNew: true };
    });
  } catch (error) {
    if (isUniqueViolation(error, 'coupons_code_key')) {
      const message = 'Já existe um cupom com este código.';
      throw wrongField('code', message, 'coupon_exists');
    }
    throw unknownOffer(error) ?? error;
  }
}

export async function changeCoupon(
  deps: Deps,
  admin: { id: string },
  id: number,
  { version, offerIds, ...fields }: BodyOf<typeof updateCoupon>,
) {
  checkFields({ version, offerIds, ...fields });
  try {
    return await transact(deps, async (tx) => {
      await mustFind(tx, id);
      if (!(await updateCouponRow(tx, id, version, { ...fields, now: deps.clock.now() }))) {
        throw new AppError('version_conflict', 'Outra pessoa mudou este cupom. Recarregue e confira antes de salvar.');
      }
      await saveCouponOffers(tx, id, offerIds);
      await noteChange(deps, tx, admin, 'coupon.changed', id);
      return mustFind(tx, id);
    });
  } catch (error) {
    throw unknownOffer(error) ?? error;
  }
}

export async function removeCoupon(deps: Deps, admin: { id: string }, id: number): Promise<void> {
  await transact(deps, async (tx) => {
    await mustFind(tx, id);
    if (!(await deleteCouponRow(tx, id))) {
      throw new AppError('coupon_in_use', 'Este cupom já foi usado. Encerre-o com uma data de fim.');
    }
    await noteChange(deps, tx, admin, 'coupon.deleted', id);
  });
}

const unknownOffer = (error: unknown): AppError | null =>
  isForeignKeyViolation(error) ? notFound('Oferta não encontrada.') : null;

async function mustFind(tx: Tx, id: number): Promise<CouponRow> {
  return requireFound(findCoupon(tx, id), missing);
}

const noteChange = (deps: Deps, tx: Tx, admin: { id: string }, action: string, id: number): Promise<void> =>
  recordAudit(tx, { at: deps.clock.now(), actorId: admin.id, action, subject: `coupon:${id}` });
