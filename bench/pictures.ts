/**
 * npm run pictures   renders the pictures of README.md and of the guides from the sample school: docs/pictures/*.webp
 * The sample school is loaded for each run, so its days are relative to today.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import sharp from 'sharp';
import { untilReady } from '../e2e/while-hydrating.ts';
import { findChromium } from '../scripts/chromium.ts';
import { startSampleSchool } from './sample-school.ts';
import { type Shot, shots } from './shots.ts';

const target = join(import.meta.dirname, '../docs/pictures');

async function render(context: BrowserContext, address: string, { name, path, press }: Shot): Promise<void> {
  const page = await context.newPage();
  const settle = async () => {
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    // The document is the same for every width: tables of wide windows come with the app.
    await untilReady(page);
    await page.waitForLoadState('networkidle');
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  };
  await page.goto(address + path);
  await settle();
  if (press) {
    await page.getByRole(press.role, { name: press.name }).first().click();
    await page.waitForURL((url) => url.pathname !== path);
    await settle();
  }
  const picture = await page.screenshot({ animations: 'disabled' });
  await sharp(picture)
    .webp({ quality: 82, effort: 6 })
    .toFile(join(target, `${name}.webp`));
}

const school = await startSampleSchool();
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
try {
  await mkdir(target, { recursive: true });
  for (const shot of shots) {
    const viewport = { width: shot.name.startsWith('phone-') ? 390 : 1280, height: 800 };
    const context = await browser.newContext({ viewport, locale: 'pt-BR', colorScheme: 'light' });
    const [cookie = '', value = ''] = (await school.cookieOf(shot.who)).split('=');
    await context.addCookies([{ name: cookie, value, url: school.url }]);
    await render(context, school.url, shot);
    await context.close();
    console.log(`docs/pictures/${shot.name}.webp`);
  }
} finally {
  await browser.close();
  await school.stop();
}
