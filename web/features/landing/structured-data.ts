import { faq, footer, page } from './content.ts';
import { jsonSlot, type Slot } from './slots.tsx';

/** Content strings carry slots for HTML; inside JSON the server must escape for JSON instead. */
const inJson = (text: string): string => text.replace(/\{\{(\w+)\}\}/g, (_, name: Slot) => jsonSlot(name));

const site = `${jsonSlot('publicUrl')}/`;
const school = {
  '@type': 'Organization',
  '@id': `${site}#school`,
  name: jsonSlot('schoolName'),
  url: site,
  email: jsonSlot('supportEmail'),
};

/** What search engines read: the school, the course with its price, the questions. */
export const structuredData = {
  '@context': 'https://schema.org',
  '@graph': [
    { ...school, description: footer.about, logo: `${site}icon-512.png` },
    {
      '@type': 'Course',
      name: inJson(page.title),
      description: page.description,
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
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ],
};
