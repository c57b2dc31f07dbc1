import { page } from './content.ts';
import { Benefits, Faq, FinalCall, Hero, Stats, Testimonials } from './landing-sections.tsx';
import type { StaticPage } from './page-document.ts';
import { Pricing } from './pricing.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { structuredData } from './structured-data.ts';
import landingCss from './styles/landing.css?inline';

export const landingPage: StaticPage = {
  path: '/',
  title: page.title,
  description: page.description,
  css: landingCss,
  jsonLd: structuredData,
  body: (
    <>
      <SiteHeader />
      <main id="main">
        <Hero />
        <Stats />
        <Benefits />
        <Testimonials />
        <Pricing />
        <Faq />
        <FinalCall />
      </main>
      <SiteFooter />
    </>
  ),
};
