import { DAY_MS } from '#contract/time.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { ofxOf } from '#server/testing/statements.ts';
import type { Chance } from '../chance.ts';
import type { School } from '../school.ts';
import { clockIn } from '../school-clock.ts';
import type { Deeds } from './deed.ts';

/** The office decides about money and people; two of its people may decide about the same order. */

const deciderOf = ({ staff }: School, chance: Chance) => (chance.isTrue(0.5) ? staff.office : staff.owner);

const someone = (school: School, chance: Chance) =>
  chance.pick(school.students.filter(({ paymentCode, isDeleted }) => paymentCode && !isDeleted));

async function decide(school: School, chance: Chance, call: string, more: object): Promise<void> {
  const student = someone(school, chance);
  if (!student) return;
  const body = { paymentCode: student.paymentCode, ...more };
  // A student with the school open: the processes remember for some seconds what the session may do.
  if (student.isLoggedIn && chance.isTrue(0.5)) {
    for (const _ of [1, 2]) await school.insist('getMyAccess', { as: student });
  }
  await school.insist(call, { as: deciderOf(school, chance), body });
  // The other administrator saw the same row and presses, too.
  if (chance.isTrue(0.15)) await school.insist(call, { as: deciderOf(school, chance), body });
}

async function setStatus(school: School, chance: Chance, status: 'active' | 'blocked'): Promise<void> {
  const student = chance.pick(school.students.filter(({ userId, isDeleted }) => userId && !isDeleted));
  if (!student?.userId) return;
  const params = { id: student.userId };
  const reply = await school.insist('setUserStatus', { as: school.staff.office, params, body: { status } });
  if (reply.status === 200 && status === 'blocked') student.isLoggedIn = false;
}

export const office: Deeds = {
  approve: { weight: 5, run: (school, chance) => decide(school, chance, 'approvePayment', {}) },
  approveLess: {
    weight: 1,
    run: (school, chance) => decide(school, chance, 'approvePayment', { amount: 20_000, reason: 'Acordo' }),
  },
  reject: { weight: 2, run: (school, chance) => decide(school, chance, 'rejectPayment', { reason: 'Não confere' }) },
  revoke: { weight: 2, run: (school, chance) => decide(school, chance, 'revokePayment', { reason: 'Engano' }) },
  refuseRefund: {
    weight: 1,
    run: (school, chance) => decide(school, chance, 'refuseRefund', { reason: 'Fora do prazo' }),
  },
  refund: {
    weight: 3,
    run(school, chance) {
      const more = {
        amount: chance.pick([1000, 5000, 29_700, 29_700]),
        through: chance.pick(['office', 'provider']),
        note: 'Acordo com a aluna',
        paidAt: school.clock.now().toISOString(),
        creationKey: chance.uuid(),
      };
      return decide(school, chance, 'refundPayment', more);
    },
  },
  enrollAtDesk: {
    weight: 2,
    async run(school, chance) {
      const tag = chance.bytes(4).toString('hex');
      const method = chance.pick(['cash', 'courtesy', 'transfer']);
      const newStudent = { firstName: 'Bia', lastName: 'Lima', email: `balcao${tag}@exemplo.com.br` };
      const amount = method === 'courtesy' ? {} : { amount: 15_000 };
      const body = { newStudent, method, ...amount, note: 'No balcão', creationKey: chance.uuid() };
      await school.insist('enrollByHand', { as: school.staff.office, body });
    },
  },
  statementLine: {
    weight: 2,
    async run(school, chance) {
      const student = someone(school, chance);
      if (!student?.paymentCode) return;
      const known = [...school.bank.charges.values()].flatMap(({ pix }) => pix);
      const same = known.find(({ txid }) => txid.startsWith(student.paymentCode ?? '-'));
      const serial = String(chance.int(10 ** 9)).padStart(10, '0');
      const pix =
        same && chance.isTrue(0.6) ? same : { valor: '297.00', endToEndId: `E60746948202603021200z${serial}` };
      const memo = `PIX RECEBIDO ${student.paymentCode} ${pix.endToEndId}`;
      const content = ofxOf([{ day: clockIn(school.clock.now()).day, amount: pix.valor, memo }]);
      const form = await multipartForm({
        name: 'extrato.ofx',
        file: ['extrato.ofx', new Uint8Array(Buffer.from(content))],
      });
      const as = deciderOf(school, chance);
      const { body } = await school.insist('uploadStatement', { as, form: form as never });
      if (body?.id === undefined) return;
      const entries = await school.call('listStatementEntries', { as, params: { id: body.id } });
      for (const entry of Array.isArray(entries.body) ? entries.body : []) {
        const decision = { decision: 'confirm', paymentCode: student.paymentCode, acceptsDifference: true };
        await school.insist('decideEntry', { as, params: { id: entry.id }, body: decision });
      }
      if (chance.isTrue(0.2)) await school.insist('takeStatementBack', { as, params: { id: body.id } });
    },
  },
  settleCase: {
    weight: 2,
    async run(school, chance) {
      const as = deciderOf(school, chance);
      const { body } = await school.call('listChargeCases', { as });
      const found = chance.pick(Array.isArray(body) ? body : []);
      if (found)
        await school.insist('acceptChargeCase', { as, params: { id: found.id }, body: { reason: 'Combinado' } });
    },
  },
  checkBank: { weight: 1, run: (school, chance) => decide(school, chance, 'checkBank', {}) },
  block: { weight: 1, run: (school, chance) => setStatus(school, chance, 'blocked') },
  unblock: { weight: 2, run: (school, chance) => setStatus(school, chance, 'active') },
  deletePerson: {
    weight: 0.6,
    async run(school, chance) {
      const student = chance.pick(school.students.filter(({ userId, isDeleted }) => userId && !isDeleted));
      if (!student?.userId) return;
      const reply = await school.insist('deleteUser', { as: school.staff.owner, params: { id: student.userId } });
      // 404 after a lost answer: the first call did it.
      if (reply.status === 200 || reply.status === 404) student.isDeleted = true;
    },
  },
  makeCoupon: {
    weight: 1,
    async run(school, chance) {
      const code = `PROMO${school.coupons.length}${chance.bytes(2).toString('hex').toUpperCase()}`;
      const usesMax = chance.isTrue(0.7) ? 1 + chance.int(4) : null;
      const body = { code, percent: chance.pick([10, 50]), usesMax, creationKey: chance.uuid() };
      const reply = await school.insist('createCoupon', { as: school.staff.owner, body });
      if (reply.status < 300) school.coupons.push({ id: reply.body.id, code });
    },
  },
  makeExam: {
    weight: 0.7,
    async run(school, chance) {
      const date = clockIn(new Date(school.clock.now().getTime() + (2 + chance.int(40)) * DAY_MS)).day;
      const body = {
        name: `Concurso ${school.exams.length + 1}`,
        organisation: 'PM',
        date,
        creationKey: chance.uuid(),
      };
      const reply = await school.insist('createExam', { as: school.staff.owner, body: { ...body, link: null } });
      if (reply.status < 300) school.exams.push({ id: reply.body.id, version: reply.body.version });
    },
  },
  moveExam: {
    weight: 0.7,
    async run(school, chance) {
      const exam = chance.pick(school.exams);
      if (!exam) return;
      const { body: list } = await school.call('listExamsForAdmin', { as: school.staff.owner });
      const known = (Array.isArray(list) ? list : []).find(({ id }: { id: number }) => id === exam.id);
      if (!known) return;
      const date = clockIn(new Date(school.clock.now().getTime() + (1 + chance.int(30)) * DAY_MS)).day;
      const body = { name: known.name, organisation: known.organisation, link: null, date, version: known.version };
      await school.insist('updateExam', { as: school.staff.owner, params: { id: exam.id }, body });
    },
  },
};
