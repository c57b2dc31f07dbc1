import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TERMS_VERSION } from '#contract/limits.ts';
import type { PageValues } from '#contract/school/page-values.ts';
import { legalPages } from '#contract/school/site-content.ts';
import { pageValues } from '#server/features/school/public-pages/values/page-values.ts';
import { type PageRenderer, RENDERER_FILE } from '#server/site/page-renderer.ts';

/** The public pages before their owner has written anything. */
export function defaultPages({ brought, renderLanding, renderTrial, renderLegal }: PageRenderer, values: PageValues) {
  const { landing } = brought;
  const legal = legalPages.map((page) => [
    page,
    renderLegal(page, { ...brought[page], label: TERMS_VERSION }, landing, values),
  ]);
  return {
    landing: renderLanding(landing, values, (url) => url),
    trial: renderTrial(landing, values),
    ...Object.fromEntries(legal),
  } as Record<string, string>;
}

/** A school with everything that the pages can show, for the build and for development. */
export const fullSchool = {
  schoolName: 'Alvorada',
  schoolSlogan: 'Antes da farda, a alvorada.',
  supportEmail: 'suporte@alvorada.example',
  whatsappNumber: '5511999998888',
  companyId: '00.000.000/0001-00',
  social: { instagram: 'https://instagram.com', facebook: 'https://facebook.com', youtube: 'https://youtube.com' },
  priceCents: 29_700,
  publicUrl: undefined,
  hidden: { card: false, slip: false, whatsapp: false },
};

/** Builds the renderer of the public pages, and renders them once as they come with the product, to be measured. */
export async function buildPages(root: string, staging: string): Promise<Record<string, string>> {
  const { build } = await import('vite');
  const out = join(staging, 'ssr');
  await build({
    configFile: join(root, 'vite.config.ts'),
    root: join(root, 'web'),
    logLevel: 'warn',
    publicDir: false,
    // One file, which needs no package beside it.
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      outDir: out,
      ssr: join(root, 'web/features/school/landing/static-pages.ts'),
      rolldownOptions: { output: { entryFileNames: RENDERER_FILE, codeSplitting: false } },
    },
  });
  const renderer = (await import(pathToFileURL(join(out, RENDERER_FILE)).href)) as PageRenderer;
  const { installments } = renderer.brought.landing.pricing;
  const pages = defaultPages(renderer, pageValues(fullSchool, installments));
  for (const [name, html] of Object.entries(pages)) checkAssets(name, html, join(staging, 'web'));
  await rename(join(out, RENDERER_FILE), join(staging, 'pages', RENDERER_FILE));
  await rm(out, { recursive: true });
  return pages;
}

/** The app build writes the fonts and pictures that these pages name: a missing one would be a silent 404. */
function checkAssets(name: string, html: string, web: string): void {
  for (const [, path = ''] of html.matchAll(/["(](\/assets\/[^")]+)[")]/g)) {
    if (!existsSync(join(web, path))) throw new Error(`The page ${name} names ${path}, which the build did not write.`);
  }
}
