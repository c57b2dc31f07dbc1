import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#contract/time.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { startSmtp, type TestSmtp } from '#server/testing/smtp.ts';
import { useTestApp } from '#server/testing/test-app.ts';

/** Two schools: one without a mail server, one with a real SMTP server. */
const folder = useTestApp();
const environment: Record<string, string> = { MAIL_FROM: 'Alvorada <a@exemplo.com.br>' };
let smtp: TestSmtp;
beforeAll(async () => {
  smtp = await startSmtp();
  environment.SMTP_URL = `smtp://127.0.0.1:${smtp.port}`;
});
const network = useTestApp(environment);
afterAll(() => smtp.stop());

type App = typeof folder;
const caller = (app: App, as: Person) => ({
  get: async (url: string) => (await app.request({ method: 'GET', url, as })).json(),
  post: (url: string, payload?: object) => app.request({ method: 'POST', url, as, ...(payload ? { payload } : {}) }),
});
const system = '/api/admin/system';

it('a school without a mail server says of every e-mail that it was stored and not sent', async () => {
  const { db, jobs } = folder.deps;
  const admin = await createPerson(db, { role: 'admin', now: folder.clock.now() });
  const student = await createPerson(db, { now: folder.clock.now() });
  const { get, post } = caller(folder, admin);
  await post(`/api/admin/users/${student.id}/password-link`);
  await jobs.drain();
  expect((await get(`/api/admin/users/${student.id}`)).mails).toMatchObject([{ isStored: true }]);
  const oldestAt = folder.clock.now().toISOString();
  expect((await get(system)).storedMail).toEqual({
    isSent: false,
    isProven: false,
    kinds: [{ kind: 'password_reset', count: 1, oldestAt }],
  });
  expect((await get('/api/admin/home')).waiting.system.storedMails).toEqual({ count: 1, oldestAt, isSent: false });
  expect((await post('/api/admin/settings/test-mail')).json()).toMatchObject({ outcome: 'kept' });
  expect((await post(`${system}/stored-mails/release`, { send: true })).json()).toMatchObject({ code: 'mail_failed' });
  expect((await post(`${system}/stored-mails/release`, { send: false })).statusCode).toBe(200);
  await jobs.drain();
  expect((await get(system)).storedMail.kinds).toEqual([]);
});

it('stored e-mails are sent once mail is proven by a typed code, with a link that works from then on', async () => {
  const { db, jobs } = network.deps;
  const admin = await createPerson(db, { role: 'admin', now: network.clock.now() });
  const student = await createPerson(db, { now: network.clock.now() });
  const { post } = caller(network, admin);
  await post(`/api/admin/users/${student.id}/password-link`);
  await jobs.drain();
  // As if there had been no mail server then.
  await db.updateTable('sent_mails').set({ state: 'stored' }).execute();
  smtp.received.length = 0;
  network.clock.set(new Date(network.clock.now().getTime() + 3 * DAY_MS).toISOString());
  const later = caller(network, await createPerson(db, { role: 'admin', now: network.clock.now() }));
  const release = () => later.post(`${system}/stored-mails/release`, { send: true });
  expect((await release()).json()).toMatchObject({ code: 'mail_failed' });

  await later.post('/api/admin/settings/test-mail');
  const code = /chegou: (\d{6})/.exec(smtp.received[0]?.text ?? '')?.[1] ?? '';
  const wrong = code === '000000' ? '000001' : '000000';
  const confirm = (typed: string) => later.post('/api/admin/settings/test-mail/confirm', { code: typed });
  expect((await confirm(wrong)).json()).toMatchObject({ code: 'wrong_code' });
  expect((await confirm(code)).json().mail).toMatchObject({
    isSent: true,
    provenAt: network.clock.now().toISOString(),
  });
  smtp.received.length = 0;
  expect((await release()).statusCode).toBe(200);
  expect((await release()).statusCode).toBe(200);
  await jobs.drain();
  await jobs.drain();
  expect(smtp.received.map(({ to, subject }) => [to, subject])).toEqual([[student.email, 'Crie uma nova senha']]);
  const token = /#t=([\w.-]+)/.exec(smtp.received[0]?.text ?? '')?.[1];
  const check = await network.request({ method: 'POST', url: '/api/password/reset/check', payload: { token } });
  expect(check.json()).toEqual({ usable: true });
  expect((await later.get(system)).storedMail).toMatchObject({ isProven: true, kinds: [] });
});

it('a code is refused after five wrong tries, also the right one', async () => {
  const { db } = network.deps;
  const { post } = caller(network, await createPerson(db, { role: 'admin', now: network.clock.now() }));
  smtp.received.length = 0;
  await post('/api/admin/settings/test-mail');
  const code = /chegou: (\d{6})/.exec(smtp.received[0]?.text ?? '')?.[1] ?? '';
  const wrong = code === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 5; tries += 1) await post('/api/admin/settings/test-mail/confirm', { code: wrong });
  expect((await post('/api/admin/settings/test-mail/confirm', { code })).statusCode).toBe(403);
});
