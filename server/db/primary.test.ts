import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HostSays } from './ask-host.ts';
import type { Host } from './hosts.ts';
import { connectionTo, watchPrimary } from './primary.ts';

/** Servers that accept connections and answer as the test sets. */
let servers: Server[];
let hosts: Host[];
let says: Map<string, HostSays | Promise<HostSays>>;
let asked: number;
let time: number;
const accepted: Socket[] = [];

const writable = (timeline: number, system = 'one'): HostSays => ({ isWritable: true, timeline, system });
const standby: HostSays = { isWritable: false, reason: 'only takes reads' };
const watch = () =>
  watchPrimary(hosts, {
    ask: async ({ name }) => {
      asked += 1;
      return says.get(name) ?? standby;
    },
    now: () => time,
  });
const portOf = (at: number) => (servers[at]?.address() as AddressInfo | undefined)?.port ?? 0;
const nameOfFound = async (primary: ReturnType<typeof watch>) => {
  time += 2000;
  return (await primary.find()).host.name;
};

beforeEach(async () => {
  says = new Map();
  asked = 0;
  time = 0;
  servers = ['a', 'b', 'c'].map(() => createServer((socket) => accepted.push(socket)).listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  hosts = servers.map((_, at) => ({
    address: '',
    name: 'abc'[at] ?? '',
    target: { host: '127.0.0.1', port: portOf(at) },
  }));
});

afterEach(() => {
  for (const socket of accepted.splice(0)) socket.destroy();
  for (const server of servers) server.close();
});

test('the server that takes writes is searched once for a burst, and again a second later', async () => {
  says.set('b', writable(1));
  const primary = watch();
  const found = await Promise.all([primary.find(), primary.find(), primary.find()]);
  expect(found.map(({ host }) => host.name)).toEqual(['b', 'b', 'b']);
  await primary.find();
  expect(asked).toBe(3);
  time += 1000;
  await primary.find();
  expect(asked).toBe(6);
});

test('without a server that takes writes the error names the servers and their answers', async () => {
  says.set('c', { isWritable: false, reason: '(connect ECONNREFUSED)' });
  await expect(watch().find()).rejects.toMatchObject({
    code: '08006',
    message: 'No database server takes writes: a only takes reads, b only takes reads, c (connect ECONNREFUSED).',
  });
});

test('a server with an outdated timeline is not used, even when it is the only one', async () => {
  says.set('a', writable(1));
  const primary = watch();
  expect(await nameOfFound(primary)).toBe('a');
  says.set('b', writable(2));
  expect(await nameOfFound(primary)).toBe('b');
  says.delete('b');
  await expect(nameOfFound(primary)).rejects.toThrow('a was overtaken by another');
  says.set('a', writable(3));
  expect(await nameOfFound(primary)).toBe('a');
});

test('a database that was created again may begin with its first timeline', async () => {
  says.set('a', writable(7));
  const primary = watch();
  await nameOfFound(primary);
  says.set('a', writable(1, 'upgraded'));
  expect(await nameOfFound(primary)).toBe('a');
});

test('a silent server is not awaited once another takes writes', async () => {
  says.set('a', new Promise(() => undefined));
  says.set('c', writable(1));
  expect(await nameOfFound(watch())).toBe('c');
});

test('sockets connect to the primary, and are cut when it moves', async () => {
  says.set('a', writable(1));
  const primary = watch();
  const moves: string[] = [];
  primary.onMove((name) => moves.push(name));
  const socket = primary.socket().connect(1, 'nowhere');
  await once(socket, 'connect');
  expect(socket.remotePort).toBe(portOf(0));

  says.set('a', standby);
  says.set('b', writable(2));
  const error = once(socket, 'error');
  primary.doubt();
  expect((await error)[0]).toMatchObject({ code: '08006' });
  expect(moves).toEqual(['b']);
  const next = primary.socket().connect(1, 'nowhere');
  await once(next, 'connect');
  expect(next.remotePort).toBe(portOf(1));

  // The check finds the same server: no socket is cut.
  primary.doubt();
  time += 2000;
  await primary.find();
  expect(next.destroyed).toBe(false);
  next.destroy();
});

test('the first connection after a lost one searches for the primary again', async () => {
  says.set('a', writable(1));
  const primary = watch();
  const socket = primary.socket().connect(1, 'nowhere');
  await once(socket, 'connect');
  says.set('a', standby);
  says.set('b', writable(2));
  socket.destroy();
  await once(socket, 'close');
  expect((await primary.find()).host.name).toBe('b');
});

test('a socket without a primary fails with the reason; one that is destroyed meanwhile does not connect', async () => {
  const primary = watch();
  const socket = primary.socket().connect(1, 'nowhere');
  expect((await once(socket, 'error'))[0]).toMatchObject({ code: '08006' });

  says.set('a', writable(1));
  const given = primary.socket().connect(1, 'nowhere');
  given.destroy();
  await primary.find();
  expect(given.connecting).toBe(false);
  expect(accepted).toEqual([]);
});

test('a plain address stays as it is; with several hosts node-pg gets none of them', () => {
  expect(connectionTo('postgres://u:p@one/db')).toEqual({ connectionString: 'postgres://u:p@one/db' });
  const { connectionString, stream } = connectionTo('postgres://u:p@one:1,two:2/db?sslmode=require');
  expect(connectionString).toBe('postgres://u:p@192.0.2.1/db?sslmode=require');
  expect(stream).toBeTypeOf('function');
});
