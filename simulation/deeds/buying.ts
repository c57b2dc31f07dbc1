import type { Chance } from '../chance.ts';
import type { Student } from '../people.ts';
import { WEBHOOK_SECRET } from '../process.ts';
import type { School } from '../school.ts';
import type { Deeds } from './deed.ts';

/** Students who buy, pay late, twice or too little, and ask for their money. */

const withOrder = ({ students }: School) => students.filter((one) => one.paymentCode && !one.isDeleted);

const chargesOf = ({ bank }: School, { paymentCode }: Student) =>
  [...bank.charges.keys()].filter((txid) => paymentCode !== undefined && txid.startsWith(paymentCode));

export async function logIn(school: School, student: Student): Promise<void> {
  const body = { username: student.username, password: student.password };
  const { status, body: user } = await school.insist('login', { as: student, body });
  student.isLoggedIn = status === 200;
  if (status === 200) student.userId = user.id;
}

type Paid = (price: number, chance: Chance) => number;

const paysLess: Paid = (price) => Math.max(1, price - 10_000);
const mostlyPrice: Paid = (price, chance) => {
  if (chance.isTrue(0.8)) return price;
  return chance.isTrue(0.5) ? paysLess(price, chance) : price + 5000;
};

async function payCharge(school: School, chance: Chance, student: Student, paid = mostlyPrice): Promise<void> {
  const txid = chance.pick(chargesOf(school, student));
  if (!txid) return;
  const cob = school.bank.charges.get(txid);
  const price = Math.round(Number(cob?.valor.original ?? 0) * 100);
  school.messages.push(school.bank.pay(txid, paid(price, chance)));
}

/** A student pays less than the price. */
export async function payTooLittle(school: School, chance: Chance): Promise<void> {
  const student = chance.pick(withOrder(school));
  if (!student) return;
  await school.insist('openCharge', { as: student, body: { paymentCode: student.paymentCode } });
  await payCharge(school, chance, student, paysLess);
  await deliverMessage(school, chance);
}

/** The bank's message may come at once, late, twice, or never: then the next poll finds the payment. */
async function deliverMessage(school: School, chance: Chance): Promise<void> {
  const at = chance.int(school.messages.length);
  const message = school.messages[at];
  if (message === undefined) return;
  if (chance.isTrue(0.7)) school.messages.splice(at, 1);
  const params = { provider: 'api-pix', secret: WEBHOOK_SECRET };
  await school.insist('receiveWebhookPix', { params, body: message as object });
}

async function myOrder(school: School, student: Student): Promise<{ id: number; status: string } | undefined> {
  const { body } = await school.call('listMyOrders', { as: student });
  return Array.isArray(body) ? body[0] : undefined;
}

export const buying: Deeds = {
  register: {
    weight: 6,
    async run(school, chance) {
      const student = school.enter(chance);
      const { username, email, password } = student;
      const coupon = chance.isTrue(0.4) ? chance.pick(school.coupons)?.code : undefined;
      const names = { firstName: student.firstName, lastName: 'Souza' };
      const body = { username, email, password, confirmPassword: password, ...names, ...(coupon ? { coupon } : {}) };
      let reply = await school.insist('register', { as: student, body });
      // The page says that the coupon is used up, and the person registers without it.
      if (reply.status === 409 && reply.body.code === 'coupon_refused') {
        reply = await school.insist('register', { as: student, body: { ...body, coupon: undefined } });
      }
      // After a lost answer the account is there: the person finds the order by e-mail, as the page offers.
      if (reply.status === 201) student.paymentCode = reply.body.paymentCode;
      else if (reply.status === 409) {
        const found = await school.insist('createPaymentByEmail', { as: student, body: { email } });
        student.paymentCode = found.body.paymentCode;
      }
    },
  },
  openCharge: {
    weight: 6,
    async run(school, chance) {
      const student = chance.pick(withOrder(school));
      if (student) await school.insist('openCharge', { as: student, body: { paymentCode: student.paymentCode } });
    },
  },
  pay: {
    weight: 7,
    async run(school, chance) {
      const student = chance.pick(withOrder(school));
      if (!student) return;
      await school.insist('openCharge', { as: student, body: { paymentCode: student.paymentCode } });
      await payCharge(school, chance, student);
      if (chance.isTrue(0.6)) await deliverMessage(school, chance);
    },
  },
  payAgain: {
    weight: 1,
    async run(school, chance) {
      const student = chance.pick(withOrder(school));
      if (student) await payCharge(school, chance, student);
    },
  },
  deliverMessage: { weight: 5, run: deliverMessage },
  logIn: {
    weight: 8,
    async run(school, chance) {
      const student = chance.pick(school.students.filter((one) => !one.isLoggedIn && !one.isDeleted));
      if (student) await logIn(school, student);
    },
  },
  logOut: {
    weight: 1,
    async run(school, chance) {
      const student = chance.pick(school.loggedIn());
      if (!student) return;
      await school.insist('logout', { as: student });
      student.isLoggedIn = false;
      student.cookies.clear();
    },
  },
  sayPaid: {
    weight: 3,
    async run(school, chance) {
      const student = chance.pick(withOrder(school));
      const isStranger = chance.isTrue(0.3);
      const body = { paymentCode: student?.paymentCode };
      if (student) await school.insist('uploadProof', { ...(isStranger ? {} : { as: student }), body });
    },
  },
  applyCoupon: {
    weight: 2,
    async run(school, chance) {
      const [student, coupon] = [chance.pick(withOrder(school)), chance.pick(school.coupons)];
      if (!student || !coupon) return;
      const body = { paymentCode: student.paymentCode, coupon: coupon.code };
      await school.insist('applyCoupon', { ...(chance.isTrue(0.2) ? {} : { as: student }), body });
    },
  },
  renew: {
    weight: 2,
    async run(school, chance) {
      const student = chance.pick(school.loggedIn());
      if (!student) return;
      const { status, body } = await school.insist('openOrder', { as: student, body: {} });
      if (status >= 300) return;
      student.paymentCode = body.paymentCode;
      const coupon = chance.pick(school.coupons)?.code;
      if (coupon === undefined || chance.isTrue(0.4)) return;
      const given = { paymentCode: student.paymentCode, coupon };
      await school.insist('applyCoupon', { as: student, body: given });
      if (chance.isTrue(0.4)) await school.insist('cancelOrder', { as: student, params: { id: body.id } });
    },
  },
  cancelOrder: {
    weight: 1,
    async run(school, chance) {
      const student = chance.pick(school.loggedIn());
      const order = student && (await myOrder(school, student));
      if (order) await school.insist('cancelOrder', { as: student, params: { id: order.id } });
    },
  },
  askRefund: {
    weight: 2,
    async run(school, chance) {
      const student = chance.pick(school.loggedIn());
      const order = student && (await myOrder(school, student));
      if (!order) return;
      await school.insist('requestRefund', { as: student, params: { id: order.id }, body: {} });
      if (chance.isTrue(0.3)) await school.insist('withdrawRefund', { as: student, params: { id: order.id } });
    },
  },
};
