import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { LandingContent, LegalContent, LegalPage, SiteContent } from '#contract/school/site-content.ts';

/** Where the build lies. */
export const builtFiles = fileURLToPath(new URL('../../dist', import.meta.url));
/** Beside the app's own pages in the build. */
export const RENDERER_FILE = 'static-pages.js';

/** A legal text with the label that students agree to; `isOld`: another one has taken its place. */
export type LabelledText = LegalContent & { label: string; isOld?: boolean };

/**
 * What draws the public pages: web/features/school/landing/static-pages.ts as one file of the build. Its types are named here
 * because Node's own know no JSX. What it hands back are templates (pages-template.ts).
 */
export type PageRenderer = {
  brought: SiteContent;
  renderLanding(content: LandingContent, pictureUrl: (url: string) => string): string;
  renderTrial(content: LandingContent): string;
  renderLegal(page: LegalPage, text: LabelledText, site: LandingContent): string;
};

export const loadPageRenderer = (dist: string): Promise<PageRenderer> =>
  import(pathToFileURL(join(dist, 'pages', RENDERER_FILE)).href);
