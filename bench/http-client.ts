import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** The server says that it cannot right now: a browser comes back, and so does this one. */
const COME_BACK = [429, 503];

/** One student's browser: a kept connection and a session cookie. Other refusals end the run. */
export class Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #url: string;
  readonly #cookie: string;

  constructor(url: string, cookie: string) {
    this.#url = url;
    this.#cookie = cookie;
  }

  /** How often the server asked to come back later. */
  turnedAway = 0;

  /** How often a connection was gone before an answer began; browsers send again then, and every call here may. */
  resent = 0;

  async post<T>(path: string, body: object): Promise<T> {
    for (;;) {
      const answer = await this.#send(path, body).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error;
        return null;
      });
      if (!answer) {
        this.resent += 1;
        continue;
      }
      const { status, text, retryAfter } = answer;
      if (status >= 200 && status < 300) return JSON.parse(text) as T;
      if (!COME_BACK.includes(status)) throw new Error(`POST ${path} answered ${status}: ${text}`);
      this.turnedAway += 1;
      await delay(retryAfter * 1000);
    }
  }

  #send(path: string, body: object): Promise<{ status: number; text: string; retryAfter: number }> {
    const text = JSON.stringify(body);
    const headers = {
      cookie: this.#cookie,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    };
    return new Promise((resolve, reject) => {
      const sent = request(this.#url + path, { method: 'POST', agent: this.#agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString('utf8'),
            retryAfter: Number(response.headers['retry-after'] ?? 1),
          });
        });
      });
      sent.on('error', reject);
      sent.end(text);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Milliseconds that `share` percent of the calls did not exceed. */
export function percentile(list: readonly number[], share: number): number {
  const sorted = [...list].sort((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.ceil((share / 100) * sorted.length) - 1);
  return Number((sorted[Math.max(0, index)] ?? 0).toFixed(1));
}
