import { offer as offerContent } from './content.ts';
import { landingPage } from './landing-page.tsx';
import { renderDocument } from './page-document.ts';
import { privacyPage } from './privacy-page.tsx';
import { refundPage } from './refund-page.tsx';
import { termsPage } from './terms-page.tsx';
import { trialPage } from './trial-page.tsx';

/** The figures the server computes prices from. */
export const offer = offerContent;

/** Every static page as a template: the server fills the slots from its configuration when it starts. */
export function renderStaticPages(): Record<string, string> {
  const pages = { landing: landingPage, privacy: privacyPage, terms: termsPage, refund: refundPage, trial: trialPage };
  return Object.fromEntries(Object.entries(pages).map(([name, page]) => [name, renderDocument(page)]));
}
