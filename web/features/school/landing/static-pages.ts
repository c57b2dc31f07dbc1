import type { PageValues } from '#contract/school/page-values.ts';
import type { LandingContent, LegalPage, SiteContent } from '#contract/school/site-content.ts';
import { defaultLanding } from './content.ts';
import { landingPage } from './landing-page.tsx';
import type { PictureUrl } from './landing-sections.tsx';
import { defaultLegalTexts, type LabelledText, legalPage } from './legal-page.tsx';
import { renderDocument } from './page-document.tsx';
import { pageText } from './page-text.ts';
import { trialPage } from './trial-page.tsx';

/*
 * The public pages: the server loads this as a file of the build, and passes in the owner's texts and the values of the
 * school.
 */

/** What the pages say until their owner writes something else. */
export const brought: SiteContent = { landing: defaultLanding, ...defaultLegalTexts };

export function renderLanding(content: LandingContent, values: PageValues, pictureUrl: PictureUrl): string {
  const page = pageText(values);
  return renderDocument(landingPage(content, page, pictureUrl), page);
}

export function renderTrial(content: LandingContent, values: PageValues): string {
  const page = pageText(values);
  return renderDocument(trialPage(content, page), page);
}

export function renderLegal(name: LegalPage, text: LabelledText, site: LandingContent, values: PageValues): string {
  const page = pageText(values);
  return renderDocument(legalPage(name, text, site, page), page);
}
