import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createSession, type Person } from '#server/testing/factories.ts';
import { paymentOffice } from '#server/testing/payment-office.ts';
import { type Line, ofxOf, statementForm } from '#server/testing/statements.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const desk = paymentOffice(test);
let admin: Person;
beforeAll(async () => {
  admin = await desk.admin();
});
beforeEach(async () => {
  admin = { ...admin, cookie: await createSession(test.deps.db, admin.id, test.clock.now()) };
});

const url = '/api/admin/statements';
const send = async (lines: Line[]) =>
  test.request({ method: 'POST', url, as: admin, ...(await statementForm(ofxOf(lines))) });
const get = async (path: string) => (await test.request({ method: 'GET', url: `${url}${path}`, as: admin })).json();
const post = (path: string) => test.request({ method: 'POST', url: `${url}${path}`, as: admin });
const takeBack = (id: number) => test.request({ method: 'DELETE', url: `${url}/${id}`, as: admin });
const statusOf = async (person: Person) => (await desk.facts(person)).status;
const lineOf = ({ paymentCode }: Person, more: Partial<Line> = {}): Line => ({
  day: '2026-11-15',
  amount: '297.00',
  memo: `PIX ${paymentCode}`,
  ...more,
});
const received = async () => (await test.request({ method: 'GET', url: '/api/admin/money', as: admin })).json().total;

it('a wrong statement is taken back whole: its approvals, its money and its lines', async () => {
  const [paid, proven, both] = [await desk.student(), await desk.student(), await desk.student()];
  await desk.approve(admin, proven.paymentCode);
  const before = await received();
  const lines = [lineOf(paid), lineOf(proven), lineOf(both)];
  const { id } = (await send(lines)).json();
  await post(`/${id}/confirm`);
  // A second file tells of one of them, too.
  await send([lineOf(both), lineOf(both, { amount: '1.00', memo: 'outro' })]);
  expect([await statusOf(paid), await statusOf(proven), await statusOf(both)]).toEqual(Array(3).fill('approved'));

  expect([(await takeBack(id)).statusCode, (await takeBack(id)).statusCode]).toEqual([200, 200]);
  expect((await test.request({ method: 'GET', url: `${url}/${id}`, as: admin })).statusCode).toBe(404);
  expect((await send(lines)).json().code).toBe('state_conflict');
  await test.deps.jobs.drain();
  expect([await statusOf(paid), await statusOf(proven), await statusOf(both)]).toEqual([
    'analyzing',
    'approved',
    'approved',
  ]);
  // The proof of the second order speaks for it again; the third is on the other statement.
  expect((await received()).received).toBe(before.received + 29_700);
  const access = await test.deps.db
    .selectFrom('access_grants')
    .select('ended_at')
    .where('user_id', '=', paid.id)
    .executeTakeFirstOrThrow();
  expect(access.ended_at).not.toBeNull();
  expect((await takeBack(id)).statusCode).toBe(404);
  expect((await send(lines)).statusCode).toBe(201);
});

it('lines without an order are ignored in one press; those that name an order stay', async () => {
  const rejected = await desk.student('rejected');
  const others = [1, 2, 3].map((at) => ({ day: '2026-11-14', amount: `${at}.00`, memo: `aluguel ${at}` }));
  const { id } = (await send([...others, lineOf(rejected)])).json();
  expect((await get(`/${id}`)).unmatched).toBe(4);
  expect((await post(`/${id}/ignore-unmatched`)).json()).toMatchObject({ unmatched: 1, ignored: 3 });
  expect((await post(`/${id}/ignore-unmatched`)).json()).toMatchObject({ unmatched: 1, ignored: 3 });
});
