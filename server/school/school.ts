import { COUPON_HOURS_DEFAULT, REMINDER_DAYS_DEFAULT, REMINDER_HOURS_DEFAULT } from '#contract/limits.ts';
import { BRAND_NAVY } from '#contract/platform/brand.ts';
import type { SettingName, SettingValues, StoredSettings } from '#contract/platform/settings.ts';
import { type PixSettings, readPix } from '#server/pix/pix.ts';

/** The school as it is now: what the environment fixes, else what its owner has saved, else the defaults. */
export type School = {
  schoolName: string;
  schoolSlogan: string;
  /** `/api/media/7`; null: the name is the mark. */
  logo: string | null;
  /** As #rrggbb. */
  colour: string;
  supportEmail: string;
  whatsappNumber: string | null;
  companyId: string | null;
  social: { instagram: string | null; facebook: string | null; youtube: string | null };
  holidays: { carnival: boolean; corpusChristi: boolean };
  secondFactor: SettingValues['secondFactor'];
  /** What the landing page does not tell of. */
  hidden: { card: boolean; slip: boolean; whatsapp: boolean };
  pix: PixSettings;
  sales: {
    /** Hours for which an unpaid order reserves its use of a limited coupon. */
    couponHours: number;
    /** When an unpaid order is reminded of; 0: not at all. */
    reminderHours: number;
    reminderDays: number;
    /** What the default offer costs by card; null: what the instalments of the landing page say. */
    cardTotalCents: number | null;
  };
};

const defaults: SettingValues = {
  schoolName: 'Alvorada',
  schoolSlogan: 'Antes da farda, a alvorada.',
  logo: null,
  colour: BRAND_NAVY,
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
  hidesCard: false,
  hidesSlip: false,
  hidesWhatsapp: false,
  couponHours: COUPON_HOURS_DEFAULT,
  reminderHours: REMINDER_HOURS_DEFAULT,
  reminderDays: REMINDER_DAYS_DEFAULT,
  cardTotalCents: null,
};

/** The school has taken its own name or CNPJ, so that it answers for what its page claims. */
export const hasOwnIdentity = ({ schoolName, companyId }: Pick<School, 'schoolName' | 'companyId'>): boolean =>
  schoolName !== defaults.schoolName || companyId !== defaults.companyId;

const present = (settings: StoredSettings): Partial<SettingValues> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== undefined));

/** What holds of each setting. The environment wins. */
export const valuesOf = (fixed: StoredSettings, stored: StoredSettings): SettingValues => ({
  ...defaults,
  ...present(stored),
  ...present(fixed),
});

/** What of it cannot be used: the setting, and the line that tells the operator why. */
export type SchoolProblem = { setting: SettingName; problem: string };

/** In production no student may be asked to pay or write to an example. */
const required: readonly (readonly [SettingName, string])[] = [
  ['supportEmail', 'SUPPORT_EMAIL: required in production, the address students write to.'],
  ['pixKey', 'PIX_KEY: required in production, the key that students pay to.'],
  ['pixMerchantName', 'PIX_MERCHANT_NAME: required in production, the name that bank apps show to whoever pays.'],
  ['pixMerchantCity', 'PIX_MERCHANT_CITY: required in production, the city that stands in every PIX code.'],
];

export function schoolOf(values: SettingValues, isProduction: boolean): School | SchoolProblem {
  for (const [setting, problem] of isProduction ? required : []) {
    if (values[setting] === defaults[setting]) return { setting, problem };
  }
  const { pixKey, pixMerchantName, pixMerchantCity } = values;
  const pix = readPix({ key: pixKey, merchantName: pixMerchantName, merchantCity: pixMerchantCity }, values.schoolName);
  if ('problem' in pix) return pix;
  return {
    schoolName: values.schoolName,
    schoolSlogan: values.schoolSlogan,
    logo: values.logo,
    colour: values.colour,
    supportEmail: values.supportEmail,
    whatsappNumber: values.whatsappNumber,
    companyId: values.companyId,
    social: { instagram: values.instagram, facebook: values.facebook, youtube: values.youtube },
    holidays: { carnival: values.holidayCarnival, corpusChristi: values.holidayCorpusChristi },
    secondFactor: values.secondFactor,
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
