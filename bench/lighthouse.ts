/**
 * Lighthouse (mobile) for landing, login, study hub and lesson of a running server:
 *   npx node bench/lighthouse.ts http://localhost:3000 [username]
 * With a username the password comes from BENCH_PASSWORD, and the screens behind the login are measured, too.
 * Lighthouse itself is fetched when needed: 117 packages that nobody else here wants installed.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findChromium } from '../scripts/chromium.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const METRICS = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
  bytes: 'total-byte-weight',
};
const FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking';

type Report = {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
};

const [base = 'http://localhost:3000', username] = process.argv.slice(2);
const results = join(import.meta.dirname, '../.cache/bench');
const run = promisify(execFile);

async function logIn(): Promise<string> {
  const answer = await fetch(`${base}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: process.env.BENCH_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`Login as ${username} answered ${answer.status}. Is BENCH_PASSWORD right?`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

async function firstLesson(cookie: string): Promise<number | undefined> {
  const answer = await fetch(`${base}/api/articles`, { headers: { cookie } });
  if (!answer.ok) return undefined;
  const [lesson] = (await answer.json()) as { id: number }[];
  return lesson?.id;
}

async function measure(name: string, path: string, cookie?: string) {
  const output = join(results, `lighthouse-${name}.json`);
  const headers = cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : [];
  await run(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      base + path,
      '--quiet',
      '--output=json',
      `--output-path=${output}`,
      `--only-categories=${CATEGORIES}`,
      `--chrome-flags=${FLAGS}`,
      ...headers,
    ],
    { env: { ...process.env, CHROME_PATH: await findChromium() }, maxBuffer: 64 * 1024 * 1024 },
  );
  const report = JSON.parse(await readFile(output, 'utf8')) as Report;
  const scores = CATEGORIES.map((category) => [category, Math.round((report.categories[category]?.score ?? 0) * 100)]);
  const metrics = Object.entries(METRICS).map(([label, id]) => [
    label,
    Number((report.audits[id]?.numericValue ?? 0).toFixed(label === 'CLS' ? 3 : 0)),
  ]);
  return { page: name, ...Object.fromEntries([...scores, ...metrics]) };
}

await mkdir(results, { recursive: true });
const rows = [await measure('landing', '/'), await measure('login', '/auth')];
if (username) {
  const cookie = await logIn();
  rows.push(await measure('study', '/study', cookie));
  const lesson = await firstLesson(cookie);
  if (lesson) rows.push(await measure('lesson', `/articles/${lesson}`, cookie));
}
console.table(rows);
await writeFile(join(results, 'lighthouse.json'), JSON.stringify(rows, null, 2));
