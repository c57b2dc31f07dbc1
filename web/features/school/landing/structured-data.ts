import type { LandingContent } from '#contract/school/site-content.ts';
import type { PageText } from './page-text.ts';

/** Structured data for search engines: the school, the course with its price, the questions. */
export function structuredData({ page, faq, footer }: LandingContent, { values, write }: PageText): object {
  const site = `${values.publicUrl ?? ''}/`;
  const school = {
    '@type': 'Organization',
    '@id': `${site}#school`,
    name: values.schoolName,
    url: site,
    email: values.supportEmail,
  };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      { ...school, description: write(footer.about), logo: `${site}icon-512.png` },
      {
        '@type': 'Course',
        name: write(page.title),
        description: write(page.description),
        inLanguage: 'pt-BR',
        url: site,
        provider: { '@id': school['@id'] },
        offers: {
          '@type': 'Offer',
          category: 'Paid',
          price: values.priceDecimal,
          priceCurrency: 'BRL',
          url: `${site}register`,
          availability: 'https://schema.org/LimitedAvailability',
        },
      },
      {
        '@type': 'FAQPage',
        mainEntity: faq.questions.map(({ question, answer }) => ({
          '@type': 'Question',
          name: write(question),
          acceptedAnswer: { '@type': 'Answer', text: write(answer) },
        })),
      },
    ],
  };
}
