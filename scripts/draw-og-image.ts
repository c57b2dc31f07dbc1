/**
 * Draws web/public/og.png and og-certificate.png, the pictures of shared links, in the landing page's own style.
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
const shared = `${style}
@font-face { font-family: "Alvorada Sans"; src: url(data:font/woff2;base64,${font}); font-weight: 400 700 }
body { width: 1200px; height: 630px; background: var(--night); color: var(--on-night); border-bottom: 12px solid var(--on-night); position: relative; overflow: hidden }
.scene { position: absolute; right: -70px; bottom: 0; width: 820px }
h1 { position: absolute; left: 72px; top: 84px; width: 620px; font-size: 84px; line-height: 1.02; letter-spacing: -0.03em }
p { position: absolute; left: 72px; top: 374px; width: 330px; font-size: 30px; line-height: 1.35; color: var(--sun); font-weight: 640 }`;

/** A certificate names its student in the words beside the picture. */
const rays = Array.from({ length: 13 }, (_, index) => {
  const angle = ((index + 0.5) * Math.PI) / 13;
  const point = (length: number) => `${600 - Math.cos(angle) * length} ${460 - Math.sin(angle) * length}`;
  return `<path d="M${point(190)}L${point(280)}" stroke="var(--sun)" stroke-width="8"/>`;
}).join('');
const certificate = `<style>${shared}
.dawn { position: absolute; inset: 0 }
h1 { left: 0; top: 500px; width: 1200px; text-align: center; font-size: 64px }
</style><svg class="dawn" viewBox="0 0 1200 618">${rays}<path d="M440 460a160 160 0 0 1 320 0Z" fill="var(--sun)"/><path d="M0 464h1200" stroke="var(--on-night)" stroke-width="10"/></svg><h1>Certificado de conclusão</h1>`;

const pictures = {
  og: `<style>${shared}</style>${scene}<h1>Preparatório para a Polícia Militar</h1><p>Aulas, questões comentadas e simulados</p>`,
  'og-certificate': certificate,
};
const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, colorScheme: 'light' });
for (const [name, html] of Object.entries(pictures)) {
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready.then(() => true));
  const picture = await page.screenshot();
  await sharp(picture).png({ palette: true, quality: 90, effort: 10 }).toFile(`${root}web/public/${name}.png`);
}
await browser.close();
