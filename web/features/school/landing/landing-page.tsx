import type { LandingContent } from '#contract/school/site-content.ts';
import { Benefits, Faq, FinalCall, Hero, type PictureUrl, Stats, Testimonials } from './landing-sections.tsx';
import type { StaticPage } from './page-document.ts';
import { Pricing } from './pricing.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { structuredData } from './structured-data.ts';
import landingCss from './styles/landing.css?inline';
import { written } from './written.tsx';

export const landingPage = (content: LandingContent, pictureUrl: PictureUrl): StaticPage => ({
  path: '/',
  title: written(content.page.title),
  description: written(content.page.description),
  css: landingCss,
  jsonLd: structuredData(content),
  body: (
    <>
      <SiteHeader header={content.header} />
      <main id="main">
        <Hero hero={content.hero} />
        <Stats stats={content.stats} />
        <Benefits benefits={content.benefits} pictureUrl={pictureUrl} />
        <Testimonials testimonials={content.testimonials} pictureUrl={pictureUrl} />
        <Pricing pricing={content.pricing} />
        <Faq faq={content.faq} />
        <FinalCall finalCall={content.finalCall} />
      </main>
      <SiteFooter content={content} />
    </>
  ),
});
