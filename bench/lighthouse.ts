/**
 * Lighthouse (mobile) for landing, login, and what a student opens, on a school with the sample content:
 *   npm run bench -- lighthouse
 * Lighthouse itself is fetched when needed: 117 packages that nobody else here wants installed.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findChromium } from '../scripts/chromium.ts';
import { saveAs } from './report.ts';
import { startSampleSchool } from './sample-school.ts';
import { type Screen, screens } from './screens.ts';

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

const scratch = join(import.meta.dirname, '../.cache/bench');
const run = promisify(execFile);

async function measure(base: string, { name, path }: Screen, cookie?: string) {
  const output = join(scratch, `lighthouse-${name}.json`);
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

await mkdir(scratch, { recursive: true });
const school = await startSampleSchool();
try {
  const rows = [];
  for (const screen of screens)
    rows.push(await measure(school.url, screen, screen.visitor ? undefined : school.cookie));
  console.table(rows);
  await saveAs('lighthouse', rows);
} finally {
  await school.stop();
}
