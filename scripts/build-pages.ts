import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TERMS_VERSION } from '#contract/limits.ts';
import { legalPages } from '#contract/school/site-content.ts';
import { type PageRenderer, RENDERER_FILE } from '#server/site/page-renderer.ts';

/** The public pages before their owner has written anything, as templates. */
export function defaultPages({ brought, renderLanding, renderTrial, renderLegal }: PageRenderer) {
  const { landing } = brought;
  const legal = legalPages.map((page) => [
    page,
    renderLegal(page, { ...brought[page], label: TERMS_VERSION }, landing),
  ]);
  return {
    landing: renderLanding(landing, (url) => url),
    trial: renderTrial(landing),
    ...Object.fromEntries(legal),
  } as Record<string, string>;
}

/** Builds what draws the landing and legal pages, and draws them once as they come with the product. */
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
  const pages = defaultPages((await import(pathToFileURL(join(out, RENDERER_FILE)).href)) as PageRenderer);
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
