/**
 * Draws web/public/og.png, the picture of shared links, from the landing page's own scene and style.
 * Run by hand after a change of the scene: npm run build, then node scripts/draw-og-image.ts.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { findChromium } from './chromium.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const landing = await readFile(`${root}dist/pages/landing.html`, 'utf8');
const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(landing) ?? [];
const [scene = ''] = /<svg class="scene"[\s\S]*?<\/svg>/.exec(landing) ?? [];
const font = await readFile(`${root}web/styles/fonts/schibsted-grotesk.woff2`, 'base64');

const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, colorScheme: 'light' });
await page.setContent(`<style>${style}
@font-face { font-family: "Alvorada Sans"; src: url(data:font/woff2;base64,${font}); font-weight: 400 700 }
body { width: 1200px; height: 630px; background: var(--night); color: var(--on-night); border-bottom: 12px solid var(--on-night); position: relative; overflow: hidden }
.scene { position: absolute; right: -70px; bottom: 0; width: 820px }
h1 { position: absolute; left: 72px; top: 84px; width: 620px; font-size: 84px; line-height: 1.02; letter-spacing: -0.03em }
p { position: absolute; left: 72px; top: 374px; width: 330px; font-size: 30px; line-height: 1.35; color: var(--sun); font-weight: 640 }
</style>${scene}<h1>Preparatório para a Polícia Militar</h1><p>Aulas, questões comentadas e simulados</p>`);
await page.evaluate(() => document.fonts.ready.then(() => true));
const picture = await page.screenshot();
await browser.close();
await sharp(picture).png({ palette: true, quality: 90, effort: 10 }).toFile(`${root}web/public/og.png`);
