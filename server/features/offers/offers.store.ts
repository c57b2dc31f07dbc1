import { sql } from 'kysely';
import type { AccessRuleKind } from '../../../contract/access.ts';
import type { Db, Tx } from '../../db/handle.ts';

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
  'offers.is_default as isDefault',
  'offers.version',
  'offers.updated_at as updatedAt',
] as const;
/** As text: a calendar day is no moment, and the driver would make it one. */
const days = [
  sql<string | null>`offers.rule_until::text`.as('ruleUntil'),
  sql<string | null>`offers.sold_from::text`.as('soldFrom'),
  sql<string | null>`offers.sold_until::text`.as('soldUntil'),
] as const;

const select = (db: Db | Tx) => db.selectFrom('offers').select([...columns, ...days]);

const typed = <R extends { ruleKind: string; ruleCount: number | null; ruleUntil: string | null }>({
  ruleKind,
  ruleCount,
  ruleUntil,
  ...row
}: R) => ({ ...row, rule: { kind: ruleKind as AccessRuleKind, count: ruleCount, until: ruleUntil } });

export type OfferRow = Awaited<ReturnType<typeof listOfferRows>>[number];

/** At most so many as an office can look through. */
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

/** False when there was none left, or nothing to count. */
export async function takePlaceRow(tx: Tx, offerId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('offers')
    .set({ places_taken: sql`places_taken + 1` })
    .where('id', '=', offerId)
    .where('places', 'is not', null)
    .whereRef('places_taken', '<', 'places')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function givePlaceRow(tx: Tx, offerId: number): Promise<void> {
  await tx
    .updateTable('offers')
    .set({ places_taken: sql`places_taken - 1` })
    .where('id', '=', offerId)
    .where('places_taken', '>', 0)
    .execute();
}

/** Writes PRICE_CENTS into the default offer once; true when this was the time. */
export async function settleDefaultPrice(db: Db, priceCents: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('offers')
    .set({
      price_cents: priceCents,
      // A struck price that is not higher would be a promotion that is none.
      struck_price_cents: sql`CASE WHEN struck_price_cents > ${priceCents} THEN struck_price_cents END`,
      is_settled: true,
      updated_at: now,
    })
    .where('is_default', '=', true)
    .where('is_settled', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
