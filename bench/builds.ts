/**
 * Compares builds of the browser part, each on its own server with the same database, by alternating visits:
 *   npm run bench -- builds <folder in dist> <folder in dist> … [--pairs 20] [--screens "login,dashboard"]
 * The first build is the one that the others are compared with. Each change of sources builds into another folder
 * (`node scripts/build.ts`). First visits on a phone four times slower than this machine, on slow 4G. `text` is when the
 * heading is readable, `ready` when hydration is over; `longestCpu`, `script` and `work` are processor time of the
 * page's main thread, the others also contain what the machine did meanwhile. Prints the medians and the share of pairs that the first build has won.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { STAMP } from '#server/site/current-build.ts';
import { findChromium } from '../scripts/chromium.ts';
import { PHONE, slowDownPage } from './phone.ts';
import { type Product, startProduct } from './product.ts';
import { startSampleSchool } from './sample-school.ts';
import { type Screen, screens } from './screens.ts';

const { values, positionals } = parseArgs({
  options: {
    pairs: { type: 'string', default: '20' },
    screens: { type: 'string', default: 'login,dashboard,study hub,lesson,course,simulado,review' },
    out: { type: 'string' },
  },
  allowPositionals: true,
});

const figures = ['text', 'ready', 'longest', 'longestCpu', 'script', 'work', 'shift', 'bytes', 'requests'] as const;
type Figures = Record<(typeof figures)[number], number> & { madeOf: string };
type Seen = { text: number; ready: number; longest: number; shift: number };

/** Runs in the page from the start. */
function watch(): void {
  const seen: Seen = { text: 0, ready: 0, longest: 0, shift: 0 };
  Object.assign(window, { seen });
  const look = () => {
    const place = document.querySelector('main') ?? document.body;
    if (seen.text === 0 && place?.querySelector('h1') && (place.textContent?.length ?? 0) > 40)
      seen.text = performance.now();
    // The first script of the document sets it, and the app deletes it once it is hydrated.
    if (seen.ready === 0 && seen.text > 0 && !('early' in window)) seen.ready = performance.now();
    if (seen.ready === 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

type TraceEvent = { name: string; cat: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number };

/** The longest task of a renderer's main thread by its processor time, and the work that took the most of it. */
function longestIn(trace: Buffer): { longestCpu: number; madeOf: string } {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: (TraceEvent & { args: { name?: string } })[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const isMain = ({ name, args }: (typeof traceEvents)[number]) =>
    name === 'thread_name' && args.name === 'CrRendererMain';
  const mains = new Set(traceEvents.filter(isMain).map(threadOf));
  const cpuOf = ({ tdur = 0 }: TraceEvent) => tdur / 1000;
  const own = traceEvents.filter((event) => mains.has(threadOf(event)) && event.dur);
  const tasks = own.filter(({ name }) => name.endsWith('RunTask')).sort((a, b) => cpuOf(b) - cpuOf(a));
  const [longest] = tasks;
  if (!longest) return { longestCpu: 0, madeOf: '' };
  const end = longest.ts + (longest.dur ?? 0);
  const within = own.filter(
    (event) =>
      event.cat.includes('devtools.timeline') &&
      threadOf(event) === threadOf(longest) &&
      event.ts >= longest.ts &&
      event.ts < end,
  );
  const most = within.sort((a, b) => cpuOf(b) - cpuOf(a)).slice(0, 4);
  return {
    longestCpu: cpuOf(longest),
    madeOf: most.map((event) => `${event.name} ${cpuOf(event).toFixed(0)}`).join(', '),
  };
}

async function visit(browser: Browser, base: string, { path, visitor }: Screen, cookie: string): Promise<Figures> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' });
  try {
    const [name = '', value = ''] = cookie.split('=');
    if (!visitor) await context.addCookies([{ name, value, url: base }]);
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    const cdp = await context.newCDPSession(page);
    await slowDownPage(cdp);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const loaded = { bytes: 0, requests: 0 };
    cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
      loaded.bytes += encodedDataLength;
      loaded.requests += 1;
    });
    await page.addInitScript(watch);
    await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
    await page.goto(base + path);
    await page.waitForFunction(() => (window as unknown as { seen: Seen }).seen.ready > 0);
    await page.waitForLoadState('networkidle');
    const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
    const { metrics } = await cdp.send('Performance.getMetrics');
    const msOf = (metric: string) => 1000 * (metrics.find((one) => one.name === metric)?.value ?? 0);
    const longest = longestIn(await browser.stopTracing());
    return { ...seen, ...longest, script: msOf('ScriptDuration'), work: msOf('TaskDuration'), ...loaded };
  } finally {
    await context.close();
  }
}

const median = (numbers: number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
};

const stamp = join(import.meta.dirname, '../dist', STAMP);

/** A server reads the name of its build once, when it starts. */
async function startWith(build: string, env: Record<string, string>): Promise<Product> {
  const before = await readFile(stamp, 'utf8');
  await writeFile(`${stamp}.bench`, `${build}\n`);
  await rename(`${stamp}.bench`, stamp);
  try {
    return await startProduct(env);
  } finally {
    await writeFile(stamp, before);
  }
}

const school = await startSampleSchool();
const env = { NODE_ENV: 'test', DATABASE_URL: school.connection.connectionString, RATE_LIMIT: 'off' };
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
});
const servers: Product[] = [];
try {
  for (const build of positionals)
    servers.push(await startWith(build, { ...env, DATA_DIR: join(school.scratch, 'files') }));
  const wanted = values.screens.split(',');
  const chosen = screens.filter(({ name }) => wanted.includes(name));
  const runs = new Map<string, Figures[][]>();
  for (const screen of chosen) {
    runs.set(
      screen.name,
      servers.map(() => []),
    );
    for (const { url } of servers) await visit(browser, url, screen, school.cookie);
  }
  for (let pair = 0; pair < Number(values.pairs); pair += 1) {
    for (const screen of chosen) {
      // Each round begins with another build.
      for (let turn = 0; turn < servers.length; turn += 1) {
        const at = (turn + pair) % servers.length;
        const { url = '' } = servers[at] ?? {};
        runs.get(screen.name)?.[at]?.push(await visit(browser, url, screen, school.cookie));
      }
    }
    console.log(
      `round ${pair + 1}, load ${loadavg()
        .map((load) => load.toFixed(1))
        .join(' ')}`,
    );
    if (values.out) await writeFile(values.out, JSON.stringify([...runs]));
  }
  for (const [at, build] of positionals.entries()) {
    if (at === 0) continue;
    console.log(`\n${positionals[0]} → ${build}: medians, and the share of pairs that the first has won`);
    console.table(
      [...runs].map(([screen, [first = [], ...others]]) => {
        const other = others[at - 1] ?? [];
        const cells = figures.map((figure) => {
          const [of, against] = [first.map((one) => one[figure]), other.map((one) => one[figure])];
          const won = of.filter((value, pair) => value < (against[pair] ?? 0)).length;
          const digits = figure === 'shift' ? 3 : 0;
          return [figure, `${median(of).toFixed(digits)} → ${median(against).toFixed(digits)} (${won}/${of.length})`];
        });
        return { screen, ...Object.fromEntries(cells) };
      }),
    );
  }
} finally {
  await browser.close();
  for (const server of servers) await server.stop();
  await school.stop();
}
