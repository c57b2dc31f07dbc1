import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { findChromium } from '../scripts/chromium.ts';
import { stripXml } from './law-xml.ts';
import { PHONE, slowDownPage } from './phone.ts';
import { startSampleSchool } from './sample-school.ts';

const VISITS = 5;
/** Milliseconds until the text of the first article is on the page. */
const MOST_UNTIL_TEXT = 1000;
/** Milliseconds of one key in the search, until the next paint. */
const MOST_OF_KEY = 50;
const WORDS = 'direito de greve';

declare global {
  interface Window {
    law: { text: number; keys: number[] };
  }
}

type Interaction = PerformanceEntry & { interactionId: number };

/** Runs in the page from the start. */
function watchLaw(): void {
  const law: Window['law'] = { text: 0, keys: [] };
  window.law = law;
  const look = () => {
    if (law.text === 0 && document.querySelector('main article p')) law.text = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  const interactions = { type: 'event', buffered: true, durationThreshold: 16 };
  new PerformanceObserver((list) => {
    for (const { name, duration, interactionId } of list.getEntries() as Interaction[]) {
      if (interactionId > 0 && name === 'keydown') law.keys.push(duration);
    }
  }).observe(interactions);
}

async function visitLaw(context: BrowserContext, address: string) {
  const page = await context.newPage();
  await slowDownPage(await context.newCDPSession(page));
  await page.addInitScript(watchLaw);
  await page.goto(address);
  await page.waitForFunction(() => window.law.text > 0);
  await page.waitForLoadState('networkidle');
  const box = page.getByRole('searchbox').first();
  await box.click();
  // The text of the law is loaded at the first focus.
  await page.waitForLoadState('networkidle');
  for (const key of WORDS) {
    const before = (await page.evaluate(() => window.law.keys)).length;
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 150))));
    // An event below 16 ms is not reported.
    if ((await page.evaluate(() => window.law.keys)).length === before) {
      await page.evaluate(() => window.law.keys.push(16));
    }
  }
  await page
    .getByText(/trecho/)
    .first()
    .waitFor();
  const marks = await page.evaluate(() => window.law);
  await page.close();
  return marks;
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** The Constitution on the slow phone: the first text, and the keys of a search in it. False above the limits. */
export async function measurePhone(folder: string): Promise<boolean> {
  const xml = await readFile(join(folder, 'constituicao-1988.xml'), 'utf8');
  const { source, expected } = stripXml(xml, 'joined');
  const school = await startSampleSchool();
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const cookie = await school.cookieOf('professora');
    const reply = await fetch(`${school.url}/api/teacher/laws`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, origin: school.url },
      body: JSON.stringify({
        ...{ format: 'text', source, creationKey: randomUUID(), name: 'Constituição medida', shortName: 'CM' },
        ...{ nicknames: [], ementa: '', urn: null },
      }),
    });
    if (!reply.ok) throw new Error(await reply.text());
    const { id } = (await reply.json()) as { id: number };
    const visits: Window['law'][] = [];
    // The first visit warms the render cache of the server.
    for (let count = 0; count <= VISITS; count += 1) {
      const context = await browser.newContext(PHONE);
      const [name = '', value = ''] = school.cookie.split('=');
      await context.addCookies([{ name, value, url: school.url }]);
      visits.push(await visitLaw(context, `${school.url}/laws/${id}`));
      await context.close();
    }
    const measured = visits.slice(1);
    const text = median(measured.map((one) => one.text));
    const keys = measured.flatMap((one) => one.keys);
    const [key, slowest] = [median(keys), median(measured.map((one) => Math.max(...one.keys)))];
    console.log(
      `Constitution, ${expected.length} devices, slow phone  text ${Math.round(text)} ms  wanted ${MOST_UNTIL_TEXT} ms`,
    );
    console.log(
      `search, one key until the next paint  ${key} ms, the slowest ${slowest} ms  wanted ${MOST_OF_KEY} ms  load ${loadavg()[0]?.toFixed(1)}`,
    );
    const byKey = [...WORDS].map((_, at) => median(measured.map((one) => one.keys[at] ?? 0)));
    console.log(`  medians in the order of the keys of '${WORDS}': ${byKey.join(', ')}`);
    return text <= MOST_UNTIL_TEXT && slowest <= MOST_OF_KEY;
  } finally {
    await browser.close();
    await school.stop();
  }
}
