import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { endpoints } from '#contract/index.ts';
import type { LaggingDb } from '#server/db/handle.ts';
import { noteWrite } from '#server/db/own-writes.ts';
import type { ReadReason, Replica } from '#server/db/replica.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from './errors.ts';
import { chooseWhereToRead, WROTE_COOKIE } from './lagging-reads.ts';
import type { SessionUser } from './sessions.ts';

/** Reading from a replica is decided per call, with a reason: a new call is in the table, or fails here. */
test('decision 248 lists every call that may lag, and they only read', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/decisions/248-reads-that-may-lag.md'), 'utf8');
  const listed = [...page.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  const calls = Object.entries(endpoints).filter(([, { mayLag }]) => mayLag);
  expect(calls.map(([name]) => name).toSorted()).toEqual(listed.toSorted());
  expect(calls.filter(([, { method }]) => method !== 'GET')).toEqual([]);
});

const primary = 'primary' as unknown as LaggingDb;
const copy = 'replica' as unknown as LaggingDb;
const person = { id: 'ana' } as SessionUser;

/** An app with one read and one write by each method, and a replica that has everything until time 1000. */
async function open(work: (from: LaggingDb) => unknown = (from) => from) {
  const counts: Record<ReadReason, number> = { replica: 0, away: 0, behind: 0, own_write: 0, refused: 0, failed: 0 };
  let now = 0;
  const replica = {
    db: copy,
    counts,
    primaryNow: () => now,
    choose: (wroteAt: number): ReadReason => (wroteAt < 1000 ? 'replica' : 'own_write'),
  } as Replica;
  const warn = vi.fn();
  const app = Fastify();
  await app.register(cookie);
  app.addHook('onRequest', async (request) => {
    request.sessionUser = person;
  });
  app.decorateRequest('sessionUser', undefined);
  chooseWhereToRead(app, { db: primary, replica, log: { warn }, config: {} } as unknown as Deps);
  app.get('/read', (request, reply) => app.laggingReads.read(request, reply, person, async (from) => work(from)));
  app.get('/look', async () => 'nothing is written');
  app.get('/open', async () => {
    await Promise.resolve();
    noteWrite();
    return 'written down that it was opened';
  });
  app.post('/write', async () => 'written');
  const ask = async (method: 'GET' | 'POST', url: string, cookies: Record<string, string> = {}) => {
    const answer = await app.inject({ method, url, cookies: { alvorada_session: 'of-ana', ...cookies } });
    return { body: answer.body, status: answer.statusCode, wrote: answer.cookies[0]?.value };
  };
  const at = (moment: number) => {
    now = moment;
  };
  return { ask, counts, warn, at };
}

test('after a write its browser and its person read from the primary until the replica has it', async () => {
  const { ask, at, counts } = await open();
  expect((await ask('GET', '/read')).body).toBe('replica');
  at(500.4);
  expect(await ask('POST', '/write')).toMatchObject({ wrote: '1501' });
  // The same person, from a browser without the cookie.
  expect((await ask('GET', '/read')).body).toBe('primary');
  expect(counts).toMatchObject({ replica: 1, own_write: 1 });

  const other = await open();
  expect((await other.ask('GET', '/read', { [WROTE_COOKIE]: '1501' })).body).toBe('primary');
  expect((await other.ask('GET', '/read', { [WROTE_COOKIE]: '999' })).body).toBe('replica');
});

test('a read that commits something counts as a write, others do not', async () => {
  const { ask, at } = await open();
  at(500);
  expect((await ask('GET', '/look')).wrote).toBeUndefined();
  expect((await ask('GET', '/read')).body).toBe('replica');
  expect((await ask('GET', '/open')).wrote).toBe('1500');
  expect((await ask('GET', '/read')).body).toBe('primary');
});

test.each(['', 'amanhã', 'NaN', '-1e400', '1e400', '%00', '9'.repeat(400)])(
  'whatever a client writes into the cookie (%s), it gets an answer',
  async (told) => {
    const { ask } = await open();
    expect(['primary', 'replica']).toContain((await ask('GET', '/read', { [WROTE_COOKIE]: told })).body);
  },
);

test('a read that the replica fails or refuses is repeated on the primary', async () => {
  const failing = await open((from) => {
    if (from === copy)
      throw Object.assign(new Error('canceling statement due to conflict with recovery'), { code: '40001' });
    return from;
  });
  expect((await failing.ask('GET', '/read')).body).toBe('primary');
  expect(failing.counts).toMatchObject({ replica: 0, failed: 1 });
  expect(failing.warn).toHaveBeenCalledTimes(1);

  const refusing = await open((from) => {
    if (from === copy) throw new AppError('not_found', 'Não encontrado.');
    return from;
  });
  expect((await refusing.ask('GET', '/read')).body).toBe('primary');
  expect(refusing.counts).toMatchObject({ refused: 1, failed: 0 });
  expect(refusing.warn).not.toHaveBeenCalled();
});

test('a read that timed out on the replica is not repeated on the primary', async () => {
  const asked: LaggingDb[] = [];
  const { ask } = await open((from) => {
    asked.push(from);
    throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  });
  expect((await ask('GET', '/read')).status).toBe(500);
  expect(asked).toEqual([copy]);
});
