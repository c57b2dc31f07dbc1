import { EventEmitter } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The answer of a call, as it would have been sent. */
export type OwnAnswer = {
  status: number;
  statusText: string;
  headers: Readonly<Record<string, unknown>>;
  body: string | Buffer;
};

/** The caller on whose behalf calls are made: only the identifying headers of the first request. */
export type Caller = { headers: IncomingHttpHeaders; socket: unknown };

export function callerOf({ headers, raw: { socket } }: FastifyRequest): Caller {
  const caller: IncomingHttpHeaders = {};
  for (const name of ['cookie', 'host', 'user-agent', 'x-forwarded-for', 'x-forwarded-proto']) {
    const value = headers[name];
    if (value !== undefined) caller[name] = value;
  }
  const { remoteAddress, encrypted = false } = socket as { remoteAddress?: string; encrypted?: boolean };
  // The hooks read how much has been delivered: nothing is ever pending here.
  return {
    headers: caller,
    socket: { remoteAddress, encrypted, destroyed: false, bytesWritten: 0, writableLength: 0 },
  };
}

/**
 * Calls the app from within: routing, hooks, access rules, handler and schema are those of every request (the HTTP
 * server passes its requests to the same `routing`), without a connection, streams and serialised headers. `app.inject`
 * does the same for tests and costs ten times as much.
 */
export function callOwn(app: FastifyInstance, caller: Caller, address: string): Promise<OwnAnswer> {
  return new Promise((resolve, reject) => {
    const response = new OwnResponse(resolve, reject);
    app.routing(new OwnRequest(caller, address) as unknown as IncomingMessage, response as unknown as ServerResponse);
  });
}

/** The subset of IncomingMessage, without a body, that Fastify and our hooks read. */
class OwnRequest extends EventEmitter {
  readonly method = 'GET';
  readonly httpVersion = '1.1';
  readonly httpVersionMajor = 1;
  readonly complete = true;
  readonly aborted = false;
  readonly destroyed = false;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly socket: unknown;
  url: string;

  constructor({ headers, socket }: Caller, url: string) {
    super();
    this.headers = headers;
    this.rawHeaders = ['Host', headers.host ?? ''];
    this.socket = socket;
    this.url = url;
  }
}

type Headers = Record<string, unknown>;

/**
 * The subset of ServerResponse that Fastify and our hooks use. It finishes and closes when its answer was handed on.
 */
class OwnResponse extends EventEmitter {
  statusCode = 200;
  headersSent = false;
  writableEnded = false;
  writableFinished = false;
  destroyed = false;
  closed = false;
  #headers: Headers = {};
  readonly #chunks: Buffer[] = [];
  readonly #resolve: (answer: OwnAnswer) => void;
  readonly #reject: (error: Error) => void;

  constructor(resolve: (answer: OwnAnswer) => void, reject: (error: Error) => void) {
    super();
    this.#resolve = resolve;
    this.#reject = reject;
  }

  getHeader(name: string): unknown {
    return this.#headers[name.toLowerCase()];
  }

  getHeaders(): Headers {
    return this.#headers;
  }

  hasHeader(name: string): boolean {
    return this.getHeader(name) !== undefined;
  }

  setHeader(name: string, value: unknown): void {
    this.#headers[name.toLowerCase()] = value;
  }

  removeHeader(name: string): void {
    delete this.#headers[name.toLowerCase()];
  }

  writeHead(status: number, headers: Headers = {}): this {
    this.statusCode = status;
    this.headersSent = true;
    // Fastify writes them in lower case.
    this.#headers = Object.assign(this.#headers, headers);
    return this;
  }

  write(chunk: string | Buffer): boolean {
    this.headersSent = true;
    this.#chunks.push(Buffer.from(chunk));
    return true;
  }

  end(last?: string | Buffer | null): this {
    if (this.writableEnded) return this;
    this.headersSent = true;
    this.writableEnded = true;
    const whole = last ?? '';
    const body = this.#chunks.length === 0 ? whole : Buffer.concat([...this.#chunks, Buffer.from(whole)]);
    const status = this.statusCode;
    this.#resolve({ status, statusText: STATUS_CODES[status] ?? '', headers: this.#headers, body });
    process.nextTick(finish, this);
    return this;
  }

  destroy(error?: Error): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.#reject(error ?? new Error('The answer broke off.'));
    process.nextTick(close, this);
    return this;
  }
}

function finish(response: OwnResponse): void {
  response.writableFinished = true;
  response.emit('finish');
  close(response);
}

function close(response: OwnResponse): void {
  response.closed = true;
  response.emit('close');
}
