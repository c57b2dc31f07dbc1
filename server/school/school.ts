import { COUPON_HOURS_DEFAULT, REMINDER_DAYS_DEFAULT, REMINDER_HOURS_DEFAULT } from '#contract/limits.ts';
import { BRAND_NAVY, BRAND_SUN } from '#contract/platform/brand.ts';
import type { SettingName, SettingValues, StoredSettings } from '#contract/platform/settings.ts';
import { type PixSettings, readPix } from '#server/pix/pix.ts';

/** The school's current settings: fixed by the environment, else saved by its owner, else the defaults. */
export type School = {
  schoolName: string;
  schoolSlogan: string;
  /** `/api/media/7`; null: the product's symbol and the school's name are the logo. */
  logo: string | null;
  /** The logo on dark backgrounds; null: the other one on a white plate. */
  logoDark: string | null;
  /** The square symbol, also the icon of the installed app; null: the product's sun. */
  mark: string | null;
  /** The main colour and the accent, as #rrggbb. */
  colour: string;
  accent: string;
  supportEmail: string;
  whatsappNumber: string | null;
  companyId: string | null;
  social: { instagram: string | null; facebook: string | null; youtube: string | null };
  holidays: { carnival: boolean; corpusChristi: boolean };
  secondFactor: SettingValues['secondFactor'];
  comments: { writing: SettingValues['comments']; words: string };
  /** What the landing page does not mention. */
  hidden: { card: boolean; slip: boolean; whatsapp: boolean };
  pix: PixSettings;
  sales: {
    /** Hours for which an unpaid order reserves its use of a limited coupon. */
    couponHours: number;
    /** When the reminder of an unpaid order is sent; 0: never. */
    reminderHours: number;
    reminderDays: number;
    /** The default offer's price by card; null: from the instalments of the landing page. */
    cardTotalCents: number | null;
  };
};

const defaults: SettingValues = {
  schoolName: 'Alvorada',
  schoolSlogan: 'Antes da farda, a alvorada.',
  logo: null,
  logoDark: null,
  mark: null,
  colour: BRAND_NAVY,
  accent: BRAND_SUN,
  companyId: null,
  supportEmail: 'suporte@alvorada.example',
  whatsappNumber: null,
  instagram: null,
  facebook: null,
  youtube: null,
  pixKey: null,
  pixMerchantName: null,
  pixMerchantCity: null,
  holidayCarnival: false,
  holidayCorpusChristi: false,
  secondFactor: 'optional',
  comments: 'on',
  commentWords: null,
  hidesCard: false,
  hidesSlip: false,
  hidesWhatsapp: false,
  couponHours: COUPON_HOURS_DEFAULT,
  reminderHours: REMINDER_HOURS_DEFAULT,
  reminderDays: REMINDER_DAYS_DEFAULT,
  cardTotalCents: null,
};

/** Whether the school has set its own name or CNPJ, so that it answers for the claims of its page. */
export const hasOwnIdentity = ({ schoolName, companyId }: Pick<School, 'schoolName' | 'companyId'>): boolean =>
  schoolName !== defaults.schoolName || companyId !== defaults.companyId;

const present = (settings: StoredSettings): Partial<SettingValues> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== undefined));

/** The effective value of each setting. The environment wins. */
export const valuesOf = (fixed: StoredSettings, stored: StoredSettings): SettingValues => ({
  ...defaults,
  ...present(stored),
  ...present(fixed),
});

/** An invalid setting, and the message that explains it to the operator. */
export type SchoolProblem = { setting: SettingName; problem: string };

/** In production no student may be asked to pay or write to an example. */
const required: readonly (readonly [SettingName, string])[] = [
  ['supportEmail', 'SUPPORT_EMAIL: required in production, the address students write to.'],
  ['pixKey', 'PIX_KEY: required in production, the key that students pay to.'],
  ['pixMerchantName', 'PIX_MERCHANT_NAME: required in production, the name that bank apps show to whoever pays.'],
  ['pixMerchantCity', 'PIX_MERCHANT_CITY: required in production, the city that stands in every PIX code.'],
];

/** The settings that production requires and that still have their default. */
export const missingSettings = (values: SettingValues): SchoolProblem[] =>
  required
    .filter(([setting]) => values[setting] === defaults[setting])
    .map(([setting, problem]) => ({ setting, problem }));

export function schoolOf(values: SettingValues, isProduction: boolean): School | SchoolProblem {
  const [missing] = isProduction ? missingSettings(values) : [];
  if (missing) return missing;
  const { pixKey, pixMerchantName, pixMerchantCity } = values;
  const pix = readPix({ key: pixKey, merchantName: pixMerchantName, merchantCity: pixMerchantCity }, values.schoolName);
  if ('problem' in pix) return pix;
  return {
    schoolName: values.schoolName,
    schoolSlogan: values.schoolSlogan,
    logo: values.logo,
    logoDark: values.logoDark,
    mark: values.mark,
    colour: values.colour,
    accent: values.accent,
    supportEmail: values.supportEmail,
    whatsappNumber: values.whatsappNumber,
    companyId: values.companyId,
    social: { instagram: values.instagram, facebook: values.facebook, youtube: values.youtube },
    holidays: { carnival: values.holidayCarnival, corpusChristi: values.holidayCorpusChristi },
    secondFactor: values.secondFactor,
    comments: { writing: values.comments, words: values.commentWords ?? '' },
    hidden: { card: values.hidesCard, slip: values.hidesSlip, whatsapp: values.hidesWhatsapp },
    pix,
    sales: {
      couponHours: values.couponHours,
      reminderHours: values.reminderHours,
      reminderDays: values.reminderDays,
      cardTotalCents: values.cardTotalCents,
    },
  };
}
