import { sql } from 'kysely';
import type { AccessRuleKind } from '#contract/money/access.ts';
import type { Db, Tx } from '#server/db/handle.ts';

const columns = [
  'offers.id',
  'offers.name',
  'offers.price_cents as priceCents',
  'offers.struck_price_cents as struckPriceCents',
  'offers.next_price_cents as nextPriceCents',
  'offers.rule as ruleKind',
  'offers.rule_count as ruleCount',
  'offers.default_exam_id as defaultExamId',
  'offers.places',
  'offers.places_taken as placesTaken',
  'offers.course_ids as courseIds',
  'offers.corrections',
  'offers.is_default as isDefault',
  'offers.version',
  'offers.updated_at as updatedAt',
] as const;
/** Calendar days as text: the driver would parse them as moments. */
const days = [
  sql<string | null>`offers.rule_until::text`.as('ruleUntil'),
  sql<string | null>`offers.sold_from::text`.as('soldFrom'),
  sql<string | null>`offers.sold_until::text`.as('soldUntil'),
  sql<{ id: number; title: string }[] | null>`CASE WHEN offers.course_ids IS NOT NULL THEN coalesce((
    SELECT jsonb_agg(jsonb_build_object('id', courses.id, 'title', courses.title) ORDER BY courses.title)
    FROM courses WHERE courses.id = ANY(offers.course_ids) AND courses.deleted_at IS NULL), '[]') END`.as('courses'),
] as const;

const select = (db: Db | Tx) => db.selectFrom('offers').select([...columns, ...days]);

const typed = <R extends { ruleKind: string; ruleCount: number | null; ruleUntil: string | null }>({
  ruleKind,
  ruleCount,
  ruleUntil,
  ...row
}: R) => ({ ...row, rule: { kind: ruleKind as AccessRuleKind, count: ruleCount, until: ruleUntil } });

export type OfferRow = Awaited<ReturnType<typeof listOfferRows>>[number];

/** A bound for the list of the office. */
const SHOWN_MAX = 200;

export async function listOfferRows(db: Db | Tx) {
  const rows = await select(db).orderBy('is_default', 'desc').orderBy('id').limit(SHOWN_MAX).execute();
  return rows.map(typed);
}

export async function findOffer(db: Db | Tx, id: number) {
  const row = await select(db).where('id', '=', id).executeTakeFirst();
  return row && typed(row);
}

export async function findDefaultOffer(db: Db | Tx) {
  const row = await select(db).where('is_default', '=', true).executeTakeFirstOrThrow();
  return typed(row);
}

/** The seats taken afterwards; undefined: none was left, or the offer counts none. People of the example school take none. */
export async function takeSeatRow(tx: Tx, offerId: number, studentId: string | null): Promise<number | undefined> {
  const row = await tx
    .updateTable('offers')
    .set({ places_taken: sql`places_taken + 1` })
    .where('id', '=', offerId)
    .where('places', 'is not', null)
    .whereRef('places_taken', '<', 'places')
    .where(sql<boolean>`NOT EXISTS (SELECT FROM users WHERE id = ${studentId}::uuid AND is_sample)`)
    .returning('places_taken')
    .executeTakeFirst();
  return row?.places_taken;
}

/** The seats taken afterwards; undefined: none was taken. */
export async function returnSeatRow(tx: Tx, offerId: number): Promise<number | undefined> {
  const row = await tx
    .updateTable('offers')
    .set({ places_taken: sql`places_taken - 1` })
    .where('id', '=', offerId)
    .where('places_taken', '>', 0)
    .returning('places_taken')
    .executeTakeFirst();
  return row?.places_taken;
}

/** Writes PRICE_CENTS into the default offer at the first start; false on every later one. */
export async function initDefaultPrice(db: Db, priceCents: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('offers')
    .set({
      price_cents: priceCents,
      // A struck price that is not higher would be a false promotion.
      struck_price_cents: sql`CASE WHEN struck_price_cents > ${priceCents} THEN struck_price_cents END`,
      is_settled: true,
      updated_at: now,
    })
    .where('is_default', '=', true)
    .where('is_settled', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type OfferFields = {
  name: string;
  price: number;
  struckPrice: number | null;
  nextPrice: number | null;
  rule: { kind: AccessRuleKind; count: number | null; until: string | null };
  defaultExamId: number | null;
  places: number | null;
  soldFrom: string | null;
  soldUntil: string | null;
  courseIds: readonly number[] | null;
  corrections: number | null;
};

const written = (offer: OfferFields, now: Date) => ({
  name: offer.name,
  price_cents: offer.price,
  struck_price_cents: offer.struckPrice,
  next_price_cents: offer.nextPrice,
  rule: offer.rule.kind,
  rule_count: offer.rule.count,
  rule_until: offer.rule.until,
  default_exam_id: offer.defaultExamId,
  places: offer.places,
  sold_from: offer.soldFrom,
  sold_until: offer.soldUntil,
  course_ids: offer.courseIds === null ? null : [...offer.courseIds],
  corrections: offer.corrections,
  // From now on PRICE_CENTS no longer counts.
  is_settled: true,
  updated_at: now,
});

/** The courses of the list that exist, locked against deletion until the commit. */
export async function lockCoursesForShare(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('courses')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .execute();
  return rows.map(({ id }) => id);
}

/** Undefined: a request with the same key was first. */
export async function insertOffer(
  tx: Tx,
  offer: OfferFields & { creationKey: string | undefined; now: Date },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('offers')
    .values({ ...written(offer, offer.now), creation_key: offer.creationKey ?? null, created_at: offer.now })
    .onConflict((conflict) => conflict.column('creation_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function findOfferByKey(db: Db | Tx, creationKey: string) {
  const row = await select(db).where('creation_key', '=', creationKey).executeTakeFirst();
  return row && typed(row);
}

/** False: the row has a newer version. */
export async function updateOfferRow(
  tx: Tx,
  id: number,
  version: number,
  offer: OfferFields & { now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('offers')
    .set({ ...written(offer, offer.now), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** There is always exactly one default offer. */
export async function makeDefault(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('offers')
    .set({ is_default: false })
    .where('is_default', '=', true)
    .where('id', '!=', id)
    .execute();
  await tx.updateTable('offers').set({ is_default: true }).where('id', '=', id).execute();
}

/** False: it is the default offer, it was bought, or a coupon names it. */
export async function deleteOfferRow(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('offers')
    .where('id', '=', id)
    .where('is_default', '=', false)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM payments WHERE offer_id = offers.id)
        AND NOT EXISTS (SELECT FROM access_grants WHERE offer_id = offers.id)
        AND NOT EXISTS (SELECT FROM coupon_offers WHERE offer_id = offers.id)`,
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
