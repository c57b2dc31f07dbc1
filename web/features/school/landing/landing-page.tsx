import type { LandingContent } from '#contract/school/site-content.ts';
import { Benefits, Faq, FinalCall, Hero, type PictureUrl, Stats, Testimonials } from './landing-sections.tsx';
import type { StaticPage } from './page-document.tsx';
import type { PageText } from './page-text.ts';
import { Pricing } from './pricing.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { structuredData } from './structured-data.ts';
import landingCss from './styles/landing.css?inline';

export const landingPage = (content: LandingContent, page: PageText, pictureUrl: PictureUrl): StaticPage => ({
  path: '/',
  title: page.write(content.page.title),
  description: page.write(content.page.description),
  css: landingCss,
  jsonLd: structuredData(content, page),
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
