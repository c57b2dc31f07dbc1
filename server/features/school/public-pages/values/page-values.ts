import type { PageValues, PaymentMethods } from '#contract/school/page-values.ts';
import type { Config } from '#server/config.ts';
import { cardAmountOf, type Instalments } from '#server/features/money/offers/card-price.ts';
import { brandColours, brandStyle, iconsOf, linkPictureOf, productBrand } from '#server/school/brand.ts';
import type { School } from '#server/school/school.ts';
import { steadyClock } from '#server/time/steady-clock.ts';

/** Defaults of a new school, until the database has other values. */
const begun = { fullPriceCents: 69_700, places: 47 };

/** The current offer, from the database. */
export type Sold = {
  price: number;
  struckPrice: number | null;
  placesLeft: number | null;
  /** The price while seats are left. Omitted: the same as `price`. */
  basePrice?: number;
};

/** The free trial: trusted HTML, and a key that changes with its content. */
export type TrialContent = { html: string; title: string; key: string };

const brl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
/** "297,00" and "R$ 297,00"; the space after R$ stays unbreakable. */
const money = (cents: number): string => brl.format(cents / 100);

/** Facts of the school that pages show. The owner may change most of them at any time. */
export type SchoolFacts = Pick<
  School,
  'schoolName' | 'schoolSlogan' | 'supportEmail' | 'whatsappNumber' | 'companyId' | 'social' | 'hidden'
> &
  Pick<Config, 'priceCents' | 'publicUrl'> &
  Partial<Pick<School, 'logo' | 'logoDark' | 'mark' | 'colour' | 'accent'>> &
  Partial<Pick<Config, 'google' | 'serviceWorker'>> & {
    hasSample?: boolean;
    isProduction?: boolean;
    now?: Date;
    sales?: Pick<School['sales'], 'cardTotalCents'>;
    /** False: there is no mail server. */
    sendsMail?: boolean;
    /** A payment provider confirms payments automatically. */
    confirmsPayments?: boolean;
    /** Counts of the content of the school; missing while the database is unreachable. */
    counts?: PageCounts | null;
  };

export type PageCounts = { questions: number; lessons: number; mockExams: number };

/** What the public pages show of the school, its offer and its trial. */
export function pageValues(
  facts: SchoolFacts,
  installments: Instalments,
  // Defaults of a new school, when the caller has no values from the database.
  sold: Sold = { price: facts.priceCents, struckPrice: begun.fullPriceCents, placesLeft: begun.places },
  trial: PageValues['trial'] = null,
): PageValues {
  const fullPrice = sold.struckPrice ?? sold.price;
  const cardTotal = cardAmountOf(sold.price, {
    cardTotal: facts.sales?.cardTotalCents ?? null,
    basePrice: sold.basePrice ?? sold.price,
    instalments: installments,
  });
  const discount = Math.round((1 - sold.price / fullPrice) * 100);
  const whatsapp = whatsappOf(facts);
  const { card, slip } = facts.hidden;
  return {
    schoolName: facts.schoolName,
    schoolSlogan: facts.schoolSlogan,
    ...brandValues(facts),
    supportEmail: facts.supportEmail,
    whatsappUrl: whatsapp && `https://wa.me/${whatsapp}`,
    companyId: facts.companyId,
    instagramUrl: facts.social.instagram,
    facebookUrl: facts.social.facebook,
    youtubeUrl: facts.social.youtube,
    publicUrl: facts.publicUrl ?? null,
    price: money(sold.price),
    priceFigure: money(sold.price).replace(/^R\$\s*/, ''),
    priceDecimal: (sold.price / 100).toFixed(2),
    fullPrice: money(fullPrice),
    // No seats left, or seats are not limited: no badge.
    places: seatsInWords(sold.placesLeft),
    // No discount when the price is not below the struck price: the page must not claim a false promotion.
    discount: discount > 0 ? String(discount) : null,
    methods: methodsOf(facts.hidden),
    otherMeans: [...(card ? [] : ['cartão']), ...(slip ? [] : ['boleto'])].join(' ou ') || null,
    helpsByWhatsapp: !facts.hidden.whatsapp,
    confirmsPayments: facts.confirmsPayments ?? false,
    questionCount: countInWords(facts.counts?.questions),
    lessonCount: countInWords(facts.counts?.lessons),
    mockExamCount: countInWords(facts.counts?.mockExams),
    installments: String(installments.count),
    installmentPrice: money(Math.round(cardTotal / installments.count)),
    trial,
  };
}

/** What the shell of the app carries. */
export function shellValues(facts: SchoolFacts) {
  return {
    schoolName: facts.schoolName,
    schoolSlogan: facts.schoolSlogan,
    supportEmail: facts.supportEmail,
    ...brandValues(facts),
    schoolJson: JSON.stringify({
      name: facts.schoolName,
      slogan: facts.schoolSlogan,
      supportEmail: facts.supportEmail,
      whatsapp: whatsappOf(facts),
      companyId: facts.companyId,
      priceCents: facts.priceCents,
      google: facts.google !== undefined,
      hasSample: facts.hasSample ?? false,
      hasWorker: facts.serviceWorker ?? false,
      ...(facts.hasSample && facts.isProduction === false ? { hasExampleLogins: true } : {}),
      ...(facts.sendsMail === false ? { sendsMail: false } : {}),
      clock: facts.now ? steadyClock(facts.now) : null,
      publicHost: facts.publicUrl ? new URL(facts.publicUrl).hostname : null,
    }),
  };
}

const whatsappOf = ({ whatsappNumber }: SchoolFacts) => whatsappNumber?.replace(/\D/g, '') ?? null;

/** The look of the school: its style element, icons, the picture of shared links and the colour of the browser's bar. */
function brandValues(facts: SchoolFacts) {
  const brand = { ...productBrand, ...facts };
  const icons = iconsOf(brand);
  const style = brandStyle(brand);
  return {
    brandStyle: style && `<style>${style}</style>`,
    brandColour: brandColours(brand).colour,
    iconSmall: icons.small,
    iconVector: icons.vector,
    iconTouch: icons.touch,
    linkPicture: linkPictureOf(brand),
  };
}

function methodsOf({ card, slip }: SchoolFacts['hidden']): PaymentMethods {
  if (card) return slip ? 'onlyPix' : 'onlySlip';
  return slip ? 'onlyCard' : 'cardAndSlip';
}

/** Omits a sentence about a count of 0 or 1: texts of the page use the plural. */
const countInWords = (count = 0): string | null => (count > 1 ? count.toLocaleString('pt-BR') : null);

function seatsInWords(left: number | null): string | null {
  if (left === null || left <= 0) return null;
  return left === 1 ? 'a próxima matrícula' : `as próximas ${left.toLocaleString('pt-BR')} matrículas`;
}
