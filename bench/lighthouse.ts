/**
 * Lighthouse (mobile) for landing, login, and what a student opens, on a school with the sample content:
 *   npm run bench -- lighthouse [names of pages]
 * The landing page is measured with its default content, and again after its owner has edited and published it.
 * Lighthouse itself is fetched when needed: 117 packages that nothing else here uses.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LandingContent } from '#contract/school/site-content.ts';
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

/** A typical edit of an owner: another title, one more testimonial and one more question. */
async function editLanding(base: string, cookie: string): Promise<void> {
  const call = async (method: string, path: string, body?: object) => {
    const headers = { cookie, ...(body ? { 'content-type': 'application/json' } : {}) };
    const response = await fetch(`${base}/api/admin/pages/landing${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { revision: number; draft: LandingContent };
  };
  const { revision, draft } = await call('GET', '');
  const content = {
    ...draft,
    hero: { ...draft.hero, title: 'Sua aprovação começa hoje' },
    testimonials: {
      ...draft.testimonials,
      people: [...draft.testimonials.people, ...draft.testimonials.people.slice(0, 1)],
    },
    faq: { ...draft.faq, questions: [...draft.faq.questions, ...draft.faq.questions.slice(0, 1)] },
  };
  const saved = await call('PUT', '/draft', { revision, content });
  await call('POST', '/publish', { revision: saved.revision });
}

await mkdir(scratch, { recursive: true });
const wanted = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const school = await startSampleSchool();
try {
  const rows = [];
  for (const screen of screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
    rows.push(await measure(school.url, screen, screen.visitor ? undefined : school.cookie));
  if (wanted.length === 0 || wanted.includes('landing')) {
    await editLanding(school.url, await school.cookieOf('admin'));
    rows.push(await measure(school.url, { name: 'landing, edited', path: '/', visitor: true }));
  }
  console.table(rows);
  if (wanted.length === 0) await saveAs('lighthouse', rows);
} finally {
  await school.stop();
}
