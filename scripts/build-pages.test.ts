import { HtmlValidate } from 'html-validate';
import { JSDOM } from 'jsdom';
import { describe, expect, test } from 'vitest';
import { pageValues, type SchoolFacts } from '#server/features/school/public-pages/values/page-values.ts';
import type { PageRenderer } from '#server/site/page-renderer.ts';
import { defaultPages } from './build-pages.ts';

// As a string: the types of this tree know no JSX.
const staticPages = '#web/features/school/landing/static-pages.ts';
const renderer = (await import(staticPages)) as PageRenderer;
const { installments: offer } = renderer.brought.landing.pricing;

const bare: SchoolFacts = {
  schoolName: 'Curso "Sol" & Cia <Ltda>',
  schoolSlogan: 'Estude hoje.',
  supportEmail: 'ajuda@sol.example',
  whatsappNumber: null,
  companyId: null,
  social: { instagram: null, facebook: null, youtube: null },
  priceCents: 29_700,
  publicUrl: undefined,
  hidden: { card: false, slip: false, whatsapp: false },
};
const full: SchoolFacts = {
  ...bare,
  schoolName: 'Alvorada',
  whatsappNumber: '5511999998888',
  companyId: '12.345.678/0001-90',
  social: {
    instagram: 'https://instagram.com/alvorada',
    facebook: 'https://facebook.com/alvorada',
    youtube: 'https://youtube.com/@alvorada',
  },
  publicUrl: 'https://alvorada.example',
};

/** The tests only read, so one configuration is rendered once and each page is parsed once. */
function cached<Made>(make: (config: SchoolFacts) => Made): (config: SchoolFacts) => Made {
  const cache = new Map<string, Made>();
  return (config) => {
    const key = JSON.stringify(config);
    const made = cache.get(key) ?? make(config);
    cache.set(key, made);
    return made;
  };
}
const render = cached((config) => defaultPages(renderer, pageValues(config, offer)));
const pageNames = Object.keys(render(full));
const fill = (name: string, config: SchoolFacts) => render(config)[name] ?? '';
const documentsOf = cached(() => new Map<string, Document>());
function open(name: string, config: SchoolFacts): Document {
  const documents = documentsOf(config);
  const document = documents.get(name) ?? new JSDOM(fill(name, config)).window.document;
  documents.set(name, document);
  return document;
}
const textOf = (element: Element | null | undefined) => element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
const everyPage = pageNames.flatMap((name) => [
  { name, kind: 'full', config: full },
  { name, kind: 'bare', config: bare },
]);

// Formatting is React's; what is checked is whether a browser reads the page as it was meant.
const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'doctype-style': 'off',
    'void-style': 'off',
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
    'tel-non-breaking': 'off',
  },
});

describe.each(everyPage)('$name with a $kind configuration', ({ name, config }) => {
  test('is valid HTML without braces and missing values', async () => {
    const html = fill(name, config);
    expect(html.match(/\{\{.{0,40}|undefined|\[object/g)).toBeNull();
    const { results } = await validator.validateString(html);
    expect(
      results.flatMap((result) =>
        result.messages.map(({ ruleId, message, selector }) => ({ ruleId, message, selector })),
      ),
    ).toEqual([]);
  });

  test('runs nothing and loads nothing from elsewhere', () => {
    const document = open(name, config);
    expect([...document.querySelectorAll('script')].map((script) => script.type)).toEqual(
      name === 'landing' ? ['application/ld+json'] : [],
    );
    expect(
      [...document.querySelectorAll('*')].filter((element) =>
        element.getAttributeNames().some((attribute) => attribute === 'style' || attribute.startsWith('on')),
      ),
    ).toEqual([]);
    const loaded = [...document.querySelectorAll('link:not([rel=canonical]), [src]')].map(
      (element) => element.getAttribute('href') ?? element.getAttribute('src'),
    );
    for (const address of loaded) expect(address).toMatch(/^\/[^/]/);
  });

  test('every link has a target', () => {
    const document = open(name, config);
    const landing = open('landing', config);
    const pages = new Set(['/', '/auth', '/register', '/privacy', '/terms', '/refund', '/acessibilidade']);
    for (const link of document.querySelectorAll('a')) {
      const href = link.getAttribute('href') ?? '';
      const [path = '', fragment] = href.split('#');
      if (/^(mailto:\S+@\S+|https:\/\/\S+)$/.test(href)) continue;
      if (path) expect(pages).toContain(path);
      if (fragment) expect((path ? landing : document).getElementById(fragment), href).not.toBeNull();
      expect(path || fragment, textOf(link)).toBeTruthy();
    }
  });

  test('has one main heading and no skipped level', () => {
    const levels = [...open(name, config).querySelectorAll('h1,h2,h3,h4')].map((heading) => Number(heading.tagName[1]));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.reduce((before, level) => {
      expect(level - before).toBeLessThanOrEqual(1);
      return level;
    }, 0);
  });
});

test('the landing page has the sections of the specification, in its order, with every figure', () => {
  const document = open('landing', full);
  const sections = [...document.querySelectorAll('main > section')].map(textOf);
  const expected = [
    ['Vagas limitadas', '47 matrículas', '93%'],
    ['+2.847', '93%', '1º lugar', '24h'],
    ['Mais de 3.000 questões comentadas', 'Simulados semanais', 'WhatsApp de segunda a sábado'],
    ['+500 avaliações verificadas', '4.9/5.0'],
    [
      'R$ 697,00',
      '57% de desconto',
      '297,00',
      '12x de R$ 29,70',
      'PIX, cartão ou boleto',
      'Garantia incondicional de 7 dias',
      'próximas 47 matrículas',
      'até a prova e por mais 3 meses',
    ],
    ['Até quando tenho acesso?'],
    ['Começar agora'],
  ];
  expect(sections).toHaveLength(expected.length);
  for (const [index, figures] of expected.entries()) {
    for (const figure of figures) expect(sections[index]?.replaceAll('\u00a0', ' ')).toContain(figure);
  }
  expect(document.querySelectorAll('.stats li')).toHaveLength(4);
  expect(document.querySelectorAll('.benefits article')).toHaveLength(6);
  expect(document.querySelectorAll('.quotes figure')).toHaveLength(3);
  expect(document.querySelectorAll('details[name="faq"]')).toHaveLength(5);
  expect(document.querySelectorAll('details[open]')).toHaveLength(1);
});

test('every call to action goes to /register, and Entrar to /auth', () => {
  const document = open('landing', full);
  const buttons = [...document.querySelectorAll('a.btn')].map((button) => [
    textOf(button),
    button.getAttribute('href'),
  ]);
  expect(buttons).toEqual([
    ['Entrar', '/auth'],
    ['Quero minha vaga', '/register'],
    ['Quero minha vaga', '/register'],
    ['Garantir minha matrícula', '/register'],
    ['Começar agora', '/register'],
  ]);
});

test('the footer shows what the school configured and nothing else', () => {
  const hrefs = (config: SchoolFacts) =>
    [...open('landing', config).querySelectorAll('footer a')].map((link) => link.getAttribute('href'));
  const outside = ['mailto:ajuda@sol.example', 'https://wa.me/5511999998888', ...Object.values(full.social)];
  expect(hrefs(full)).toEqual(expect.arrayContaining([...outside, '/terms', '/privacy', '/refund']));
  expect(textOf(open('landing', full).querySelector('footer'))).toContain('CNPJ 12.345.678/0001-90');
  expect(hrefs(bare).filter((href) => /^https:/.test(href ?? ''))).toEqual([]);
  expect(textOf(open('landing', bare).querySelector('footer'))).not.toMatch(/CNPJ|Acompanhe/);
});

test('another price leaves no trace of the old one; at the full price there is no discount', () => {
  const dearer = fill('landing', { ...full, priceCents: 39_700 });
  expect(dearer).not.toMatch(/297|29,70/);
  expect(dearer).toContain('43% de desconto');
  expect(fill('landing', { ...full, priceCents: 69_700 })).not.toMatch(/de desconto|<s>/);
});

test('every page of a school with custom branding has its style, icons, bar colour and link picture', () => {
  const branded = { ...full, mark: '/api/media/9', colour: '#0f4c46', accent: '#f2784b' };
  for (const name of pageNames) {
    const document = open(name, branded);
    const styles = [...document.querySelectorAll('head style')].map(({ textContent }) => textContent);
    expect(styles.at(-1), name).toContain('html:root{--night:#0f4c46');
    expect(document.querySelector('meta[name=theme-color]')?.getAttribute('content'), name).toBe('#0f4c46');
    const icons = [...document.querySelectorAll('link[rel*=icon]')].map((icon) => icon.getAttribute('href'));
    expect(icons, name).toEqual([
      expect.stringMatching(/^\/brand\/icon-32\.png\?v=/),
      expect.stringMatching(/^\/brand\/icon-180\.png\?v=/),
    ]);
    expect(document.querySelector('meta[property="og:image"]')?.getAttribute('content'), name).toMatch(
      /^https:\/\/alvorada\.example\/brand\/link\.png\?v=/,
    );
    expect(document.querySelectorAll('[data-logo] [data-mark]').length, name).toBeGreaterThan(0);
    expect(open(name, full).querySelectorAll('head style'), name).toHaveLength(1);
  }
});

test('crawlers and shared links get absolute addresses and true data', () => {
  const document = open('landing', full);
  const content = (property: string) => document.querySelector(`meta[property="${property}"]`)?.getAttribute('content');
  expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe('https://alvorada.example/');
  expect(content('og:image')).toBe('https://alvorada.example/og.png');
  expect(document.querySelector('meta[name=description]')?.getAttribute('content')?.length).toBeGreaterThan(100);
  const graph = JSON.parse(document.querySelector('script')?.textContent ?? '')['@graph'] as Record<string, unknown>[];
  expect(graph.map((node) => node['@type'])).toEqual(['Organization', 'Course', 'FAQPage']);
  expect(graph[1]).toMatchObject({ offers: { price: '297.00', priceCurrency: 'BRL' } });
  const strange = JSON.parse(open('landing', bare).querySelector('script')?.textContent ?? '')['@graph'] as Record<
    string,
    unknown
  >[];
  expect(strange[0]).toMatchObject({ name: 'Curso "Sol" & Cia <Ltda>' });
});

describe('what the school does not have', () => {
  const told = (hidden: SchoolFacts['hidden']) => {
    const document = open('landing', { ...full, hidden });
    const data = document.querySelector('script')?.textContent ?? '';
    return { text: textOf(document.querySelector('main')), data: JSON.stringify(JSON.parse(data)) };
  };

  test('is mentioned until it is hidden', () => {
    const { text, data } = told({ card: false, slip: false, whatsapp: false });
    expect(text).toContain('PIX, cartão ou boleto.');
    expect(text.match(/WhatsApp de segunda a sábado/g)).toHaveLength(2);
    expect(data).toContain('Para pagar com cartão ou boleto, fale com o suporte');
  });

  test('is hidden with every line that mentions it', () => {
    const { text, data } = told({ card: true, slip: true, whatsapp: true });
    expect(text).toContain('À vista, pelo PIX.');
    for (const place of [text, data]) expect(place).not.toMatch(/cartão|boleto|12x|WhatsApp/);
    expect(told({ card: false, slip: true, whatsapp: false }).text).toMatch(/12x de R\$.29,70\. PIX ou cartão\./);
    expect(told({ card: true, slip: false, whatsapp: false }).text).toContain('À vista. PIX ou boleto.');
  });
});
