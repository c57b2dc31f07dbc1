import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Offer } from '../server/http/pages-values.ts';

/** What web/features/landing/static-pages.ts exports: named here because Node's own types know no JSX. */
export type StaticPages = { renderStaticPages(): Record<string, string>; offer: Offer };

/** Renders the landing and legal pages to templates: `pages/<name>.html`, and the offer their prices are made from. */
export async function buildPages(root: string, staging: string): Promise<Record<string, string>> {
  const { build } = await import('vite');
  const out = join(staging, 'ssr');
  await build({
    configFile: join(root, 'vite.config.ts'),
    root: join(root, 'web'),
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: out,
      ssr: join(root, 'web/features/landing/static-pages.ts'),
      rolldownOptions: { output: { entryFileNames: 'static-pages.js', codeSplitting: false } },
    },
  });
  const { renderStaticPages, offer } = (await import(pathToFileURL(join(out, 'static-pages.js')).href)) as StaticPages;
  const pages = renderStaticPages();
  for (const [name, html] of Object.entries(pages)) {
    checkAssets(name, html, join(staging, 'web'));
    await writeFile(join(staging, 'pages', `${name}.html`), html);
  }
  await writeFile(join(staging, 'pages/offer.json'), JSON.stringify(offer));
  await rm(out, { recursive: true });
  return pages;
}

/** The app build writes the fonts and pictures that these pages name: a missing one would be a silent 404. */
function checkAssets(name: string, html: string, web: string): void {
  for (const [, path = ''] of html.matchAll(/["(](\/assets\/[^")]+)[")]/g)) {
    if (!existsSync(join(web, path))) throw new Error(`The page ${name} names ${path}, which the build did not write.`);
  }
}
