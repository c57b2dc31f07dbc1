import type { LandingContent, LegalPage, SiteContent } from '#contract/school/site-content.ts';
import { defaultLanding } from './content.ts';
import { landingPage } from './landing-page.tsx';
import type { PictureUrl } from './landing-sections.tsx';
import { defaultLegalTexts, type LabelledText, legalPage } from './legal-page.tsx';
import { renderDocument } from './page-document.ts';
import { trialPage } from './trial-page.tsx';

/*
 * The public pages as templates: the server loads this as a file of the build, hands in what the owner has written, and
 * fills the slots with what it knows.
 */

/** What the pages say until their owner writes something else. */
export const brought: SiteContent = { landing: defaultLanding, ...defaultLegalTexts };

export const renderLanding = (content: LandingContent, pictureUrl: PictureUrl): string =>
  renderDocument(landingPage(content, pictureUrl));

export const renderTrial = (content: LandingContent): string => renderDocument(trialPage(content));

export const renderLegal = (page: LegalPage, text: LabelledText, site: LandingContent): string =>
  renderDocument(legalPage(page, text, site));
