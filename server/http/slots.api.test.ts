import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPerson } from '#server/testing/factories.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { handTimers } from '#server/testing/hand-timers.ts';
import { type RawClient, sendRaw } from '#server/testing/raw-client.ts';
import { receiptPhoto } from '#server/testing/receipts.ts';
import { useTestApp } from '#server/testing/test-app.ts';

/** One address that takes all it can, and another that only wants to log in. */
const hand = handTimers();
const test = useTestApp({ TRUST_PROXY: 'on', RATE_LIMIT: 'off' }, { timers: hand.timers });
const greedy = '198.51.100.66';
const other = '203.0.113.5';
const password = 'senha-certa-1';
let port: number;
const opened: RawClient[] = [];
/** For a busy machine: nothing here waits for time to pass. */
const patience = { timeout: 15_000 };

beforeAll(async () => {
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = test.app.server.address() as { port: number });
});
afterEach(async () => {
  for (const { socket } of opened.splice(0)) socket.destroy();
  await vi.waitFor(() => expect(test.app.pressure()).toMatchObject({ inFlight: 0, receiving: 0 }), patience);
  expect(Object.values(test.app.places).map((places) => [places.taken(), places.waiting()])).toEqual(
    Object.values(test.app.places).map(() => [0, 0]),
  );
});

async function send(count: number, bytes: string): Promise<RawClient[]> {
  const clients = await Promise.all(Array.from({ length: count }, () => sendRaw(port, bytes)));
  opened.push(...clients);
  return clients;
}

const login = (address: string, username: string, typed: string) =>
  test.request({
    method: 'POST',
    url: '/api/login',
    payload: { username, password: typed },
    headers: { 'x-forwarded-for': address },
  });

const postLogin = (headers: string, body: string) =>
  `POST /api/login HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${greedy}\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;

describe('password work', () => {
  it('is not blocked by logins whose body never arrives', async () => {
    const person = await createPerson(test.deps.db, { passwordHash: await test.deps.passwords.hash(password) });
    await send(70, postLogin('Content-Length: 99\r\n', '{"username":'));
    await vi.waitFor(() => expect(test.app.pressure().receiving).toBe(70), patience);
    expect(test.app.pressure().inFlight).toBe(0);
    const others = await Promise.all(
      Array.from({ length: 45 }, (_, i) => login(`203.0.113.${i + 1}`, person.username, password)),
    );
    expect(others.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
    // The address that sends them is not blocked either: it has not begun any work.
    expect((await login(greedy, person.username, password)).statusCode).toBe(200);
  });

  it('waits in the queue of its address, and is refused when that queue is full', async () => {
    const person = await createPerson(test.deps.db, { passwordHash: await test.deps.passwords.hash(password) });
    let free = () => {};
    const gate = new Promise<void>((resolve) => {
      free = resolve;
    });
    const { matches } = test.deps.passwords;
    const held = vi.spyOn(test.deps.passwords, 'matches').mockImplementation(async (typed, stored) => {
      if (typed !== 'errada') return matches(typed, stored);
      await gate;
      return false;
    });
    const flood = Array.from({ length: 100 }, (_, i) => login(greedy, `ninguem${i}`, 'errada'));
    const { password: places } = test.app.places;
    await vi.waitFor(() => expect([places.taken(), places.waiting()]).toEqual([4, 64]), patience);
    expect((await login(other, person.username, password)).statusCode).toBe(200);

    free();
    const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
    expect([statuses.filter((status) => status === 401).length, statuses.filter((s) => s === 503).length]).toEqual([
      68, 32,
    ]);
    held.mockRestore();
  });
});

describe('slots for uploads', () => {
  const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nxxxx';
  const field = (code: string) => `--b\r\nContent-Disposition: form-data; name="paymentCode"\r\n\r\n${code}\r\n`;
  const upload = (body: string, address = greedy) =>
    `POST /api/payments/upload-proof-by-code HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 99999\r\n\r\n${body}`;

  const sendProof = async (paymentCode: string, address: string) => {
    const { payload, headers } = await multipartForm({ paymentCode, file: ['a.png', await receiptPhoto()] });
    return test.request({
      method: 'POST',
      url: '/api/payments/upload-proof-by-code',
      payload,
      headers: { ...headers, 'x-forwarded-for': address },
    });
  };
  const paying = async () => {
    const { paymentCode } = await createPerson(test.deps.db, { status: 'pending', payment: 'pending' });
    return paymentCode ?? '';
  };

  it('are not exhausted by one address, whose share ends first', async () => {
    const code = await paying();
    const clients = await send(60, upload(field(code) + file));
    const { upload: places } = test.app.places;
    await vi.waitFor(() => {
      expect(places.taken()).toBe(12);
      expect(clients.filter((client) => client.status() === 503)).toHaveLength(48);
    }, patience);
    expect((await sendProof(await paying(), other)).statusCode).toBe(200);
  });

  it('are taken only once the payment code is known; a wrong one is refused before', async () => {
    const { upload: places, unknownUpload } = test.app.places;
    const wrong = await send(20, upload(field('ZZZZZZZZZZZZZZZZ') + file));
    await vi.waitFor(() => expect(wrong.map((client) => client.status())).toEqual(wrong.map(() => 404)), patience);
    expect([places.taken(), unknownUpload.taken()]).toEqual([0, 0]);

    // A file sent before its code may come from an honest client; such uploads have a separate limit.
    const blind = await send(20, upload(file));
    await vi.waitFor(() => expect(blind.filter((client) => client.status() === 503)).toHaveLength(18), patience);
    expect([places.taken(), unknownUpload.taken()]).toEqual([0, 2]);
    expect((await sendProof(await paying(), greedy)).statusCode).toBe(200);
  });

  it('are released when an upload is below the minimum speed', async () => {
    const clients = await send(5, upload(field(await paying()) + file));
    await vi.waitFor(() => expect(test.app.places.upload.taken()).toBe(5), patience);
    hand.fire();
    await vi.waitFor(
      () => expect(clients.map((client) => client.status())).toEqual([408, 408, 408, 408, 408]),
      patience,
    );
  });
});
