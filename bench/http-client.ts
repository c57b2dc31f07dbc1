import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Statuses of a busy server or a read timeout. The app retries after them, and so does this client. */
const COME_BACK = [408, 429, 503];

type Answer = { status: number; text: string; retryAfter: number };

/**
 * The browser of one student: a keep-alive connection and a session cookie. Any other error status ends the run. Uses
 * a bare socket: thousands of students share the cores with the server, and `node:http` on the client cost as much as
 * the server itself.
 */
export class Connection {
  readonly #port: number;
  readonly #host: string;
  readonly #head: string;
  #socket: Socket | null = null;
  #received = '';
  #waiting: { resolve: (answer: Answer | null) => void } | null = null;

  constructor(url: string, cookie: string) {
    const { hostname, port } = new URL(url);
    this.#host = hostname;
    this.#port = Number(port);
    this.#head = `HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: `;
  }

  /** How often the server asked to retry later. */
  turnedAway = 0;

  /** How often a connection closed before a response began. Browsers resend then; every call here is safe to resend. */
  resent = 0;

  post(path: string, body: object): Promise<string> {
    return this.send('POST', path, body);
  }

  #losesAnswer = false;

  /** The connection is closed as soon as the next request has left. It is then sent again, like after a lost network. */
  loseNextAnswer(): void {
    this.#losesAnswer = true;
  }

  /** The body of a 2xx response, as received. */
  async send(method: 'POST' | 'PUT', path: string, body: object): Promise<string> {
    const text = JSON.stringify(body);
    // Written in latin1: the bytes of UTF-8 one by one.
    const bytes = Buffer.from(text).toString('latin1');
    const request = `${method} ${path} ${this.#head}${bytes.length}\r\n\r\n${bytes}`;
    for (;;) {
      const answer = await this.#send(request);
      if (!answer) {
        this.resent += 1;
        continue;
      }
      if (answer.status >= 200 && answer.status < 300) return answer.text;
      if (!COME_BACK.includes(answer.status))
        throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
      this.turnedAway += 1;
      // Like the app: waits at least for Retry-After, with jitter.
      await delay(answer.retryAfter * 1000 * (1 + Math.random() / 2));
    }
  }

  /** Null: the connection closed before a response began. */
  #send(request: string): Promise<Answer | null> {
    return new Promise((resolve) => {
      this.#waiting = { resolve };
      const socket = this.#socket ?? this.#open();
      const isLost = this.#losesAnswer;
      this.#losesAnswer = false;
      socket.write(request, 'latin1', () => isLost && socket.destroy());
    });
  }

  #open(): Socket {
    const socket = connect({ host: this.#host, port: this.#port, noDelay: true });
    this.#socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => this.#take(chunk));
    // A close event follows, which handles it.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#answer(null);
    });
    return socket;
  }

  /** Parses responses by Content-Length, which the server sends for all of these calls. */
  #take(chunk: string): void {
    this.#received += chunk;
    const end = this.#received.indexOf('\r\n\r\n');
    if (end === -1) return;
    const header = (name: string) => {
      const at = this.#received.indexOf(`\r\n${name}: `);
      if (at === -1 || at > end) return undefined;
      const from = at + name.length + 4;
      return this.#received.slice(from, this.#received.indexOf('\r\n', from));
    };
    const length = Number(header('content-length'));
    if (Number.isNaN(length)) throw new Error(`An answer without a length: ${this.#received.slice(0, end)}`);
    const from = end + 4;
    if (this.#received.length < from + length) return;
    const text = Buffer.from(this.#received.slice(from, from + length), 'latin1').toString('utf8');
    const status = Number(this.#received.slice(9, 12));
    const retryAfter = Number(header('retry-after') ?? 1);
    // The server closes this connection.
    if (header('Connection') === 'close') this.#drop();
    this.#answer({ status, text, retryAfter });
  }

  #answer(answer: Answer | null): void {
    this.#received = '';
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve(answer);
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.destroy();
  }

  close(): void {
    this.#drop();
  }
}

/** Milliseconds that `share` percent of the calls did not exceed. */
export function percentile(list: readonly number[], share: number): number {
  const sorted = [...list].sort((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.ceil((share / 100) * sorted.length) - 1);
  return Number((sorted[Math.max(0, index)] ?? 0).toFixed(1));
}
