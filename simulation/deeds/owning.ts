import { DAY_MS } from '#contract/time.ts';
import type { Chance } from '../chance.ts';
import { WEBHOOK_SECRET } from '../process.ts';
import type { School } from '../school.ts';
import { clockIn } from '../school-clock.ts';
import { payTooLittle } from './buying.ts';
import type { Deed, Deeds } from './deed.ts';
import { writeQuestion } from './teaching.ts';

/** Decisions of the owner and the office that are rare in a school: offers, accesses, subjects, the trial for visitors. */

const someone = (school: School, chance: Chance) =>
  chance.pick(school.students.filter(({ userId, isDeleted }) => userId && !isDeleted));

const endAccess: Deed = async (school, chance) => {
  const student = someone(school, chance);
  if (!student?.userId) return;
  const given = { params: { id: student.userId }, body: { reason: 'Pediu para sair' } };
  await school.insist('endUserAccess', { as: school.staff.office, ...given });
};

const approveMany: Deed = async (school, chance) => {
  const ids = chance.shuffled(school.students.flatMap(({ userId, isDeleted }) => (isDeleted ? [] : (userId ?? []))));
  if (ids.length === 0) return;
  await school.insist('approveUsers', { as: school.staff.office, body: { ids: ids.slice(0, 3) } });
};

/** Another price, and sometimes another rule; orders keep what they were sold by. */
const changeOffer: Deed = async (school, chance) => {
  const as = school.staff.owner;
  const { body } = await school.call('listOffersForAdmin', { as });
  const offer = chance.pick(Array.isArray(body) ? body : []) as Record<string, unknown> | undefined;
  if (!offer) return;
  const { name, struckPrice, nextPrice, isDefault, version } = offer;
  const places = chance.isTrue(0.5) ? offer.places : chance.pick([null, 5, 20, 50]);
  const rule = chance.pick([
    { kind: 'days', count: 4 + chance.int(10) },
    { kind: 'exam_months', count: chance.int(3) },
    { kind: 'endless', count: null },
    { kind: 'until', until: clockIn(new Date(school.clock.now().getTime() + chance.int(20) * DAY_MS)).day },
  ]);
  const price = 19_700 + 1000 * chance.int(9);
  const given = { name, struckPrice, nextPrice, places, isDefault, version, price, rule };
  await school.insist('updateOffer', { as, params: { id: Number(offer.id) }, body: given });
};

/** An offer without orders is deleted; the others stay. */
const deleteOffer: Deed = async (school, chance) => {
  const as = school.staff.owner;
  const rule = { kind: 'days', count: 30 };
  const name = `Oferta ${chance.int(99)}`;
  const made = await school.insist('createOffer', {
    as,
    body: { name, price: 19_700, rule, creationKey: chance.uuid() },
  });
  if (made.status < 300 && chance.isTrue(0.5)) {
    await school.insist('deleteOffer', { as, params: { id: made.body.id } });
    return;
  }
  const { body } = await school.call('listOffersForAdmin', { as });
  const offers: { id: number; isDefault: boolean }[] = Array.isArray(body) ? body : [];
  const offer = chance.pick(chance.isTrue(0.8) ? offers.filter((one) => !one.isDefault) : offers);
  if (offer) await school.insist('deleteOffer', { as, params: { id: offer.id } });
};

const changeCoupon: Deed = async (school, chance) => {
  const [as, code] = [school.staff.owner, chance.pick(school.coupons)?.code];
  if (code !== undefined) await school.insist('checkCoupon', { body: { coupon: code } });
  const { body } = await school.call('listCoupons', { as });
  const coupon = chance.pick(Array.isArray(body) ? body : []) as { id: number; version: number } | undefined;
  if (!coupon) return;
  const params = { id: coupon.id };
  if (chance.isTrue(0.3)) {
    await school.insist('deleteCoupon', { as, params });
    return;
  }
  const fields = { percent: chance.pick([10, 20, 50]), usesMax: 1 + chance.int(5), version: coupon.version };
  await school.insist('updateCoupon', { as, params, body: fields });
};

/** What the office does about orders that wait, and about money that does not fit. */
const chase: Deed = async (school, chance) => {
  const as = school.staff.office;
  const { body: unpaid } = await school.call('listUnpaidOrders', { as });
  const order = chance.pick(Array.isArray(unpaid) ? unpaid : []) as { id: number } | undefined;
  if (order) {
    const stopped = chance.isTrue(0.5);
    await school.insist('changeReminders', { as, params: { id: order.id }, body: { stopped } });
  }
  if (chance.isTrue(0.4)) await payTooLittle(school, chance);
  const { body: cases } = await school.call('listChargeCases', { as });
  const listed: { id: number; kind: string }[] = Array.isArray(cases) ? cases : [];
  const short = listed.filter(({ kind }) => kind === 'underpaid' || kind === 'wrong_amount');
  const found = chance.pick(short) ?? chance.pick(listed);
  if (!found) return;
  const call = chance.isTrue(0.7) ? 'chargeRest' : 'closeChargeCase';
  await school.insist(call, { as, params: { id: found.id } });
};

const giveCorrections: Deed = async (school, chance) => {
  const student = someone(school, chance);
  if (!student?.userId) return;
  const body = { amount: chance.pick([5, 2, -1]), reason: 'Brinde', creationKey: chance.uuid() };
  await school.insist('adjustCorrections', { as: school.staff.office, params: { id: student.userId }, body });
};

/** The bank's message to the plain address. */
const plainWebhook: Deed = async (school, chance) => {
  const message = chance.pick(school.messages);
  if (message === undefined) return;
  const params = { provider: 'api-pix', secret: WEBHOOK_SECRET };
  await school.insist('receiveWebhook', { params, body: message as object });
};

/** Two subjects become one; the lessons and questions of the first go with it. */
const mergeSubjects: Deed = async (school, chance) => {
  const as = school.staff.owner;
  const name = `Matéria ${chance.bytes(3).toString('hex')}`;
  const made = await school.insist('createSubject', { as, body: { name } });
  const into = chance.pick(school.subjects);
  if (made.status >= 300 || into === undefined) return;
  const id: number = made.body.id;
  school.subjects.push(id);
  await writeQuestion(school, chance);
  const { status } = await school.insist('mergeSubject', { as, params: { id }, body: { into } });
  // 404 after a lost answer: the first call did it.
  if (status < 300 || status === 404) school.subjects.splice(school.subjects.indexOf(id), 1);
};

/** A lesson and questions for visitors. The questions are in no quiz, and no law knows their keys. */
const trial: Deed = async (school, chance) => {
  const as = school.staff.teacher;
  const written = await writeQuestion(school, chance);
  if (!written) return;
  school.questions.delete(written.id);
  const { body: before } = await school.call('getTrial', { as });
  const body = {
    revision: before.revision,
    lessonId: chance.pick(school.lessons) ?? null,
    questionIds: [written.id],
  };
  await school.insist('saveTrial', { as, body });
  await school.insist('switchTrial', { as: school.staff.owner, body: { isOn: chance.isTrue(0.7) } });
};

export const owning: Deeds = {
  endAccess: { weight: 0.8, run: endAccess },
  approveMany: { weight: 0.8, run: approveMany },
  changeOffer: { weight: 1.2, run: changeOffer },
  deleteOffer: { weight: 1, run: deleteOffer },
  changeCoupon: { weight: 1, run: changeCoupon },
  chase: { weight: 2, run: chase },
  giveCorrections: { weight: 0.8, run: giveCorrections },
  plainWebhook: { weight: 1, run: plainWebhook },
  mergeSubjects: { weight: 0.5, run: mergeSubjects },
  trial: { weight: 0.4, run: trial },
};
