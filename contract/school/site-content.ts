import * as z from 'zod/mini';
import { JSON_BODY_LIMIT } from '#contract/limits.ts';
import { imageAddress } from '#contract/platform/image-address.ts';
import { storable } from '#contract/shapes.ts';

/* What the owner writes on the public pages. Plain text: the pages escape it, so HTML in it is only strange writing. */

/** A legal page's text, in letters. */
export const LEGAL_TEXT_MAX = 60_000;
/** A page's content as JSON: a letter may travel as six. */
export const SITE_BODY_LIMIT = 6 * LEGAL_TEXT_MAX + JSON_BODY_LIMIT;
/** The landing page, compressed. */
export const LANDING_MAX_BYTES = 30 * 1024;
export const SITE_VERSIONS_SHOWN = 200;

/**
 * The placeholders that a text may contain in braces. Their values come from
 * server/features/school/public-pages/values/page-values.ts.
 */
export const placeholders = {
  escola: 'schoolName',
  slogan: 'schoolSlogan',
  suporte: 'supportEmail',
  preço: 'price',
  'preço cheio': 'fullPrice',
  desconto: 'discount',
  vagas: 'places',
  parcelas: 'installments',
  'valor da parcela': 'installmentPrice',
  'outras formas': 'otherMeans',
  questões: 'questionCount',
  aulas: 'lessonCount',
  simulados: 'mockExamCount',
} as const;
export type Placeholder = keyof typeof placeholders;

/** The same for the legal pages, where two of them are more than a value. */
export const legalPlaceholders = ['escola', 'empresa', 'suporte', 'preço', 'ou WhatsApp'] as const;
export type LegalPlaceholder = (typeof legalPlaceholders)[number];

const unseen = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}]/u;
const bracesOf = (value: string, known: readonly string[]) =>
  value.replace(/\{([^{}]*)\}/g, (all, name: string) => (known.includes(name) ? '' : all));

const readableWith = (known: readonly string[]) => [
  storable,
  // Characters that reverse the text direction or are invisible would show readers another text than the editor.
  z.refine<string>((value) => !unseen.test(value), { error: 'Tire os caracteres invisíveis deste texto.' }),
  z.refine<string>((value) => !/[{}]/.test(bracesOf(value, known)), {
    error: `Entre chaves, use só: ${known.map((name) => `{${name}}`).join(', ')}.`,
  }),
];
const onPages = readableWith(Object.keys(placeholders));

const most = (max: number) => z.maxLength(max, `Use no máximo ${max} letras.`);
const line = (max: number) => z.string().check(z.trim(), z.minLength(1, 'Escreva este texto.'), most(max), ...onPages);
/** May be left empty: the page goes without it. */
const maybe = (max: number) => z.string().check(z.trim(), most(max), ...onPages);

/** An image of the school's library. */
const picture = z.nullable(z.string().check(z.regex(imageAddress)));

export const illustrations = ['question', 'timer', 'plan', 'lesson', 'results', 'chat'] as const;

const between = <S extends z.ZodMiniType>(item: S, min: number, max: number) =>
  z.array(item).check(z.minLength(min, `Deixe pelo menos ${min}.`), z.maxLength(max, `Use no máximo ${max}.`));
const wholeNumber = (min: number, max: number) => z.number().check(z.int(), z.gte(min), z.lte(max));

/** What the product can count itself, for the landing page to state. */
export const countedThings = ['questions', 'lessons', 'mockExams', 'seats'] as const;
export type CountedThing = (typeof countedThings)[number];

export const landingContent = z.object({
  page: z.object({ title: line(90), description: line(300) }),
  header: z.object({ login: line(24), action: line(30) }),
  hero: z.object({
    badge: maybe(100),
    title: line(90),
    lead: line(300),
    claim: maybe(120),
    action: line(40),
    terms: between(line(60), 0, 3),
    trial: line(90),
  }),
  stats: between(z.object({ figure: line(16), label: line(48) }), 0, 4),
  benefits: z.object({
    title: line(100),
    lead: maybe(300),
    cards: between(z.object({ drawing: z.enum(illustrations), picture, title: line(80), text: line(300) }), 1, 12),
  }),
  testimonials: z.object({
    title: line(100),
    people: between(z.object({ name: line(60), badge: line(60), text: line(600), picture }), 0, 12),
    rating: z.object({ score: maybe(16), reviews: maybe(80) }),
  }),
  pricing: z.object({
    title: line(100),
    lead: maybe(300),
    steps: between(line(160), 1, 6),
    discount: line(60),
    /** One for each way of what the page tells of cards and slips. */
    methods: z.object({ cardAndSlip: line(160), onlyCard: line(160), onlySlip: line(160), onlyPix: line(160) }),
    installments: z.object({ count: wholeNumber(2, 24), percent: wholeNumber(1, 100) }),
    includes: between(line(120), 1, 12),
    action: line(40),
    guarantee: line(160),
    scarcity: maybe(120),
  }),
  faq: z.object({
    title: line(100),
    lead: maybe(160),
    questions: between(z.object({ question: line(160), answer: line(1200) }), 1, 20),
  }),
  trial: z.object({
    title: line(90),
    description: line(300),
    lead: line(300),
    toLesson: line(40),
    toQuestions: line(40),
    closed: z.object({ title: line(90), lead: line(300), action: line(40) }),
    next: z.object({ title: line(90), lead: line(200), included: line(60) }),
  }),
  finalCall: z.object({ title: line(120), lead: maybe(200), action: line(40) }),
  footer: z.object({
    about: line(240),
    quickLinks: line(40),
    support: line(40),
    social: line(40),
    links: z.object({
      benefits: line(40),
      testimonials: line(40),
      price: line(40),
      questions: line(40),
      login: line(40),
      register: line(40),
      email: line(40),
      whatsapp: line(40),
      terms: line(40),
      privacy: line(40),
      refund: line(40),
    }),
    disclaimer: maybe(240),
  }),
  /** Counts that the page does not state: their sentences are left out. */
  hiddenCounts: z.optional(z.array(z.enum(countedThings)).check(z.maxLength(countedThings.length))),
});
export type LandingContent = z.output<typeof landingContent>;
/** The key of a part of the landing page. */
export const landingPart = z.keyof(z.omit(landingContent, { hiddenCounts: true }));
export type LandingPart = z.output<typeof landingPart>;

/** A text of headings (##), paragraphs, lists (-), **bold** and [links](/terms). */
export const legalContent = z.object({
  brief: z
    .string()
    .check(z.trim(), z.minLength(1, 'Escreva este texto.'), most(800), ...readableWith(legalPlaceholders)),
  text: z
    .string()
    .check(z.trim(), z.minLength(1, 'Escreva este texto.'), most(LEGAL_TEXT_MAX), ...readableWith(legalPlaceholders)),
});
export type LegalContent = z.output<typeof legalContent>;

export const legalPages = ['terms', 'privacy', 'refund'] as const;
export type LegalPage = (typeof legalPages)[number];
export const sitePages = ['landing', ...legalPages] as const;
export type SitePage = (typeof sitePages)[number];

/** Everything that the public pages are made of. */
export type SiteContent = { landing: LandingContent } & Record<LegalPage, LegalContent>;
