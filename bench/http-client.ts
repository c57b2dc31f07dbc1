import { Agent, request } from 'node:http';

/** One student's browser: a kept connection and a session cookie. Anything but a 2xx ends the run. */
export class Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #url: string;
  readonly #cookie: string;

  constructor(url: string, cookie: string) {
    this.#url = url;
    this.#cookie = cookie;
  }

  post<T>(path: string, body: object): Promise<T> {
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
          const answer = Buffer.concat(chunks).toString('utf8');
          const { statusCode = 0 } = response;
          if (statusCode >= 200 && statusCode < 300) resolve(JSON.parse(answer) as T);
          else reject(new Error(`POST ${path} answered ${statusCode}: ${answer}`));
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
