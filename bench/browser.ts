/**
 * What a student waits for, on a phone four times slower than this machine and on slow 4G:
 *   npx node bench/browser.ts http://localhost:3000 username      (the password in BENCH_PASSWORD)
 * First visit (nothing cached), repeat visit (a second load), in-app (a click on a link of the running app), and the
 * compressed script that each screen loads. Milliseconds are of this machine: compare runs, not numbers.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findChromium } from '../scripts/chromium.ts';

const CPU_SLOWDOWN = 4;
/** Lighthouse's "slow 4G". */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8 };

const [base = 'http://localhost:3000', username = ''] = process.argv.slice(2);

type Screen = { name: string; path: string; visitor?: boolean };
const screens: Screen[] = [
  { name: 'landing', path: '/', visitor: true },
  { name: 'login', path: '/auth', visitor: true },
  { name: 'dashboard', path: '/' },
  { name: 'study hub', path: '/study' },
  { name: 'lesson', path: '/articles/1' },
  { name: 'course', path: '/courses/1' },
  { name: 'simulado', path: '/quizzes/1' },
];

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

async function measure(browser: Browser, { name, path, visitor }: Screen, cookies: Cookies) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, locale: 'pt-BR' });
  try {
    if (!visitor) await context.addCookies(cookies);
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

type Cookies = Parameters<BrowserContext['addCookies']>[0];

async function logIn(): Promise<Cookies> {
  const answer = await fetch(`${base}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: process.env.BENCH_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`Login as ${username} answered ${answer.status}. Is BENCH_PASSWORD right?`);
  return answer.headers.getSetCookie().map((cookie) => {
    const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split('=');
    return { name, value, url: base };
  });
}

const cookies = await logIn();
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
try {
  const results = [];
  for (const screen of screens) results.push(await measure(browser, screen, cookies));
  console.table(results);
  const folder = join(import.meta.dirname, '../.cache/bench');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'browser.json'), `${JSON.stringify(results, null, 2)}\n`);
} finally {
  await browser.close();
}
