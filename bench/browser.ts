/**
 * What a student waits for, on a phone four times slower than this machine and on slow 4G:
 *   npm run bench -- browser [names of screens] [--visits 5]
 * First visit (nothing cached): when the text is readable, when the app is ready and nothing loads any more, the
 * compressed size of the script and the number of requests. Repeat visit on the next day: the cache of the service
 * worker is full, and the address is opened in a new page; `from` says where its document came from. `early` is a
 * repeat visit in the page of the first one, while the worker still fetches. Last, a click on a link of the running
 * app. `largestAfter` is the time from the text to the largest paint, `slowestPress` the slowest of some keys and
 * presses until the next paint, as INP counts it. All figures are medians. Milliseconds depend on this machine: compare runs, not numbers. A layout shift above
 * the limit is reported with the elements that moved.
 */
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { isCacheableDocument } from '#web/service-worker/requests.ts';
import { findChromium } from '../scripts/chromium.ts';
import { NETWORK, PHONE, slowDownPage } from './phone.ts';
import { saveAs } from './report.ts';
import { startSampleSchool } from './sample-school.ts';
import { type Screen, screens } from './screens.ts';

const { values, positionals } = parseArgs({
  options: { visits: { type: 'string', default: '5' } },
  allowPositionals: true,
});

/** Above this layout shift the report names the elements that moved. */
const MOST_SHIFT = 0.02;

type Marks = { text: number; ready: number; shift: number; moved: string[]; largest: number; press: number };
declare global {
  interface Window {
    marks: Marks;
  }
}

type Moved = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
type Interaction = PerformanceEntry & { interactionId: number };
type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Moved[] };

/** Runs in the page from the start, and records in every frame what is visible. */
function watch(): void {
  const marks: Marks = { text: 0, ready: 0, shift: 0, moved: [], largest: 0, press: 0 };
  window.marks = marks;
  const look = () => {
    const place = document.querySelector('main') ?? document.body;
    const isBusy = document.querySelector('[aria-busy="true"]') !== null;
    const drawn = document.getElementById('root')?.firstElementChild;
    const isApp = drawn && Object.keys(drawn).some((key) => key.startsWith('__react'));
    const isPage = document.getElementById('root') === null;
    if (place?.querySelector('h1') && (place.textContent?.length ?? 0) > 40) {
      if (marks.text === 0) marks.text = performance.now();
      if (marks.ready === 0 && !isBusy && (isApp || isPage)) marks.ready = performance.now();
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      if (hadRecentInput) continue;
      marks.shift += value;
      for (const { node, previousRect, currentRect } of sources) {
        const words = (node?.textContent ?? '').slice(0, 40);
        marks.moved.push(`${value.toFixed(3)} ${node?.nodeName} "${words}" y ${previousRect.y} > ${currentRect.y}`);
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) marks.largest = Math.max(marks.largest, startTime);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const interactions = { type: 'event', buffered: true, durationThreshold: 16 };
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries() as Interaction[]) {
      if (interactionId > 0) marks.press = Math.max(marks.press, duration);
    }
  }).observe(interactions);
}

/** Keys and presses that every screen answers: the order of its controls, and a press on its heading. */
async function press(page: Page): Promise<number> {
  for (let tabs = 0; tabs < 5; tabs += 1) await page.keyboard.press('Tab');
  await page.getByRole('heading', { level: 1 }).first().click({ force: true });
  const bell = page.getByRole('button', { name: /^Notificações/ }).first();
  if (await bell.isVisible()) {
    await bell.click();
    await page.getByRole('dialog').first().waitFor();
    await page.keyboard.press('Escape');
  }
  // The observer reports after the paint that follows the last of them.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
  return page.evaluate(() => window.marks.press);
}

async function slowPage(context: BrowserContext) {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await slowDownPage(cdp);
  await page.addInitScript(watch);
  const seen = { requests: 0 };
  cdp.on('Network.requestWillBeSent', () => {
    seen.requests += 1;
  });
  return { page, seen };
}

/** Opens an address, and waits until nothing loads any more. */
async function visit(page: Page, address: string): Promise<Marks> {
  await page.goto(address);
  await page.waitForFunction(() => window.marks.ready > 0);
  await page.waitForLoadState('networkidle');
  return page.evaluate(() => window.marks);
}

/**
 * Throttling a page does not throttle its service worker. The worker fetches the build at full speed, so that the
 * benchmark does not wait for it; in the repeat visit it is throttled like the page.
 */
async function openWorkerLine(browser: Browser) {
  const cdp = await browser.newBrowserCDPSession();
  let isSlow = false;
  let count = 0;
  const slowDown = async (targetId: string) => {
    const { sessionId } = await cdp.send('Target.attachToTarget', { targetId });
    for (const [method, params] of Object.entries({
      'Network.enable': {},
      'Network.emulateNetworkConditions': NETWORK,
    })) {
      count += 1;
      const message = JSON.stringify({ id: count, method, params });
      await cdp.send('Target.sendMessageToTarget', { sessionId, message });
    }
  };
  // A service worker that was stopped gets a new target when it starts again.
  cdp.on('Target.targetCreated', ({ targetInfo: { type, targetId } }) => {
    if (isSlow && type === 'service_worker') void slowDown(targetId);
  });
  await cdp.send('Target.setDiscoverTargets', { discover: true });
  return {
    open: () => {
      isSlow = false;
    },
    slow: async () => {
      isSlow = true;
      const { targetInfos } = await cdp.send('Target.getTargets');
      for (const { type, targetId } of targetInfos) if (type === 'service_worker') await slowDown(targetId);
    },
  };
}

/** Waits until the service worker has cached the build and, for a cacheable screen, its document. */
async function untilKept(page: Page, path: string): Promise<void> {
  const wanted = ['/app-shell', ...(isCacheableDocument(path) ? [`/kept-document${path}`] : [])];
  const hasAll = (addresses: string[]) =>
    Promise.all(addresses.map((address) => caches.match(address))).then((found) => found.every(Boolean));
  for (const until = Date.now() + 120_000; !(await page.evaluate(hasAll, wanted)); await page.waitForTimeout(200)) {
    if (Date.now() > until) throw new Error(`${path}: the worker has not kept ${wanted.join(', ')}.`);
  }
}

const cameFrom = (page: Page) =>
  page.evaluate(() => {
    if (document.getElementById('first-screen')?.dataset.kept) return 'copy';
    const [came] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return came?.workerStart ? 'network, by the worker' : 'network';
  });

/** Transferred bytes of script, without response headers: HTTP/2 and 3 compress those to a few bytes. */
const scriptOf = (page: Page) =>
  page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return files
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  });

async function measure(browser: Browser, { path, visitor }: Screen) {
  const base = school.url;
  const context = await browser.newContext(PHONE);
  workerLine.open();
  try {
    if (!visitor) {
      const [cookieName = '', value = ''] = school.cookie.split('=');
      await context.addCookies([{ name: cookieName, value, url: base }]);
    }
    const { page, seen } = await slowPage(context);
    const first = await visit(page, base + path);
    const { requests } = seen;
    const script = await scriptOf(page);
    const slowestPress = await press(page);
    const { ready: early } = await visit(page, base + path);
    if (!visitor) await untilKept(page, path);
    await workerLine.slow();
    await page.close();
    const { page: nextDay } = await slowPage(context);
    const again = await visit(nextDay, base + path);
    const from = await cameFrom(nextDay);
    const inApp = visitor || path === '/' ? null : await click(nextDay, base, path);
    const { text, ready, shift } = first;
    const worst = again.shift > shift ? again : first;
    const moved = worst.shift > MOST_SHIFT ? worst.moved : [];
    const [nextText, nextReady] = [again.text, again.ready];
    return {
      text,
      ready,
      largestAfter: Math.max(first.largest - text, 0),
      slowestPress,
      early,
      nextText,
      nextReady,
      from,
      inApp,
      script: script / 1024,
      requests,
      shift: worst.shift,
      moved,
    };
  } finally {
    await context.close();
  }
}

/** Measures a click on a link: the running app navigates without a new document. */
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
const workerLine = await openWorkerLine(browser);
try {
  const results = [];
  for (const screen of screens.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
    // Warms the render cache of the server: only the wait on the phone is measured.
    await measure(browser, screen);
    const visits: Awaited<ReturnType<typeof measure>>[] = [];
    for (let count = 0; count < Number(values.visits); count += 1) visits.push(await measure(browser, screen));
    const of = (name: Exclude<keyof (typeof visits)[number], 'from' | 'moved'>) =>
      median(visits.map((one) => one[name]));
    const round = (value: number | null, steps = 1) => (value === null ? null : Math.round(value * steps) / steps);
    results.push({
      screen: screen.name,
      text: round(of('text')),
      ready: round(of('ready')),
      largestAfter: round(of('largestAfter')),
      slowestPress: round(of('slowestPress')),
      early: round(of('early')),
      nextText: round(of('nextText')),
      nextReady: round(of('nextReady')),
      from: [...new Set(visits.map(({ from }) => from))].join(' or '),
      inApp: round(of('inApp')),
      scriptKb: round(of('script'), 10),
      requests: of('requests'),
      shift: round(of('shift'), 1000),
    });
    for (const moved of new Set(visits.flatMap((one) => one.moved))) console.log(screen.name, 'moved:', moved);
  }
  console.table(results);
  if (positionals.length === 0) await saveAs('browser', results);
} finally {
  await browser.close();
  await school.stop();
}
