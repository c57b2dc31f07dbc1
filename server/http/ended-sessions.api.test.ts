import { beforeAll, describe, expect, it } from 'vitest';
import { createPerson, createSession, type Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { deleteOldSessionEnds, endSessionsWithoutFactor } from './sessions.store.ts';
import { SESSION_DAYS } from './sessions.ts';

const test = useTestApp();
const PASSWORD = 'segredo1';
const DAY_MS = 24 * 60 * 60_000;
let passwordHash: string;
let admin: Person;
beforeAll(async () => {
  passwordHash = await test.deps.passwords.hash(PASSWORD);
  admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
});

type As = { cookie: string };
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, as?: As, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const whoAmI = async (as: As) => (await call('GET', '/api/auth/user', as)).json();
const refusal = (ended?: string) => ({
  code: 'unauthorized',
  message: 'Unauthorized',
  requestId: expect.any(String),
  ...(ended ? { ended } : {}),
});

/** A person with two devices; the second one gets logged out. */
async function twoDevices() {
  const here = await createPerson(test.deps.db, { passwordHash, now: test.clock.now() });
  const there = { cookie: await createSession(test.deps.db, here.id, test.clock.now()) };
  expect((await whoAmI(there)).id).toBe(here.id);
  return { here, there };
}

async function resetByMail({ email }: Person): Promise<void> {
  await call('POST', '/api/password/forgot', undefined, { email });
  await test.deps.jobs.drain();
  const mail = (await writtenMails(test.deps.config.dataDir)).find(({ to }) => to === email);
  const token = /#t=([\w.-]+)/.exec(mail?.text ?? '')?.[1];
  expect((await call('POST', '/api/password/reset', undefined, { token, password: 'novasenha' })).statusCode).toBe(200);
}

async function disown({ email, ...here }: Person): Promise<void> {
  await call('POST', '/api/profile/password', here, { currentPassword: PASSWORD, newPassword: 'de-outrem' });
  await test.deps.jobs.drain();
  const mails = (await writtenMails(test.deps.config.dataDir)).filter(({ to }) => to === email);
  const token = mails.map(({ text }) => /not-me#t=([\w.-]+)/.exec(text)?.[1]).find(Boolean);
  expect((await call('POST', '/api/account/not-me', undefined, { token })).statusCode).toBe(200);
}

const ends: [string, string, (here: Person, there: As) => Promise<unknown>][] = [
  ['leaving every device', 'everywhere', (here) => call('DELETE', '/api/sessions', here)],
  [
    'ending that device alone',
    'device',
    async (here, there) => {
      const listed = (await call('GET', '/api/sessions', there)).json() as { id: string; current: boolean }[];
      await call('DELETE', `/api/sessions/${listed.find(({ current }) => current)?.id}`, here);
    },
  ],
  [
    'a new password in the settings',
    'password_changed',
    (here) => call('POST', '/api/profile/password', here, { currentPassword: PASSWORD, newPassword: 'novasenha' }),
  ],
  ['a new password by mail', 'password_changed', resetByMail],
  ['a block', 'blocked', ({ id }) => call('PATCH', `/api/admin/users/${id}/status`, admin, { status: 'blocked' })],
  ['a removal', 'deleted', ({ id }) => call('DELETE', `/api/admin/users/${id}`, admin)],
];

describe('the owner of an ended session learns the reason', () => {
  it.each(ends)('%s', async (_, because, end) => {
    const { here, there } = await twoDevices();
    await end(here, there);
    expect(await whoAmI(there)).toEqual(refusal(because));
    // Every call gives the reason, each time.
    expect((await call('PATCH', '/api/profile', there, { firstName: 'A' })).json()).toEqual(refusal(because));
  });

  it('the first reason stays: later ones are not shown', async () => {
    const { here, there } = await twoDevices();
    await call('DELETE', '/api/sessions', here);
    await resetByMail(here);
    expect(await whoAmI(there)).toEqual(refusal('everywhere'));
  });

  it("'não fui eu'", async () => {
    const { here } = await twoDevices();
    // The device on which the password was changed.
    await disown(here);
    expect(await whoAmI(here)).toEqual(refusal('disowned'));
  });

  it('a second factor that the operator asks for', async () => {
    const other = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
    const still = { cookie: await createSession(test.deps.db, other.id, test.clock.now()) };
    await endSessionsWithoutFactor(test.deps.db, ['admin'], test.clock.now(), 100);
    expect(await whoAmI(still)).toEqual(refusal('second_factor'));
    admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
  });
});

describe('others learn no reason', () => {
  it('without a cookie, with the cookie of another person, after a logout or with a new session', async () => {
    const { here, there } = await twoDevices();
    await call('POST', '/api/logout', there);
    expect(await whoAmI(there)).toEqual(refusal());
    await call('DELETE', '/api/sessions', here);
    expect((await call('GET', '/api/auth/user')).json()).toEqual(refusal());
    for (const token of ['a'.repeat(43), '', '%00', "' or 1=1"]) {
      expect(await whoAmI({ cookie: `alvorada_session=${token}` })).toEqual(refusal());
    }
    const again = { cookie: await createSession(test.deps.db, here.id, test.clock.now()) };
    expect((await whoAmI(again)).id).toBe(here.id);
  });

  it('the stored reason identifies no person, and is deleted when the cookie would have expired', async () => {
    const { here, there } = await twoDevices();
    await call('DELETE', '/api/sessions', here);
    const rows = await test.deps.db.selectFrom('ended_sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(here.id);
    expect(JSON.stringify(rows)).not.toContain(there.cookie.split('=')[1]);
    const cleanUp = (days: number) =>
      deleteOldSessionEnds(test.deps.db, new Date(test.clock.now().getTime() + (days - SESSION_DAYS) * DAY_MS), 1000);
    await cleanUp(SESSION_DAYS - 1);
    expect(await whoAmI(there)).toEqual(refusal('everywhere'));
    await cleanUp(SESSION_DAYS + 1);
    expect(await whoAmI(there)).toEqual(refusal());
  });
});
