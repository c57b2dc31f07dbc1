import { setTimeout as pause } from 'node:timers/promises';

type Probe = { path: string; status: number; ms: number; retryAfter: string | null; code: string | undefined };

const needDatabase = ['/api/auth/user', '/api/subjects', '/readyz'];

async function probe(url: string, path: string, cookie: string): Promise<Probe> {
  const began = performance.now();
  const response = await fetch(`${url}${path}`, { headers: { cookie } });
  const text = await response.text();
  const { code } = (text.startsWith('{') ? JSON.parse(text) : {}) as { code?: string };
  const ms = performance.now() - began;
  return { path, status: response.status, ms, retryAfter: response.headers.get('retry-after'), code };
}

/** The allowed answers while the database is down: a 503 within two seconds, and a healthy `/healthz`. */
const isHonest = ({ path, status, ms, retryAfter, code }: Probe) =>
  path === '/healthz'
    ? status === 200 && ms < 1000
    : status === 503 && ms < 2000 && retryAfter === '2' && code === 'unavailable';

/** Probes repeatedly for `forMs`. Returns the number of probes, and every answer that is not allowed. */
export async function watchOutage(target: { url: string; cookie: string; forMs: number }) {
  const until = performance.now() + target.forMs;
  let asked = 0;
  const wrong: Probe[] = [];
  do {
    const answers = await Promise.all(
      [...needDatabase, '/healthz'].map((path) => probe(target.url, path, target.cookie)),
    );
    asked += answers.length;
    wrong.push(...answers.filter((answer) => !isHonest(answer)));
    await pause(100);
  } while (performance.now() < until);
  return { asked, wrong };
}
