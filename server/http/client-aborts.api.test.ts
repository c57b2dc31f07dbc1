import { Readable } from 'node:stream';
import { afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { type RawClient, sendRaw } from '#server/testing/raw-client.ts';
import { useTestApp } from '#server/testing/test-app.ts';

/** A client that disconnects is not our fault: neither in the log nor in the metrics. */
const token = 'um-segredo-bem-comprido';
const test = useTestApp({ RATE_LIMIT: 'off', METRICS_TOKEN: token });
let port: number;
let admin: Person;
const opened: RawClient[] = [];
/** The faults that the log and the metrics may report. */
const expected: string[] = [];
const failures: string[] = [];
let seen = 0;

beforeAll(async () => {
  // Lines logged at startup.
  seen = test.logged().match(/"level":[456]0/g)?.length ?? 0;
  admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = test.app.server.address() as { port: number });
});

afterEach(async () => {
  for (const { socket } of opened.splice(0)) socket.destroy();
  await vi.waitFor(() => expect(test.app.pressure()).toMatchObject({ inFlight: 0, receiving: 0 }));
  const faults = test.logged().match(/"level":[456]0.*"msg":"[^"]*"/g) ?? [];
  expect(faults.map((line) => line.replace(/.*"msg":/, '')).slice(seen)).toEqual(expected.splice(0));
  seen = faults.length;
  expect((await figures()).match(/_count{.*status="5\d\d"} \d+/g) ?? []).toEqual(failures);
});

async function figures(): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  return (await test.request({ method: 'GET', url: '/metrics', headers })).body;
}

async function send(head: string, body = ''): Promise<RawClient> {
  const client = await sendRaw(port, `${head} HTTP/1.1\r\nHost: x\r\nCookie: ${admin.cookie}\r\n${body}`);
  opened.push(client);
  return client;
}

const json = (length: number, text: string) =>
  `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${text}`;
const form = (path: string, text: string) =>
  send(`POST ${path}`, `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 999999\r\n\r\n${text}`);
const open = () => test.app.pressure().inFlight + test.app.pressure().receiving;
const waitFor = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000 });

it('a client may leave in the middle of a JSON body', async () => {
  const client = await send('POST /api/login', json(99, '{"username":'));
  await waitFor(() => expect(open()).toBe(1));
  client.socket.destroy();
});

it.each(['/api/media', '/api/teacher/question-imports', '/api/payments/upload-proof-by-code'])(
  'a client may leave a form for %s before, within and after a field, and in a file',
  async (path) => {
    const field = '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nabc';
    const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
    const clients = [
      await form(path, ''),
      await form(path, field),
      await form(path, `${field}\r\n${file}`),
      await form(path, `${file}${'x'.repeat(100_000)}`),
    ];
    await waitFor(() => expect(open()).toBe(4));
    for (const { socket } of clients) socket.destroy();
  },
);

it('a client may leave while its request is processed, which is counted as 499', async () => {
  let finish = () => {};
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const held = vi.spyOn(test.deps.passwords, 'matches').mockImplementation(async () => {
    await gate;
    return false;
  });
  onTestFinished(() => held.mockRestore());
  const client = await send('POST /api/login', json(36, '{"username":"abc","password":"defg"}'));
  await waitFor(() => expect(held).toHaveBeenCalled());
  client.socket.destroy();
  await waitFor(() => expect(open()).toBe(0));
  finish();
  expect(await figures()).toContain('_count{method="POST",route="/api/login",status="499"}');
});

it('a client may leave in the middle of a download, and the source is released', async () => {
  let source = new Readable();
  const read = vi.spyOn(test.deps.files, 'read').mockImplementation(async () => {
    source = new Readable({
      read() {
        this.push(Buffer.alloc(65_536));
      },
    });
    return { stream: source, size: 1e9 };
  });
  onTestFinished(() => read.mockRestore());
  const id = await test.deps.db
    .insertInto('media')
    .values({
      owner_id: admin.id,
      sha256: Buffer.alloc(32),
      file_key: 'media/x.webp',
      mime_type: 'image/webp',
      bytes: 1e9,
      width: 1,
      height: 1,
      name: 'x',
      created_at: test.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const client = await send(`GET /api/media/${id.id}`, '\r\n');
  await waitFor(() => expect(client.status()).toBe(200));
  client.socket.destroy();
  await waitFor(() => expect(source.destroyed).toBe(true));
  expect(test.logged()).toContain('the client left');
});

it('a source that fails in the middle of a download ends that answer, and is logged as a server fault', async () => {
  const read = vi.spyOn(test.deps.files, 'read').mockImplementation(async () => {
    const stream = new Readable({ read() {} });
    stream.push('begin');
    setImmediate(() => stream.destroy(new Error('the store broke off')));
    return { stream, size: 1000 };
  });
  onTestFinished(() => read.mockRestore());
  const { id } = await test.deps.db.selectFrom('media').select('id').executeTakeFirstOrThrow();
  const client = await send(`GET /api/media/${id}`, '\r\n');
  await waitFor(() => expect(client.isClosed()).toBe(true));
  expect((await test.request({ method: 'GET', url: '/readyz' })).statusCode).toBe(200);
  expected.push('"an answer broke off"');
  failures.push('_count{method="GET",route="/api/media/:id",status="500"} 1');
});
