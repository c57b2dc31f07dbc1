import { connect, type Socket } from 'node:net';
import { percentile } from './http-client.ts';

export type Request = {
  method: string;
  path: string;
  cookie?: string;
  headers?: Record<string, string>;
  body?: Buffer;
};
type Answer = { status: number; bytes: number };

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/** A keep-alive connection with a minimal HTTP client: generating the load must cost less than what it measures. */
function openConnection(host: string, port: number) {
  let pending: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null;
  let received: Buffer = Buffer.alloc(0);
  const socket: Socket = connect(port, host);
  socket.setNoDelay(true);
  const fail = (error: Error) => {
    pending?.reject(error);
    pending = null;
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('The server closed the connection.')));
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const end = received.indexOf(END_OF_HEAD);
    if (end < 0) return;
    const head = received.toString('latin1', 0, end);
    const status = Number(head.slice(9, 12));
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const whole = end + 4 + (status === 304 ? 0 : length);
    if (received.length < whole) return;
    received = received.subarray(whole);
    const waiting = pending;
    pending = null;
    waiting?.resolve({ status, bytes: whole });
  });
  return {
    send(wire: Buffer): Promise<Answer> {
      return new Promise((resolve, reject) => {
        pending = { resolve, reject };
        socket.write(wire);
      });
    },
    close: () => {
      socket.removeAllListeners('close');
      socket.destroy();
    },
  };
}

export function wireOf(host: string, { method, path, cookie, headers = {}, body }: Request): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `host: ${host}`, 'accept-encoding: br, gzip'];
  if (cookie) lines.push(`cookie: ${cookie}`);
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body) lines.push(`content-length: ${body.length}`);
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return body ? Buffer.concat([head, body]) : head;
}

export type Load = { requests: number; seconds: number; perSecond: number; p50: number; p99: number; bytes: number };

type Options = {
  url: string;
  /** Returns the nth request. Expensive requests are built before the clock starts. */
  request: (n: number) => Request;
  expect: readonly number[];
  connections: number;
  seconds: number;
  /** Requests per second over all connections. Omitted: as many as the server can serve. */
  rate?: number;
  /** Maximum number of requests: ends early when it is reached. */
  most?: number;
};

/** Sends requests for some seconds and measures. An unexpected status ends the run: a fast error is no result. */
export async function load(options: Options): Promise<Load> {
  const { hostname, port, host } = new URL(options.url);
  const times: number[] = [];
  let next = 0;
  let bytes = 0;
  const begun = performance.now();
  const until = begun + options.seconds * 1000;
  const most = options.most ?? Number.POSITIVE_INFINITY;

  const worker = async (number: number) => {
    const connection = openConnection(hostname, Number(port));
    // With a rate, each connection sends an even share of the requests.
    const step = options.rate ? (1000 * options.connections) / options.rate : 0;
    let due = begun + (step * number) / options.connections;
    try {
      while (performance.now() < until && next < most) {
        if (step > 0) {
          const wait = due - performance.now();
          if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
          if (due > until) break;
        }
        const n = next;
        next += 1;
        const wire = wireOf(host, options.request(n));
        // Measured from the due time: without the queueing delay a slow server would look fast (coordinated omission).
        const from = step > 0 ? Math.min(due, performance.now()) : performance.now();
        const answer = await connection.send(wire);
        times.push(performance.now() - from);
        bytes += answer.bytes;
        if (!options.expect.includes(answer.status))
          throw new Error(`${options.request(n).path} answered ${answer.status}.`);
        due += step;
      }
    } finally {
      connection.close();
    }
  };
  await Promise.all(Array.from({ length: options.connections }, (_, number) => worker(number)));
  const seconds = (performance.now() - begun) / 1000;
  return {
    requests: times.length,
    seconds,
    perSecond: times.length / seconds,
    p50: percentile(times, 50),
    p99: percentile(times, 99),
    bytes: times.length === 0 ? 0 : bytes / times.length,
  };
}
