import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PageValues } from '#contract/school/page-values.ts';
import type { LandingContent, LegalContent, LegalPage, SiteContent } from '#contract/school/site-content.ts';
import { currentBuild } from './current-build.ts';

/** The build that was current when this process started. A later build does not change it. */
export const builtFiles = currentBuild(fileURLToPath(new URL('../../dist', import.meta.url)));
/** In the build, beside the app's own pages. */
export const RENDERER_FILE = 'static-pages.js';

/** A legal text with the label that students agree to; `isOld`: a newer one has replaced it. */
export type LabelledText = LegalContent & { label: string; isOld?: boolean };

/**
 * Renders the public pages: web/features/school/landing/static-pages.ts as one file of the build. Its types are
 * repeated here because the server's types know no JSX.
 */
export type PageRenderer = {
  brought: SiteContent;
  renderLanding(content: LandingContent, values: PageValues, pictureUrl: (url: string) => string): string;
  renderTrial(content: LandingContent, values: PageValues): string;
  renderLegal(page: LegalPage, text: LabelledText, site: LandingContent, values: PageValues): string;
};

export const loadPageRenderer = (dist: string): Promise<PageRenderer> =>
  import(pathToFileURL(join(dist, 'pages', RENDERER_FILE)).href);
