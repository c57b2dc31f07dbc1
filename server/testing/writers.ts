import { setTimeout as pause } from 'node:timers/promises';

export type Attempt = { status: number; ms: number; at: number };

/**
 * Clients that write in a loop and record exactly what the server has acknowledged. An unanswered write is retried
 * until it is acknowledged: it may have happened, and must not happen twice.
 */
export function startWriters(options: {
  urls: string[];
  cookie: string;
  clients: number;
  name: string;
  /** The writers stop after this many acknowledged writes. */
  most?: number;
}) {
  const acknowledged: string[] = [];
  const attempts: Attempt[] = [];
  let stopped = false;

  const write = async (name: string, url: string): Promise<boolean> => {
    const began = performance.now();
    const status = await fetch(`${url}/api/subjects`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: options.cookie },
      body: JSON.stringify({ name }),
    }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    attempts.push({ status, ms: performance.now() - began, at: began });
    return status === 200 || status === 201 || status === 409;
  };

  const client = async (number: number) => {
    for (let serial = 0; !stopped && acknowledged.length < (options.most ?? Number.POSITIVE_INFINITY); ) {
      const name = `${options.name} ${number}.${serial}`;
      const url = options.urls[(number + serial) % options.urls.length] ?? '';
      if (await write(name, url)) {
        acknowledged.push(name);
        serial += 1;
      } else {
        // A refused client pauses before it retries; without this the test would measure its own load.
        await pause(25);
      }
    }
  };
  const done = Promise.all(Array.from({ length: options.clients }, (_, number) => client(number)));
  return {
    acknowledged,
    attempts,
    async stop() {
      stopped = true;
      await done;
    },
  };
}

/** The allowed outcomes during a fault: success, conflict, 503, or a broken connection. */
export const honest = ({ status }: Attempt) => [0, 200, 201, 409, 503].includes(status);
