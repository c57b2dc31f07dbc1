import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { JSON_BODY_LIMIT } from '#contract/limits.ts';
import { createPerson, createSession, type Person } from '#server/testing/factories.ts';
import { addressesOfForms } from '#server/testing/form-addresses.ts';
import { handTimers } from '#server/testing/hand-timers.ts';
import { type RawClient, sendRaw } from '#server/testing/raw-client.ts';
import { useTestApp } from '#server/testing/test-app.ts';

/**
 * Every call of the contract, over real connections, with bodies that are refused early, cut, over-long or never end;
 * then the time of every timer passes. A timer that outlives its request and emits an error on a stream without
 * listeners would throw here, as it once ended the process.
 */
const hand = handTimers();
const test = useTestApp({ RATE_LIMIT: 'off' }, { timers: hand.timers });
const opened: RawClient[] = [];
/** May call everything, so that no 403 hides a result. */
let admin: Person;
let addressOfForm: (spec: EndpointSpec) => string;
let port: number;
const stray: unknown[] = [];
const noteStray = (error: unknown) => stray.push(error);

beforeAll(async () => {
  addressOfForm = await addressesOfForms(test.deps.db);
  admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = test.app.server.address() as { port: number });
  process.on('uncaughtExceptionMonitor', noteStray);
});
afterEach(() => {
  for (const client of opened.splice(0)) client.socket.destroy();
});
afterAll(() => process.off('uncaughtExceptionMonitor', noteStray));

const json = 'Content-Type: application/json\r\n';
const form = 'Content-Type: multipart/form-data; boundary=xyz\r\n';
const part = '--xyz\r\nContent-Disposition: form-data; name="paymentCode"\r\n\r\nAAAA';
const file = '--xyz\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nPNG';

type Way = { headers: string; body: string; expected?: number; leaves?: true; ignored?: true };
const limitOf = (spec: EndpointSpec) => spec.bodyLimit ?? JSON_BODY_LIMIT;

/** The body variants of a write; a read ignores its body, so a few variants are enough (`ignored`). */
function waysOf(spec: EndpointSpec): Record<string, Way> {
  const takesForms = spec.bodyType === 'multipart' || spec.bodyType === 'either';
  const long = 'x'.repeat(limitOf(spec) + 1);
  return {
    'over-long by its own word': {
      headers: `${json}Content-Length: ${limitOf(spec) + 1}\r\n`,
      body: '{',
      expected: 413,
    },
    'over-long in chunks': {
      headers: `${json}Transfer-Encoding: chunked\r\n`,
      body: `${long.length.toString(16)}\r\n${long}\r\n`,
      expected: 413,
    },
    'without a content type': { headers: 'Content-Length: 99\r\n', body: 'a=b', expected: 415 },
    'of another content type': {
      headers: 'Content-Type: text/plain\r\nContent-Length: 99\r\n',
      body: 'a',
      expected: 415,
    },
    'of no content type at all': { headers: 'Content-Type: nada\r\nContent-Length: 99\r\n', body: 'a', expected: 415 },
    'half-sent': { headers: `${json}Content-Length: 99\r\n`, body: '{"a":', expected: 408, ignored: true },
    'in chunks without end': {
      headers: `${json}Transfer-Encoding: chunked\r\n`,
      body: '5\r\n{"a":\r\n',
      expected: 408,
    },
    'of broken chunks': {
      headers: `${json}Transfer-Encoding: chunked\r\n`,
      body: 'zz\r\n',
      expected: 400,
      ignored: true,
    },
    'a form cut in a field': {
      headers: `${form}Content-Length: 999\r\n`,
      body: part,
      expected: takesForms ? 408 : 415,
    },
    'a form cut in its file': {
      headers: `${form}Content-Length: 999\r\n`,
      body: file,
      expected: takesForms ? 408 : 415,
    },
    'a form without its end': {
      headers: `${form}Content-Length: ${file.length}\r\n`,
      body: file,
      expected: takesForms ? 400 : 415,
    },
    'a form without a boundary': {
      headers: 'Content-Type: multipart/form-data\r\nContent-Length: 99\r\n',
      body: part.slice(0, 20),
      expected: takesForms ? 400 : 415,
    },
    'half-sent and left': { headers: `${json}Content-Length: 99\r\n`, body: '{"a":', leaves: true },
    'a form half-sent and left': { headers: `${form}Content-Length: 999\r\n`, body: file, leaves: true, ignored: true },
    'promised and never begun': { headers: `${json}Content-Length: 99\r\n`, body: '', expected: 408 },
  };
}

/** For a busy machine: nothing here waits for time to pass. */
const patience = { timeout: 15_000, interval: 10 };
const openRequests = () => test.app.pressure().inFlight + test.app.pressure().receiving;
const isOver = (client: RawClient) => client.status() !== null || client.isClosed();

it.each(Object.values(endpoints).map((spec): [string, EndpointSpec] => [`${spec.method} ${spec.path}`, spec]))(
  '%s leaves nothing behind and ends nothing',
  async (_, spec) => {
    const url = addressOfForm(spec);
    const cookie = await createSession(test.deps.db, admin.id, test.clock.now());
    const ways = Object.entries(waysOf(spec)).filter(([, way]) => spec.method !== 'GET' || way.ignored);
    const clients = await Promise.all(
      ways.map(async ([name, way]) => {
        const head = `${spec.method} ${url} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n${way.headers}\r\n`;
        const client = await sendRaw(port, head + way.body);
        opened.push(client);
        return { name, way, client };
      }),
    );
    // Each request is refused at once, or waits for bytes with a timer on it.
    await vi.waitFor(() => {
      const waiting = clients.filter(({ client }) => !isOver(client));
      expect(waiting.filter(({ way }) => !way.leaves && way.expected !== 408)).toEqual([]);
      expect(hand.pending()).toBeGreaterThanOrEqual(waiting.length);
      expect(openRequests()).toBe(waiting.length);
    }, patience);
    for (const { way, client } of clients) if (way.leaves) client.socket.destroy();

    await vi.waitFor(() => {
      hand.fire();
      expect(stray).toEqual([]);
      expect(clients.filter(({ client }) => !isOver(client)).map(({ name }) => name)).toEqual([]);
      expect(openRequests()).toBe(0);
      expect(Object.values(test.app.places).filter((places) => places.taken() + places.waiting() > 0)).toEqual([]);
      expect(hand.pending()).toBe(0);
    }, patience);

    for (const { name, way, client } of clients) {
      if (way.leaves) continue;
      expect([name, (client.status() ?? 0) < 500]).toEqual([name, true]);
      if (spec.method !== 'GET') expect([name, client.status()]).toEqual([name, way.expected]);
    }
  },
);

it('after cut bodies the server answers, keeps no connection open, and has reported no server fault', async () => {
  const connections = () =>
    new Promise<number>((resolve) => test.app.server.getConnections((_, count) => resolve(count)));
  await vi.waitFor(async () => expect(await connections()).toBe(0), patience);
  expect(hand.pending()).toBe(0);
  expect((await test.request({ method: 'GET', url: '/readyz' })).statusCode).toBe(200);
  expect(test.logged().match(/"level":[56]0.*/g) ?? []).toEqual([]);
  expect(test.logged()).not.toContain('FST_ERR_REP_ALREADY_SENT');
});
