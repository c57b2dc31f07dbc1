import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createApiPix } from '#server/pix/provider/api-pix.ts';
import { createSession, type Person } from './factories.ts';
import { paymentOffice } from './payment-office.ts';
import { BANK_CLIENT, startPixBank } from './pix-bank.ts';
import { useTestApp } from './test-app.ts';

export const WEBHOOK_SECRET = 'um-segredo-longo-do-webhook';

/** A school whose bank confirms payments: the actions of its people, the bank's messages, and the resulting state. */
export function usePixSchool() {
  const test = useTestApp({
    RATE_LIMIT: 'off',
    PUBLIC_URL: 'https://escola.example',
    PIX_PROVIDER: 'api-pix',
    PIX_API_URL: 'https://localhost:1',
    PIX_API_TOKEN_URL: 'https://localhost:1/oauth/token',
    PIX_API_CLIENT_ID: BANK_CLIENT.id,
    PIX_API_CLIENT_SECRET: BANK_CLIENT.secret,
    PIX_WEBHOOK_SECRET: WEBHOOK_SECRET,
  });
  const desk = paymentOffice(test);
  const held: { bank?: Awaited<ReturnType<typeof startPixBank>> } = {};
  const bank = () => {
    if (!held.bank) throw new Error('The bank is not open yet.');
    return held.bank;
  };

  beforeAll(async () => {
    held.bank = await startPixBank(() => test.clock.now());
  });
  afterAll(() => bank().close());
  beforeEach(() => {
    // The bank's port is known only now.
    test.deps.pixProvider = createApiPix({
      url: bank().url,
      tokenUrl: `${bank().url}/oauth/token`,
      clientId: BANK_CLIENT.id,
      clientSecret: BANK_CLIENT.secret,
      certificate: bank().authority.issue('escola').pem,
      passphrase: undefined,
      ca: bank().ca,
      key: () => test.deps.school.now.pix.key,
    });
    // Another test may have made the bank ask for a pause.
    test.clock.advance(600_000);
  });

  const open = async ({ paymentCode }: Person) =>
    (await test.request({ method: 'POST', url: '/api/payments/charge', payload: { paymentCode } })).json();
  const watch = async ({ paymentCode }: Person) =>
    (await test.request({ method: 'GET', url: `/api/payments/charge?code=${paymentCode}` })).json();
  const tell = (payload: unknown, secret = WEBHOOK_SECRET, path = '/pix') =>
    test.request({ method: 'POST', url: `/api/webhooks/api-pix/${secret}${path}`, payload: payload as object });
  const txidOf = ({ paymentCode }: Person, serial = 1) => `${paymentCode}${String(serial).padStart(10, '0')}`;
  /** The state after the jobs have run. */
  const factsOf = async (person: Person) => {
    await test.deps.jobs.drain();
    return desk.facts(person);
  };
  /** Runs the poller once, as without an open payment page. */
  const poll = async () => {
    await test.deps.jobs.send(test.deps.db, 'charges-due', {});
    await test.deps.jobs.drain();
  };
  const cases = async () => {
    const admin = await desk.admin();
    return (await test.request({ method: 'GET', url: '/api/admin/charge-cases', as: admin })).json();
  };
  const casesOf = async (person: Person): Promise<string[]> =>
    (await cases())
      .filter(({ txid }: { txid: string }) => txid.startsWith(person.paymentCode ?? ''))
      .map(({ kind }: { kind: string }) => kind);
  /** The office refunds, with a fresh proof of identity. */
  const refund = async (admin: Person, { paymentCode }: Person, more: object = {}) =>
    test.request({
      method: 'POST',
      url: '/api/admin/payments/refund',
      as: { cookie: await createSession(test.deps.db, admin.id, test.clock.now()) },
      payload: { paymentCode, amount: 29_700, paidAt: test.clock.now().toISOString(), ...more },
    });
  const statusOf = async (person: Person) => (await factsOf(person)).status;
  return { test, desk, bank, open, watch, tell, txidOf, factsOf, statusOf, poll, cases, casesOf, refund };
}
