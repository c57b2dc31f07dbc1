/**
 * npm run pictures   renders the pictures of README.md from the sample school: docs/pictures/*.webp
 * The sample school is loaded for each run, so its days are relative to today.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import sharp from 'sharp';
import { findChromium } from '../scripts/chromium.ts';
import { startSampleSchool } from './sample-school.ts';

const target = join(import.meta.dirname, '../docs/pictures');

type Shot = { name: string; who: string; path: string };

const shots: Shot[] = [
  { name: 'home', who: 'rafaela', path: '/' },
  { name: 'courses', who: 'rafaela', path: '/courses' },
  { name: 'teacher', who: 'professora', path: '/teacher/reports' },
  { name: 'payments', who: 'admin', path: '/admin/payments' },
];

const viewport = { width: 1280, height: 800 };

async function draw(context: BrowserContext, url: string, name: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
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
  for (const { name, who, path } of shots) {
    const context = await browser.newContext({ viewport, locale: 'pt-BR', colorScheme: 'light' });
    const [cookie = '', value = ''] = (await school.cookieOf(who)).split('=');
    await context.addCookies([{ name: cookie, value, url: school.url }]);
    await draw(context, school.url + path, name);
    await context.close();
    console.log(`docs/pictures/${name}.webp`);
  }
} finally {
  await browser.close();
  await school.stop();
}
