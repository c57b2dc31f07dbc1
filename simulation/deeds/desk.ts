import { checkDigit } from '#contract/cpf.ts';
import { HOUR_MS } from '#contract/time.ts';
import { linkKeyOf } from '#server/features/money/payments/payment-link.ts';
import { stopTokenOf } from '#server/features/money/reminders/stop-token.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { ofxOf } from '#server/testing/statements.ts';
import type { Chance } from '../chance.ts';
import type { School } from '../school.ts';
import { clockIn } from '../school-clock.ts';
import type { Deed, Deeds } from './deed.ts';

/** The desk of the office: letters, notes, documents of people, imports, statements, and links that students follow. */

const someone = (school: School, chance: Chance) =>
  chance.pick(school.students.filter(({ userId, isDeleted }) => userId && !isDeleted));
const withOrder = (school: School, chance: Chance) =>
  chance.pick(school.students.filter(({ paymentCode, isDeleted }) => paymentCode && !isDeleted));

const cpfOf = (digits: string): string => {
  const first = `${digits}${checkDigit(digits, 11)}`;
  return `${first}${checkDigit(first, 11)}`;
};

/** A note is written and removed; a letter is sent once more; a CPF is stored, found and shown. */
const personPage: Deed = async (school, chance) => {
  const [as, student] = [school.staff.office, someone(school, chance)];
  if (!student?.userId) return;
  const params = { id: student.userId };
  const note = { text: 'Ligou hoje', creationKey: chance.uuid() };
  const written = await school.insist('addNote', { as, params, body: note });
  const first: { id: number } | undefined = Array.isArray(written.body) ? written.body[0] : undefined;
  if (first && chance.isTrue(0.5)) await school.insist('deleteNote', { as, params: { ...params, noteId: first.id } });
  const { status, body } = await school.call('getPerson', { as, params });
  const letter = status === 200 ? (chance.pick(body.mails) as { id: string } | undefined) : undefined;
  if (letter) await school.insist('resendMail', { as, params: { ...params, mailId: letter.id } });
  const cpf = cpfOf(String(100_000_000 + chance.int(800_000_000)));
  await school.insist('saveCpf', { as, params, body: { cpf } });
  await school.insist('findPersonByCpf', { as, body: { cpf } });
  await school.insist('showCpf', { as, params });
};

/** An announcement is looked at, sent at once or later, and taken back; a student reads the bell. */
const announce: Deed = async (school, chance) => {
  const as = school.staff.office;
  const words = { title: 'Aviso', text: 'Amanhã há aula.', audience: { kind: 'all' } };
  await school.insist('previewAnnouncement', { as, body: words });
  const sendAt = new Date(school.clock.now().getTime() + (1 + chance.int(5)) * HOUR_MS).toISOString();
  const body = { ...words, ...(chance.isTrue(0.6) ? { sendAt } : {}), creationKey: chance.uuid() };
  const made = await school.insist('sendAnnouncement', { as, body });
  if (made.status < 300 && chance.isTrue(0.5)) {
    await school.insist('cancelAnnouncement', { as, params: { id: made.body.id } });
  }
  const student = chance.pick(school.loggedIn());
  if (!student) return;
  const { body: listed } = await school.call('listNotifications', { as: student });
  const rows: { id: number }[] = Array.isArray(listed) ? listed : (listed?.items ?? []);
  const found = chance.pick(rows);
  if (found) await school.insist('readNotification', { as: student, params: { id: found.id } });
};

/** People of another system are previewed and taken in; some imports get their letters, others are undone. */
const bringPeople: Deed = async (school, chance) => {
  const as = school.staff.office;
  const email = `vinda${chance.bytes(4).toString('hex')}@exemplo.com.br`;
  const csv = `Nome;Sobrenome;E-mail\nIvo;Reis;${email}\n`;
  const file = () => multipartForm({ file: ['pessoas.csv', new Uint8Array(Buffer.from(csv))] });
  await school.insist('previewImport', { as, form: (await file()) as never });
  await school.insist('previewPeople', { as, form: (await file()) as never });
  const direct = { firstName: 'Ana', lastName: 'Lima', email: `direta${email}` };
  await school.insist('importStudents', { as, body: { students: [direct] } });
  const person = { line: 2, firstName: 'Ivo', lastName: 'Reis', email, phone: null, offerId: null };
  const more = { accessUntil: null, price: null, note: null };
  const people = [{ ...person, ...more }];
  const body = { creationKey: chance.uuid(), fileName: 'pessoas.csv', mapping: {}, people };
  await school.insist('startPeopleImport', { as, body });
  // One that the jobs have worked off meanwhile.
  const found = chance.pick(await school.reader.selectFrom('people_imports').select('id').orderBy('id').execute());
  if (!found) return;
  const params = { id: found.id };
  if (chance.isTrue(0.5)) await school.insist('sendImportLetters', { as, params });
  else await school.insist('undoPeopleImport', { as: school.staff.owner, params });
};

/** A statement whose lines nothing here explains: they are ignored at once, or the sure ones are confirmed. */
const strangeStatement: Deed = async (school, chance) => {
  const as = school.staff.office;
  const known = chance.pick([...school.bank.charges.values()].flatMap(({ pix }) => pix));
  const { day } = clockIn(school.clock.now());
  const lines = [{ day, amount: '12.34', memo: `ALUGUEL ${chance.bytes(3).toString('hex')}` }];
  if (known) lines.push({ day, amount: known.valor, memo: `PIX RECEBIDO ${known.endToEndId}` });
  const file = ['extrato.ofx', new Uint8Array(Buffer.from(ofxOf(lines)))] as const;
  const form = await multipartForm({ name: 'extrato.ofx', file: [...file] });
  const { body } = await school.insist('uploadStatement', { as, form: form as never });
  if (body?.id === undefined) return;
  const params = { id: body.id as number };
  await school.insist('confirmStatement', { as, params });
  await school.insist('ignoreUnmatched', { as, params });
};

/** What students reach by a letter: their order by its link, and the end of its reminders. */
const followLink: Deed = async (school, chance) => {
  const student = withOrder(school, chance);
  if (!student?.paymentCode) return;
  const { paymentCode, email } = student;
  await school.insist('createPaymentByEmail', { body: { email } });
  const key = linkKeyOf(school.deps, { paymentCode, email });
  await school.insist('openPaymentLink', { as: student, body: { paymentCode, key } });
  const { body: unpaid } = await school.call('listUnpaidOrders', { as: school.staff.office });
  const order = chance.pick(Array.isArray(unpaid) ? unpaid : []) as { id: number } | undefined;
  if (order) await school.insist('stopReminders', { params: { token: stopTokenOf(school.deps, order.id) } });
};

/** A teacher is invited, becomes a secretary and a teacher again, gets another address, and is blocked for a while. */
const changeRole: Deed = async (school, chance) => {
  const as = school.staff.owner;
  const email = `prof${chance.bytes(4).toString('hex')}@exemplo.com.br`;
  await school.insist('inviteTeacher', { as, body: { firstName: 'Davi', lastName: 'Reis', email } });
  const found = await school.reader.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (!found) return;
  for (const role of ['secretary', 'teacher']) {
    await school.insist('setUserRole', { as, params: { id: found.id }, body: { role } });
  }
  const given = { as, params: { id: found.id } };
  await school.insist('changeUserEmail', { ...given, body: { email: `nova.${email}` } });
  await school.insist('setUserStatus', { ...given, body: { status: 'blocked' } });
  await school.insist('setBlockReason', { ...given, body: { reason: 'Saiu da escola' } });
  await school.insist('setUserStatus', { ...given, body: { status: 'active' } });
};

/** What the owner presses on Sistema, and a fault that a browser reports. */
const system: Deed = async (school, chance) => {
  const as = school.staff.owner;
  await school.insist('retryFailedMails', { as });
  await school.insist('releaseStoredMails', { as, body: { send: chance.isTrue(0.5) } });
  const fault = { kind: 'render', name: 'TypeError', message: 'x is undefined', path: '/study', stack: '' };
  await school.insist('reportBrowserFault', { body: fault });
};

export const desk: Deeds = {
  personPage: { weight: 1.5, run: personPage },
  announce: { weight: 1.5, run: announce },
  bringPeople: { weight: 1.2, run: bringPeople },
  strangeStatement: { weight: 1.5, run: strangeStatement },
  followLink: { weight: 1.5, run: followLink },
  changeRole: { weight: 1, run: changeRole },
  system: { weight: 1, run: system },
};
