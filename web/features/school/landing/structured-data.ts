import type { LandingContent } from '#contract/school/site-content.ts';
import { jsonSlot, type Slot } from './slots.tsx';
import { written } from './written.tsx';

/** The texts contain slots for HTML; inside JSON the server must escape for JSON instead. */
const inJson = (text: string): string => written(text).replace(/\{\{(\w+)\}\}/g, (_, name: Slot) => jsonSlot(name));

/** Structured data for search engines: the school, the course with its price, the questions. */
export function structuredData({ page, faq, footer }: LandingContent): object {
  const site = `${jsonSlot('publicUrl')}/`;
  const school = {
    '@type': 'Organization',
    '@id': `${site}#school`,
    name: jsonSlot('schoolName'),
    url: site,
    email: jsonSlot('supportEmail'),
  };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      { ...school, description: inJson(footer.about), logo: `${site}icon-512.png` },
      {
        '@type': 'Course',
        name: inJson(page.title),
        description: inJson(page.description),
        inLanguage: 'pt-BR',
        url: site,
        provider: { '@id': school['@id'] },
        offers: {
          '@type': 'Offer',
          category: 'Paid',
          price: jsonSlot('priceDecimal'),
          priceCurrency: 'BRL',
          url: `${site}register`,
          availability: 'https://schema.org/LimitedAvailability',
        },
      },
      {
        '@type': 'FAQPage',
        mainEntity: faq.questions.map(({ question, answer }) => ({
          '@type': 'Question',
          name: inJson(question),
          acceptedAnswer: { '@type': 'Answer', text: inJson(answer) },
        })),
      },
    ],
  };
}
