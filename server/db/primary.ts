import { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { askHost, type HostSays } from './ask-host.ts';
import { type Host, hostsOf } from './hosts.ts';

/** A result of the last second is reused for a burst of new connections; later ones search again. */
const FRESH_MS = 1000;
/** How long to wait for the other servers after the first one that takes writes: another may have a later timeline. */
const GRACE_MS = 250;

/** None of the servers takes writes: a failover is in progress, or all are down. */
export class NoPrimary extends Error {
  readonly code = '08006';
}

type Found = { host: Host; timeline: number };

export type Primary = {
  /** The server that takes writes; throws NoPrimary. A result of the last second is reused. */
  find(): Promise<Found>;
  /** Reports that the primary may have moved: searches again, and cuts sockets that lead elsewhere. */
  doubt(): void;
  /** `tell` is called with the name of the server that took over. */
  onMove(tell: (name: string) => void): void;
  /** A socket that connects to the primary, whatever address it is given, and is cut when the primary moves. */
  socket(): Socket;
};

type Ways = { ask?: (host: Host) => Promise<HostSays>; now?: () => number };

/**
 * Keeps every connection of this process on the one server that takes writes. A server that comes back with a timeline
 * from before a failover does not count, whatever it reports.
 */
export function watchPrimary(
  hosts: readonly Host[],
  { ask = askHost, now = () => performance.now() }: Ways = {},
): Primary {
  const sockets = new Map<Socket, Found>();
  const listeners: ((name: string) => void)[] = [];
  /** Keyed by the database's system identifier: a new cluster (an upgrade) begins with its first timeline again. */
  const furthest = new Map<string, number>();
  let known: (Found & { at: number }) | undefined;
  let last: Found | undefined;
  let search: Promise<Found> | undefined;

  const settle = (found: Found) => {
    const isMove = last !== undefined && (last.host !== found.host || last.timeline !== found.timeline);
    known = { ...found, at: now() };
    last = found;
    for (const [socket, { host, timeline }] of sockets) {
      if (host !== found.host || timeline !== found.timeline) socket.destroy(new NoPrimary('The database has moved.'));
    }
    if (isMove) for (const tell of listeners) tell(found.host.name);
    return found;
  };

  const look = async (): Promise<Found> => {
    const said = await firstWritable(hosts, ask);
    for (const { answer } of said) {
      if (!answer.isWritable) continue;
      furthest.set(answer.system, Math.max(furthest.get(answer.system) ?? 0, answer.timeline));
    }
    const able = said
      .filter(({ answer }) => answer.isWritable && answer.timeline >= (furthest.get(answer.system) ?? 0))
      .sort((a, b) => timelineOf(b.answer) - timelineOf(a.answer));
    const [best] = able;
    if (best) return settle({ host: best.host, timeline: timelineOf(best.answer) });
    const told = said.map(({ host, answer }) => `${host.name} ${reasonOf(answer)}`).join(', ');
    throw new NoPrimary(`No database server takes writes: ${told}.`);
  };

  const searchOnce = () => {
    search ??= look().finally(() => {
      search = undefined;
    });
    return search;
  };

  const find = async () => (known && now() - known.at < FRESH_MS ? known : searchOnce());

  return {
    find,
    doubt() {
      known = undefined;
      // The next caller that needs a connection gets the error of a failed search.
      searchOnce().catch(() => undefined);
    },
    onMove: (tell) => void listeners.push(tell),
    socket() {
      const socket = new PrimarySocket(find, (found) => sockets.set(socket, found));
      socket.once('close', () => {
        // A failover begins with a closed socket, whichever side closed it: the next connection searches first.
        if (sockets.delete(socket)) known = undefined;
      });
      return socket;
    },
  };
}

const timelineOf = (answer: HostSays) => (answer.isWritable ? answer.timeline : 0);
const reasonOf = (answer: HostSays) => (answer.isWritable ? 'was overtaken by another' : answer.reason);

type Said = { host: Host; answer: HostSays };

/**
 * Asks all servers at once. Resolves with every answer, or with those that arrive until shortly after the first server
 * that takes writes.
 */
function firstWritable(hosts: readonly Host[], ask: (host: Host) => Promise<HostSays>): Promise<Said[]> {
  return new Promise((resolve) => {
    const said: Said[] = [];
    let grace: NodeJS.Timeout | undefined;
    const done = () => {
      clearTimeout(grace);
      resolve(said);
    };
    for (const host of hosts) {
      void ask(host).then((answer) => {
        said.push({ host, answer });
        if (said.length === hosts.length) done();
        else if (answer.isWritable) grace ??= setTimeout(done, GRACE_MS);
      });
    }
  });
}

/** node-pg gives its sockets one address; this socket looks up the primary when it connects. */
class PrimarySocket extends Socket {
  readonly #find: () => Promise<Found>;
  readonly #opened: (found: Found) => void;
  found: Found | undefined;

  constructor(find: () => Promise<Found>, opened: (found: Found) => void) {
    super();
    this.#find = find;
    this.#opened = opened;
  }

  override connect(): this {
    this.#find().then(
      (found) => {
        // The caller has given up meanwhile.
        if (this.destroyed) return;
        this.found = found;
        this.#opened(found);
        super.connect(found.host.target);
      },
      (error: Error) => this.destroy(error),
    );
    return this;
  }
}

const primaries = new Map<string, Primary>();

/** One watch per address and process, so that pool, listeners and job queue move together. */
export function primaryOf(url: string): Primary | undefined {
  const known = primaries.get(url);
  if (known) return known;
  const hosts = hostsOf(url);
  if (!hosts) return undefined;
  const primary = watchPrimary(hosts);
  primaries.set(url, primary);
  return primary;
}

/**
 * The socket decides where to connect, so any address will do, but no name: node-pg would check the certificate against
 * it.
 */
const NOWHERE = '192.0.2.1';

/**
 * The connection settings for node-pg, its pools and the job queue: the address, or one host's address with our
 * sockets.
 */
export function connectionTo(url: string): { connectionString: string; stream?: () => Socket } {
  const primary = primaryOf(url);
  const [first] = hostsOf(url) ?? [];
  if (!primary || !first) return { connectionString: url };
  const stream = (config: { ssl?: boolean | ConnectionOptions } = {}) => {
    const socket = primary.socket();
    if (config.ssl) config.ssl = forHostOf(socket, config.ssl === true ? {} : config.ssl);
    return socket;
  };
  const connectionString = first.address.replace(/(@|\/\/)[^@/?]*(?=[/?]|$)/, `$1${NOWHERE}`);
  return { connectionString, stream };
}

/**
 * The certificate must match the server that the socket has connected to; node-pg reads these options after connecting.
 */
function forHostOf(socket: Socket, given: ConnectionOptions): ConnectionOptions {
  const name = () => {
    const target = socket instanceof PrimarySocket ? socket.found?.host.target : undefined;
    return target && 'host' in target ? target.host : 'localhost';
  };
  return Object.defineProperties(
    { ...given },
    {
      host: { enumerable: true, get: name },
      servername: { enumerable: true, get: () => (/^[\d.]+$|:/.test(name()) ? '' : name()) },
    },
  );
}
