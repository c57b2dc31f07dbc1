/**
 * What a student waits for, on a phone four times slower than this machine and on slow 4G:
 *   npm run bench -- browser [--visits 5]
 * Of a first visit (nothing cached): when the text can be read, when the app is there and nothing loads any more, the
 * compressed script and the requests. Then a repeat visit, until it is there, and a click on a link of the running app.
 * Medians. Milliseconds are of this machine: compare runs, not numbers.
 */
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findChromium } from '../scripts/chromium.ts';
import { saveAs } from './report.ts';
import { startSampleSchool } from './sample-school.ts';
import { type Screen, screens } from './screens.ts';

const CPU_SLOWDOWN = 4;
/** Lighthouse's "slow 4G". */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8 };

const { values } = parseArgs({ options: { visits: { type: 'string', default: '5' } }, allowPositionals: true });

type Marks = { text: number; ready: number; shift: number };
declare global {
  interface Window {
    marks: Marks;
  }
}

/** Runs in the page, from its first moment: looks at every frame what the person sees. */
function watch(): void {
  const marks = { text: 0, ready: 0, shift: 0 };
  window.marks = marks;
  const look = () => {
    const place = document.querySelector('main') ?? document.body;
    const isBusy = document.querySelector('[aria-busy="true"]') !== null;
    const isApp = Object.keys(document.getElementById('root') ?? document.body).some((key) =>
      key.startsWith('__react'),
    );
    const isPage = document.getElementById('root') === null;
    if (place?.querySelector('h1') && (place.textContent?.length ?? 0) > 40) {
      if (marks.text === 0) marks.text = performance.now();
      if (marks.ready === 0 && !isBusy && (isApp || isPage)) marks.ready = performance.now();
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) marks.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

async function slowPage(context: BrowserContext) {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', NETWORK);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(watch);
  const kinds = new Map<string, string>();
  const seen = { script: 0, requests: 0 };
  cdp.on('Network.requestWillBeSent', () => {
    seen.requests += 1;
  });
  cdp.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (kinds.get(requestId) === 'Script') seen.script += encodedDataLength;
  });
  return { page, seen };
}

/** Opens an address, and waits until there is nothing more to wait for. */
async function visit(page: Page, address: string): Promise<Marks> {
  await page.goto(address);
  await page.waitForFunction(() => window.marks.ready > 0);
  await page.waitForLoadState('networkidle');
  return page.evaluate(() => window.marks);
}

async function measure(browser: Browser, { path, visitor }: Screen) {
  const base = school.url;
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, locale: 'pt-BR' });
  try {
    if (!visitor) {
      const [cookieName = '', value = ''] = school.cookie.split('=');
      await context.addCookies([{ name: cookieName, value, url: base }]);
    }
    const { page, seen } = await slowPage(context);
    const first = await visit(page, base + path);
    const { script, requests } = seen;
    const { ready: repeat } = await visit(page, base + path);
    const inApp = visitor || path === '/' ? null : await click(page, base, path);
    return { text: first.text, ready: first.ready, shift: first.shift, repeat, inApp, script: script / 1024, requests };
  } finally {
    await context.close();
  }
}

/** What a click on a link does: the running app takes the address. */
async function click(page: Page, base: string, path: string): Promise<number> {
  await visit(page, `${base}/`);
  const [title, begun] = [await page.title(), performance.now()];
  await page.evaluate((target) => {
    history.pushState(null, '', target);
  }, path);
  await page.waitForFunction((before) => document.title !== before, title);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  return performance.now() - begun;
}

const median = (numbers: (number | null)[]): number | null => {
  const sorted = numbers.filter((one) => one !== null).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
};

const school = await startSampleSchool();
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
try {
  const results = [];
  for (const screen of screens) {
    // The server has drawn it before: what is measured is the phone's wait.
    await measure(browser, screen);
    const visits: Awaited<ReturnType<typeof measure>>[] = [];
    for (let count = 0; count < Number(values.visits); count += 1) visits.push(await measure(browser, screen));
    const of = (name: keyof (typeof visits)[number]) => median(visits.map((one) => one[name]));
    const round = (value: number | null, steps = 1) => (value === null ? null : Math.round(value * steps) / steps);
    results.push({
      screen: screen.name,
      text: round(of('text')),
      ready: round(of('ready')),
      repeat: round(of('repeat')),
      inApp: round(of('inApp')),
      scriptKb: round(of('script'), 10),
      requests: of('requests'),
      shift: round(of('shift'), 1000),
    });
  }
  console.table(results);
  await saveAs('browser', results);
} finally {
  await browser.close();
  await school.stop();
}
