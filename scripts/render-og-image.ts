/**
 * Draws web/public/og.png, the picture of shared links, in the landing page's own style; and what the server lays a
 * certificate's own picture out of: its ground, and the letters of names and titles.
 * Run by hand after a change of the scene: npm run build, then node scripts/render-og-image.ts.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { pageValues } from '#server/features/school/public-pages/values/page-values.ts';
import { builtFiles, loadPageRenderer } from '#server/site/page-renderer.ts';
import { defaultPages, fullSchool } from './build-pages.ts';
import { findChromium } from './chromium.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const renderer = await loadPageRenderer(builtFiles);
const { landing = '' } = defaultPages(renderer, pageValues(fullSchool, renderer.brought.landing.pricing.installments));
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

/** The ground of a certificate's picture: the server writes name and course below the line. */
const rays = Array.from({ length: 13 }, (_, index) => {
  const angle = ((index + 0.5) * Math.PI) / 13;
  const point = (length: number) => `${600 - Math.cos(angle) * length} ${400 - Math.sin(angle) * length}`;
  return `<path d="M${point(160)}L${point(236)}" stroke="var(--sun)" stroke-width="8"/>`;
}).join('');
const certificate = `<style>${shared}
.dawn { position: absolute; inset: 0 }
h1 { left: 0; top: 56px; width: 1200px; text-align: center; font-size: 44px }
</style><svg class="dawn" viewBox="0 0 1200 618">${rays}<path d="M466 400a134 134 0 0 1 268 0Z" fill="var(--sun)"/><path d="M0 404h1200" stroke="var(--on-night)" stroke-width="10"/></svg><h1>Certificado de conclusão</h1>`;

const pictures = {
  og: `<style>${shared}</style>${scene}<h1>Preparatório para a Polícia Militar</h1><p>Aulas, questões comentadas e simulados</p>`,
};
const pictureDirectory = fileURLToPath(new URL('../server/features/content/certificates/picture', import.meta.url));
const letterDirectory = fileURLToPath(new URL('../server/pictures/letters', import.meta.url));
const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, colorScheme: 'light' });
const renderPicture = async (html: string, file: string) => {
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready.then(() => true));
  const picture = await page.screenshot();
  await sharp(picture).png({ palette: true, quality: 90, effort: 10 }).toFile(file);
};
for (const [name, html] of Object.entries(pictures)) await renderPicture(html, `${root}web/public/${name}.png`);
for (const file of [`${pictureDirectory}/ground.png`, `${root}web/public/og-certificate.png`])
  await renderPicture(certificate, file);

/** Letters of western names and titles. */
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
const letters = [...range(0x20, 0x7e), ...range(0xa1, 0xac), ...range(0xae, 0x17f), ...'‘’“”–—…•'];
const SIZE = 64;
const HEIGHT = 96;
/** Room left of a letter for what reaches out of its place. */
const PAD = 8;
await page.setContent(
  `<style>@font-face { font-family: Letters; src: url(data:font/woff2;base64,${font}); font-weight: 400 700 }</style>`,
);
await page.evaluate(() => document.fonts.load('640 64px Letters').then(() => true));
const atlas = await page.evaluate(
  ([all, size, height, pad]) => {
    const canvas = document.createElement('canvas');
    canvas.width = 2048;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    const font = `640 ${size}px Letters, sans-serif`;
    context.font = font;
    const places: Record<string, [number, number, number]> = {};
    let [x, y] = [0, 0];
    for (const letter of all) {
      const advance = context.measureText(letter).width;
      const cell = Math.ceil(advance) + 2 * pad;
      if (x + cell > canvas.width) [x, y] = [0, y + height];
      places[letter] = [x, y, Math.round(advance * 100) / 100];
      x += cell;
    }
    canvas.height = y + height;
    context.font = font;
    context.fillStyle = '#fff';
    for (const [letter, [left, top]] of Object.entries(places)) context.fillText(letter, left + pad, top + 70);
    return { places, picture: canvas.toDataURL('image/png') };
  },
  [letters, SIZE, HEIGHT, PAD] as const,
);
// How much of a point the letter covers is all there is to know of it.
await sharp(Buffer.from(atlas.picture.split(',')[1] ?? '', 'base64'))
  .extractChannel('alpha')
  .png({ palette: true, colours: 16, effort: 10 })
  .toFile(`${letterDirectory}/letters.png`);
await writeFile(
  `${letterDirectory}/letters.json`,
  `${JSON.stringify({ height: HEIGHT, pad: PAD, places: atlas.places })}\n`,
);
await browser.close();
