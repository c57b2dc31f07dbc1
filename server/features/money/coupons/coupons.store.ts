import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

const columns = [
  'coupons.id',
  'coupons.code',
  'coupons.percent',
  'coupons.cents',
  'coupons.uses_max as usesMax',
  'coupons.uses',
  'coupons.version',
  'coupons.updated_at as updatedAt',
] as const;
/** Uses of orders that are not paid. */
const unpaidUses = sql`SELECT count(*)::integer FROM coupon_uses JOIN payments ON payments.id = coupon_uses.payment_id
  WHERE coupon_uses.coupon_id = coupons.id AND payments.status IN ('pending', 'analyzing', 'rejected')`;

const computed = [
  sql<number>`(${unpaidUses})`.as('reserved'),
  sql<string | null>`coupons.valid_from::text`.as('validFrom'),
  sql<string | null>`coupons.valid_until::text`.as('validUntil'),
  sql<number[]>`ARRAY(SELECT offer_id FROM coupon_offers WHERE coupon_id = coupons.id ORDER BY offer_id)`.as(
    'offerIds',
  ),
] as const;

const select = (db: Db | Tx) => db.selectFrom('coupons').select([...columns, ...computed]);

export type CouponRow = NonNullable<Awaited<ReturnType<typeof findCoupon>>>;

const SHOWN_MAX = 500;

export const listCouponRows = (db: Db) => select(db).orderBy('id', 'desc').limit(SHOWN_MAX).execute();

export const findCoupon = (db: Db | Tx, id: number) => select(db).where('id', '=', id).executeTakeFirst();

export const findCouponByCode = (db: Db | Tx, code: string) => select(db).where('code', '=', code).executeTakeFirst();

export const findCouponByKey = (db: Db | Tx, creationKey: string) =>
  select(db).where('creation_key', '=', creationKey).executeTakeFirst();

/** Locks the coupon, so that orders that want its last use wait for each other. */
export async function lockCoupon(tx: Tx, code: string): Promise<number | undefined> {
  const row = await tx.selectFrom('coupons').select('id').where('code', '=', code).forUpdate().executeTakeFirst();
  return row?.id;
}

export async function hasUsed(db: Db | Tx, couponId: number, studentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('coupon_uses')
    .select('payment_id')
    .where('coupon_id', '=', couponId)
    .where('student_id', '=', studentId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertUse(
  tx: Tx,
  use: { couponId: number; studentId: string; paymentId: number; now: Date; reservedUntil: Date },
): Promise<void> {
  await tx
    .insertInto('coupon_uses')
    .values({
      coupon_id: use.couponId,
      student_id: use.studentId,
      payment_id: use.paymentId,
      used_at: use.now,
      reserved_until: use.reservedUntil,
    })
    .execute();
  await tx.updateTable('coupons').set({ uses: sql`uses + 1` }).where('id', '=', use.couponId).execute();
}

export async function deleteUse(tx: Tx, paymentId: number): Promise<void> {
  const use = await tx
    .deleteFrom('coupon_uses')
    .where('payment_id', '=', paymentId)
    .returning('coupon_id')
    .executeTakeFirst();
  if (!use) return;
  await tx
    .updateTable('coupons')
    .set({ uses: sql`uses - 1` })
    .where('id', '=', use.coupon_id)
    .where('uses', '>', 0)
    .execute();
}

type CouponFields = {
  percent: number | null;
  cents: number | null;
  validFrom: string | null;
  validUntil: string | null;
  usesMax: number | null;
};

const written = (fields: CouponFields, now: Date) => ({
  percent: fields.percent,
  cents: fields.cents,
  valid_from: fields.validFrom,
  valid_until: fields.validUntil,
  uses_max: fields.usesMax,
  updated_at: now,
});

/** Undefined: a request with the same key was first. */
export async function insertCoupon(
  tx: Tx,
  coupon: CouponFields & { code: string; creationKey: string | undefined; now: Date },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('coupons')
    .values({
      ...written(coupon, coupon.now),
      code: coupon.code,
      creation_key: coupon.creationKey ?? null,
      created_at: coupon.now,
    })
    .onConflict((conflict) => conflict.column('creation_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** False: the row has a newer version. */
export async function updateCouponRow(
  tx: Tx,
  id: number,
  version: number,
  coupon: CouponFields & { now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('coupons')
    .set({ ...written(coupon, coupon.now), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function saveCouponOffers(tx: Tx, couponId: number, offerIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('coupon_offers').where('coupon_id', '=', couponId).execute();
  if (offerIds.length === 0) return;
  await tx
    .insertInto('coupon_offers')
    .values([...new Set(offerIds)].map((offerId) => ({ coupon_id: couponId, offer_id: offerId })))
    .execute();
}

/** False: an order names the coupon. Reports need it to explain the order's amount. */
export async function deleteCouponRow(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('coupons')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('payments').select('payments.id').whereRef('payments.coupon_id', '=', 'coupons.id'))),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
