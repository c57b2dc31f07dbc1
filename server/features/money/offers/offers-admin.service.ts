import type { BodyOf } from '#contract/endpoint.ts';
import type { createOffer, updateOffer } from '#contract/money/offers.ts';
import { publishChange } from '#server/db/bus.ts';
import type { Tx } from '#server/db/handle.ts';
import { type After, transact } from '#server/db/transact.ts';
import { isForeignKeyViolation } from '#server/db/violations.ts';
import type { Deps } from '#server/deps.ts';
import { withMovedEnds } from '#server/features/money/access/access.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { AppError, notFound, requireFound, wrongField } from '#server/http/errors.ts';
import type { createSessions } from '#server/http/sessions.ts';
import { OFFERS_TOPIC, offerNotFound } from './offers.service.ts';
import {
  deleteOfferRow,
  findOffer,
  findOfferByKey,
  insertOffer,
  listOfferRows,
  lockCoursesForShare,
  makeDefault,
  type OfferRow,
  updateOfferRow,
} from './offers.store.ts';

type Admin = { id: string };

const adminView = ({ priceCents, struckPriceCents, nextPriceCents, courses: _, ...row }: OfferRow) => ({
  ...row,
  price: priceCents,
  struckPrice: struckPriceCents,
  nextPrice: nextPriceCents,
});

export async function listOffersForAdmin(deps: Deps) {
  return (await listOfferRows(deps.db)).map(adminView);
}

async function mustFind(tx: Tx, id: number): Promise<OfferRow> {
  return requireFound(findOffer(tx, id), offerNotFound);
}

function checkFields({ price, struckPrice, soldFrom, soldUntil }: Omit<BodyOf<typeof updateOffer>, 'version'>): void {
  if (struckPrice !== null && struckPrice <= price) throw wrongField('struckPrice', 'O preço riscado deve ser maior.');
  if (soldFrom !== null && soldUntil !== null && soldUntil < soldFrom) {
    throw wrongField('soldUntil', 'O fim é anterior ao início.');
  }
}

/** The default offer is always on sale, so it cannot have a first or a last day. */
function refuseWindow({ soldFrom, soldUntil }: { soldFrom: string | null; soldUntil: string | null }): void {
  const field = soldFrom !== null ? 'soldFrom' : 'soldUntil';
  if (soldFrom !== null || soldUntil !== null) throw wrongField(field, 'A oferta padrão está sempre à venda.');
}

/** A new course of an offer must exist. One that the offer has already may have been deleted since. */
async function refuseUnknownCourses(tx: Tx, ids: readonly number[] | null, known: readonly number[] | null) {
  const added = (ids ?? []).filter((id) => !known?.includes(id));
  if (added.length === 0) return;
  const there = await lockCoursesForShare(tx, added);
  if (added.some((id) => !there.includes(id))) throw wrongField('courseIds', 'Um dos cursos não existe mais.');
}

/** Turns the foreign key violation of a deleted exam into a 404. */
async function knowingExams<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isForeignKeyViolation(error) ? notFound('Prova não encontrada.') : error;
  }
}

export async function addOffer(deps: Deps, admin: Admin, body: BodyOf<typeof createOffer>) {
  checkFields(body);
  if (body.isDefault) refuseWindow(body);
  const { creationKey, isDefault, ...offer } = body;
  return knowingExams(() =>
    transact(deps, async (tx, after) => {
      const now = deps.clock.now();
      await refuseUnknownCourses(tx, offer.courseIds, null);
      const id = await insertOffer(tx, { ...offer, creationKey, now });
      if (id === undefined) {
        const first = await requireFound(findOfferByKey(tx, creationKey ?? ''), offerNotFound);
        return { made: adminView(first), isNew: false };
      }
      if (isDefault) await makeDefault(tx, id);
      await noteChange(deps, tx, after, admin, 'offer.created', id, offer.price);
      return { made: adminView(await mustFind(tx, id)), isNew: true };
    }),
  );
}

/** Orders keep their price and grants their rule. Only the exam of students who follow none changes with the offer. */
export async function changeOffer(
  deps: Deps,
  sessions: ReturnType<typeof createSessions>,
  admin: Admin,
  id: number,
  { version, isDefault, ...offer }: BodyOf<typeof updateOffer>,
) {
  checkFields({ isDefault, ...offer });
  if (isDefault) refuseWindow(offer);
  return knowingExams(() =>
    transact(deps, async (tx, after) => {
      const before = await mustFind(tx, id);
      if (before.isDefault) refuseWindow(offer);
      await refuseUnknownCourses(tx, offer.courseIds, before.courseIds);
      const change = async () => {
        if (await updateOfferRow(tx, id, version, { ...offer, now: deps.clock.now() })) return;
        throw new AppError('version_conflict', 'Outra pessoa mudou esta oferta. Recarregue e confira antes de salvar.');
      };
      if (before.defaultExamId === offer.defaultExamId) await change();
      else {
        const key = `access_moved:offer:${id}:${version}`;
        await withMovedEnds(deps, tx, { offerId: id }, key, change);
        await sessions.forgetEverybody(tx, after);
      }
      if (isDefault) await makeDefault(tx, id);
      await noteChange(deps, tx, after, admin, 'offer.changed', id, offer.price);
      return adminView(await mustFind(tx, id));
    }),
  );
}

export async function removeOffer(deps: Deps, admin: Admin, id: number): Promise<void> {
  await transact(deps, async (tx, after) => {
    const { priceCents } = await mustFind(tx, id);
    if (!(await deleteOfferRow(tx, id))) {
      throw new AppError('offer_in_use', 'Esta oferta está em uso. Encerre-a com uma data de fim.');
    }
    await noteChange(deps, tx, after, admin, 'offer.deleted', id, priceCents);
  });
}

async function noteChange(
  deps: Deps,
  tx: Tx,
  after: After,
  admin: Admin,
  action: string,
  id: number,
  price: number,
): Promise<void> {
  const at = deps.clock.now();
  await recordAudit(tx, { at, actorId: admin.id, action, subject: `offer:${id}`, details: { price } });
  await publishChange(deps.bus, tx, after, OFFERS_TOPIC, String(id));
}
