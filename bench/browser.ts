/**
 * What a student waits for, on a phone four times slower than this machine and on slow 4G:
 *   npm run bench -- browser
 * First visit (nothing cached), repeat visit (a second load), in-app (a click on a link of the running app), and the
 * compressed script that each screen loads. Milliseconds are of this machine: compare runs, not numbers.
 */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findChromium } from '../scripts/chromium.ts';
import { saveAs } from './report.ts';
import { startSampleSchool } from './sample-school.ts';
import { type Screen, screens } from './screens.ts';

const CPU_SLOWDOWN = 4;
/** Lighthouse's "slow 4G". */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8 };

async function slowPage(context: BrowserContext): Promise<{ page: Page; script: () => number }> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', NETWORK);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const kinds = new Map<string, string>();
  let bytes = 0;
  cdp.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (kinds.get(requestId) === 'Script') bytes += encodedDataLength;
  });
  return { page, script: () => Math.round(bytes / 102.4) / 10 };
}

/** Until the heading is there and nothing that stands for content is left. */
async function shown(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}

async function timed(page: Page, go: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await go();
  await shown(page);
  return Math.round(performance.now() - begun);
}

async function measure(browser: Browser, { name, path, visitor }: Screen) {
  const base = school.url;
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, locale: 'pt-BR' });
  try {
    if (!visitor) {
      const [cookieName = '', value = ''] = school.cookie.split('=');
      await context.addCookies([{ name: cookieName, value, url: base }]);
    }
    const { page, script } = await slowPage(context);
    const firstVisit = await timed(page, () => page.goto(base + path));
    const scriptKb = script();
    const repeatVisit = await timed(page, () => page.goto(base + path));
    if (visitor || path === '/') return { screen: name, firstVisit, repeatVisit, inApp: null, scriptKb };
    await page.goto(`${base}/`);
    await shown(page);
    const inApp = await timed(page, async () => {
      const title = await page.title();
      // What a click on a link does: the running app takes the address.
      await page.evaluate((target) => {
        history.pushState(null, '', target);
      }, path);
      await page.waitForFunction((before) => document.title !== before, title);
    });
    return { screen: name, firstVisit, repeatVisit, inApp, scriptKb };
  } finally {
    await context.close();
  }
}

const school = await startSampleSchool();
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
try {
  const results = [];
  for (const screen of screens) results.push(await measure(browser, screen));
  console.table(results);
  await saveAs('browser', results);
} finally {
  await browser.close();
  await school.stop();
}
