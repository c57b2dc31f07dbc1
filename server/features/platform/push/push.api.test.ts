import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PushState } from '#contract/platform/push.ts';
import { type Notice, notify } from '#server/features/platform/notifications/notifications.service.ts';
import { readPushSettings } from '#server/push/push-settings.ts';
import { createPerson, createSession, type Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { listDeliveryStates, startPushService, type TestDevice } from '#server/testing/push-service.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { currentKey, ensureKey } from './push-keys.service.ts';

const environment: Record<string, string> = { RATE_LIMIT: 'off' };
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  service = await startPushService();
  environment.PUSH_SERVICES = service.service;
});
const test = useTestApp(environment);
beforeAll(() => {
  test.deps.outside = service.outside;
});
afterAll(() => service.stop());
afterEach(() => test.clock.set('2026-11-15T12:00:00.000Z'));

const get = async (as: Person) => (await test.request({ method: 'GET', url: '/api/push', as })).json() as PushState;
const student = () => createPerson(test.deps.db, { now: test.clock.now() });
const all = ['quiz_window', 'review_waiting', 'payment_decided'];

const save = (as: { cookie: string }, { subscription }: TestDevice, publicKey: string, change: object = {}) => {
  const payload = { ...subscription, publicKey, kinds: all, ...change };
  return test.request({ method: 'PUT', url: '/api/push/device', as, payload });
};

/** A browser of this person, which wants all there is. */
async function deviceOf(person: { cookie: string }, change: object = {}): Promise<TestDevice> {
  const key = await currentKey(test.deps);
  const device = service.subscribe(key);
  const saved = await save(person, device, key ?? '', change);
  expect(saved.statusCode).toBe(200);
  return device;
}

let serial = 0;
const opens = (people: Person[], change: Partial<Pick<Notice, 'kind' | 'text' | 'title'>> = {}) => {
  serial += 1;
  const notice = {
    kind: 'quiz_window',
    title: '"Simulado TJ" abre às 14:00',
    text: 'Você confirmou presença.',
    path: '/quizzes/7',
    key: `window:${serial}`,
    userIds: people.map(({ id }) => id),
    ...change,
  } as const;
  return test.deps.db.transaction().execute((tx) => notify(test.deps, tx, notice));
};

const run = () => test.deps.jobs.drain();
const seenOn = ({ messages }: TestDevice) => messages.map(({ text }) => JSON.parse(text));
const mailsTo = async ({ email }: Person) =>
  (await writtenMails(test.deps.config.dataDir)).filter(({ to }) => to === email).map(({ subject }) => subject);
const deliveriesOf = async ({ id }: Person) => (await listDeliveryStates(test.deps.db, id)).map(({ state }) => state);
const hasDevice = async (person: Person) => (await get(person)).device !== null;

describe('a device', () => {
  it('belongs to its session, and can subscribe to kinds and change them', async () => {
    const ana = await student();
    expect(await get(ana)).toEqual({ publicKey: expect.stringMatching(/^B[\w-]{86}$/), device: null, offer: true });
    await deviceOf(ana, { kinds: ['quiz_window', 'quiz_window'] });
    expect(await get(ana)).toMatchObject({ device: { kinds: ['quiz_window'] }, offer: false });
    await deviceOf(ana, { kinds: ['review_waiting'] });
    expect(await get(ana)).toMatchObject({ device: { kinds: ['review_waiting'] } });
    const other = { ...ana, cookie: await createSession(test.deps.db, ana.id, test.clock.now()) };
    expect(await hasDevice(other)).toBe(false);

    for (let twice = 0; twice < 2; twice += 1) {
      const gone = await test.request({ method: 'DELETE', url: '/api/push/device', as: ana });
      expect(gone.json()).toMatchObject({ device: null });
    }
  });

  it('moves to the last person who used it, and is deleted with the logout and the account', async () => {
    const [ana, rui, eva] = [await student(), await student(), await student()];
    const phone = await deviceOf(ana);
    const key = (await get(ana)).publicKey ?? '';
    await save(rui, phone, key);
    expect([await hasDevice(ana), await hasDevice(rui)]).toEqual([false, true]);
    await opens([ana, rui]);
    await run();
    expect(phone.messages).toHaveLength(1);
    expect(await mailsTo(ana)).toHaveLength(1);

    await test.request({ method: 'POST', url: '/api/logout', as: rui });
    await deviceOf(eva);
    await test.deps.db.deleteFrom('users').where('id', '=', eva.id).execute();
    const left = await test.deps.db
      .selectFrom('push_subscriptions')
      .select('id')
      .where('user_id', 'in', [ana.id, rui.id, eva.id])
      .execute();
    expect(left).toEqual([]);
  });

  it('is one of at most ten: the oldest is deleted', async () => {
    const ana = await student();
    const first = await deviceOf(ana);
    const sessions = await Promise.all(
      Array.from({ length: 10 }, () => createSession(test.deps.db, ana.id, test.clock.now())),
    );
    const devices = await Promise.all(sessions.map((cookie) => deviceOf({ cookie })));
    await opens([ana]);
    await run();
    expect(first.messages).toHaveLength(0);
    expect(devices.map(({ messages }) => messages.length)).toEqual(Array(10).fill(1));
  });

  it('is taken only with an address of a service that is known, and with keys that are some', async () => {
    const ana = await student();
    const teacher = await createPerson(test.deps.db, { role: 'teacher', now: test.clock.now() });
    const key = (await get(ana)).publicKey ?? '';
    const device = service.subscribe();
    const wrong: [Person, object, string][] = [
      [ana, { endpoint: 'https://127.0.0.1/x' }, 'endpoint'],
      [ana, { endpoint: device.subscription.endpoint.replace('https', 'http') }, 'endpoint'],
      [ana, { endpoint: 'https://exemplo.com.br/x' }, 'endpoint'],
      [ana, { keys: { ...device.subscription.keys, p256dh: 'AAAA' } }, 'keys'],
      [ana, { publicKey: device.subscription.keys.p256dh }, 'publicKey'],
      [ana, { kinds: [] }, 'kinds'],
      [ana, { kinds: ['certificate'] }, 'kinds.0'],
      [teacher, {}, 'kinds'],
    ];
    for (const [person, change, field] of wrong) {
      const reply = await save(person, device, key, change);
      expect([reply.statusCode, Object.keys(reply.json().fields)], field).toEqual([400, [field]]);
    }
    expect(await hasDevice(ana)).toBe(false);
  });
});

describe('a push notification', () => {
  it('reaches every device that wants its kind, once, and is not mailed as well', async () => {
    const [ana, rui] = [await student(), await student()];
    const devices = [
      await deviceOf(ana),
      await deviceOf({ cookie: await createSession(test.deps.db, ana.id, test.clock.now()) }),
    ];
    const indifferent = await deviceOf(rui, { kinds: ['payment_decided'] });
    await opens([ana, rui]);
    await run();
    await test.deps.jobs.send(test.deps.db, 'notification_pushes', { kind: 'quiz_window', key: `window:${serial}` });
    await run();
    for (const device of devices) {
      expect(seenOn(device)).toEqual([
        {
          title: '"Simulado TJ" abre às 14:00',
          body: 'Você confirmou presença.',
          path: '/quizzes/7',
          tag: expect.stringMatching(/^notification-\d+$/),
        },
      ]);
      expect(device.messages[0]).toMatchObject({
        ttl: 3 * 60 * 60,
        urgency: 'high',
        subject: expect.stringMatching(/^mailto:\S+@\S+$/),
      });
    }
    expect(indifferent.messages).toEqual([]);
    expect([await mailsTo(ana), await mailsTo(rui)]).toEqual([[], ['"Simulado TJ" abre às 14:00']]);
    expect(await deliveriesOf(ana)).toEqual(['sent', 'sent']);
  });

  it('says of money only that there is something to read', async () => {
    const ana = await student();
    const device = await deviceOf(ana);
    await opens([ana], { kind: 'payment_decided', title: 'Pagamento recusado', text: 'Faltam R$ 200.' });
    await run();
    expect(seenOn(device)).toMatchObject([{ title: 'Novidade sobre o seu pagamento', body: 'Toque para ver.' }]);
    expect(device.messages[0]?.text).not.toContain('200');
  });

  it('is not sent once it was read, nor hours too late', async () => {
    const ana = await student();
    const device = await deviceOf(ana);
    await opens([ana]);
    await test.request({ method: 'POST', url: '/api/notifications/read', as: ana, payload: {} });
    await run();
    await opens([ana]);
    test.clock.advance(4 * 60 * 60 * 1000);
    await run();
    expect(device.messages).toEqual([]);
    expect(await deliveriesOf(ana)).toEqual(['skipped', 'failed']);
    expect(await mailsTo(ana)).toEqual([]);
  });
});

describe('a device that is not reached', () => {
  it('is forgotten when its service says that it is gone, and the e-mail goes instead', async () => {
    for (const status of [404, 410]) {
      const ana = await student();
      await deviceOf(ana);
      service.faults.push({ status });
      await opens([ana]);
      await run();
      expect([await hasDevice(ana), await deliveriesOf(ana)]).toEqual([false, ['gone']]);
      expect(await mailsTo(ana)).toEqual(['"Simulado TJ" abre às 14:00']);
    }
  });

  it('gets no e-mail beside another device that has it, nor where e-mails were refused', async () => {
    const [ana, rui] = [await student(), await student()];
    const phone = await deviceOf(ana);
    const old = await deviceOf({ cookie: await createSession(test.deps.db, ana.id, test.clock.now()) });
    const lost = await deviceOf(rui);
    for (const device of [old, lost]) service.forget(device);
    await test.request({
      method: 'PATCH',
      url: '/api/notification-choices',
      as: rui,
      payload: { kind: 'quiz_window', email: false },
    });
    await opens([ana, rui]);
    await run();
    expect(phone.messages).toHaveLength(1);
    expect([await mailsTo(ana), await mailsTo(rui)]).toEqual([[], []]);
    expect(await deliveriesOf(ana)).toEqual(['sent', 'gone']);
  });

  it('is tried again later, as its service asks, and once it went well no more', async () => {
    const ana = await student();
    const device = await deviceOf(ana);
    service.faults.push({ status: 429, headers: { 'retry-after': '600' } }, { status: 500 }, 'cut');
    await opens([ana]);
    await run();
    expect(device.messages).toHaveLength(1);
    expect(await deliveriesOf(ana)).toEqual(['sent']);
    const { rows } = await sql<{ wait: number }>`
      SELECT extract(epoch FROM start_after - ${test.clock.now()})::int AS wait FROM pgboss.job
      WHERE name = 'push' AND (data->>'tries')::int > 0 ORDER BY 1`.execute(test.deps.db);
    expect(rows.map(({ wait }) => wait)).toEqual([60, 120, 600]);
  });

  it('is given up in the end, or at once where another try would not help: the e-mail goes', async () => {
    const hopeless = [
      { faults: Array(6).fill({ status: 503 }), asked: 6 },
      { faults: [{ status: 429, headers: { 'retry-after': '86400' } }], asked: 1 },
      { faults: [{ status: 413 }], asked: 1 },
      { faults: [{ status: 403 }], asked: 1 },
      { faults: [{ status: 307, headers: { location: 'https://localhost/elsewhere' } }], asked: 1 },
    ];
    for (const { faults, asked } of hopeless) {
      const ana = await student();
      await deviceOf(ana);
      const before = service.asked();
      service.faults.push(...faults);
      await opens([ana]);
      await run();
      expect([service.asked() - before, await deliveriesOf(ana), await hasDevice(ana)]).toEqual([
        asked,
        ['failed'],
        true,
      ]);
      expect(await mailsTo(ana)).toHaveLength(1);
    }
  });

  it('that logged out meanwhile gets nothing', async () => {
    const ana = await student();
    const device = await deviceOf(ana);
    await opens([ana]);
    await test.request({ method: 'POST', url: '/api/logout', as: ana });
    await run();
    expect(device.messages).toEqual([]);
    expect(await mailsTo(ana)).toHaveLength(1);
  });
});

describe('the key', () => {
  it('is made once, however many processes start at the same time, and its private half is encrypted', async () => {
    await test.deps.db.deleteFrom('push_keys').execute();
    await Promise.all(Array.from({ length: 8 }, () => ensureKey(test.deps)));
    const rows = await test.deps.db.selectFrom('push_keys').select(['public_key', 'sealed']).execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.sealed).toHaveLength(1 + 12 + 16 + 32);
  });

  it('that was replaced still sends to the devices bound to it; one that is lost does not', async () => {
    const ana = await student();
    const device = await deviceOf(ana);
    const old = await currentKey(test.deps);
    const { config } = test.deps;
    const rotated = readPushSettings(service.service, Buffer.alloc(32, 7).toString('base64url'));
    if ('problem' in rotated) throw new Error(rotated.problem);
    test.deps.config = { ...config, push: rotated };
    try {
      expect(await currentKey(test.deps)).not.toBe(old);
      expect((await save(ana, device, old ?? '')).statusCode).toBe(400);
      await opens([ana]);
      await run();
      expect(device.messages.map(({ sender }) => sender)).toEqual([old]);

      test.deps.config = { ...config, push: rotated, sessionSecret: 'x'.repeat(40) };
      await opens([ana]);
      await run();
      expect(device.messages).toHaveLength(1);
      expect(await deliveriesOf(ana)).toEqual(['sent', 'gone']);
    } finally {
      test.deps.config = config;
    }
  });
});

it('the offer is made on one day only, and an answer holds', async () => {
  const [ana, rui] = [await student(), await student()];
  const answer = (as: Person, what: string) =>
    test.request({ method: 'POST', url: '/api/push/offer', as, payload: { answer: what } });
  await answer(ana, 'shown');
  expect((await get(ana)).offer).toBe(true);
  await answer(rui, 'shown');
  await answer(rui, 'later');
  expect((await get(rui)).offer).toBe(false);
  test.clock.advance(24 * 60 * 60 * 1000);
  expect([(await get(ana)).offer, (await get(rui)).offer]).toEqual([false, false]);
});

it('the administrator sees how many were sent, failed and removed; no address and no key is logged', async () => {
  const admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
  const ana = await student();
  const device = await deviceOf(ana);
  const state = async () => (await test.request({ method: 'GET', url: '/api/admin/system', as: admin })).json().push;
  const before = await state();
  await opens([ana]);
  await run();
  service.faults.push({ status: 400 }, { status: 410 });
  for (let twice = 0; twice < 2; twice += 1) {
    await opens([ana]);
    await run();
  }
  const after = await state();
  expect(after).toEqual({
    devices: before.devices - 1,
    sent: before.sent + 1,
    failed: before.failed + 1,
    removed: before.removed + 1,
  });
  const { endpoint, keys } = device.subscription;
  for (const secret of [new URL(endpoint).pathname, keys.auth, keys.p256dh])
    expect(test.logged()).not.toContain(secret);
});
