import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import {
  CENTS_MAX,
  COMMENT_WORDS_MAX,
  COMPANY_ID_MAX,
  COUPON_HOURS_MAX,
  EMAIL_MAX,
  PIX_KEY_MAX,
  PIX_MERCHANT_CITY_MAX,
  PIX_MERCHANT_NAME_MAX,
  REMINDER_DAYS_MAX,
  REMINDER_HOURS_MAX,
  SCHOOL_NAME_MAX,
  SCHOOL_SLOGAN_MAX,
  WEB_ADDRESS_MAX,
} from '#contract/limits.ts';
import { readable } from '#contract/names.ts';
import { imageAddress } from '#contract/platform/image-address.ts';
import { instant, requiredText, revision, storable } from '#contract/shapes.ts';
import { BRAND_NAVY, BRAND_SUN } from './brand.ts';
import { checkBrand } from './brand-palette.ts';

/*
 * What the school says of itself and where its money goes. The environment is held to the same rules (server/config.ts):
 * a variable that is set wins over what is stored here.
 */

/** One line of readable text: no line breaks, no invisible characters, no direction overrides. */
const line = (max: number, message: string) =>
  z
    .string()
    .check(
      z.overwrite(readable),
      z.trim(),
      z.minLength(1, message),
      z.maxLength(max, `Use no máximo ${max} caracteres.`),
      storable,
    );
const webAddress = requiredText(WEB_ADDRESS_MAX).check(
  z.regex(/^https?:\/\/[^\s/]+(\/[^\s]*)?$/, 'Comece com https://.'),
);

const count = (min: number, max: number) => {
  const message = `Informe um número inteiro de ${min} a ${max}.`;
  return z.int(message).check(z.gte(min, message), z.lte(max, message));
};

const picture = z.string().check(z.regex(imageAddress, 'Envie uma imagem.'));
const colourShape = /^#[0-9a-f]{6}$/;
const isColour = (text: string) => colourShape.test(text);
const brandColour = (example: string) =>
  z.string().check(z.trim(), z.toLowerCase(), z.regex(colourShape, `Informe a cor como ${example}.`));

export const settingRules = {
  schoolName: line(SCHOOL_NAME_MAX, 'Informe o nome da escola.'),
  schoolSlogan: line(SCHOOL_SLOGAN_MAX, 'Informe o slogan da escola.'),
  /** Pictures of the library: the logo for light and for dark backgrounds, and the square symbol. */
  logo: picture,
  logoDark: picture,
  mark: picture,
  /** White text is set on the main colour, dark text on the accent. */
  colour: brandColour(BRAND_NAVY).check(
    z.refine(
      (colour) => !isColour(colour) || checkBrand({ colour, accent: BRAND_SUN }).isColourReadable,
      'Letra branca não se lê sobre esta cor. Escolha uma mais escura.',
    ),
  ),
  accent: brandColour(BRAND_SUN).check(
    z.refine(
      (accent) => !isColour(accent) || checkBrand({ colour: BRAND_NAVY, accent }).isAccentReadable,
      'Letra escura não se lê sobre esta cor. Escolha uma mais clara.',
    ),
  ),
  companyId: line(COMPANY_ID_MAX, 'Informe o CNPJ.'),
  supportEmail: line(EMAIL_MAX, 'Informe o e-mail de suporte.').check(
    z.regex(/^\S+@\S+\.\S+$/, 'Informe um e-mail válido.'),
  ),
  whatsappNumber: line(16, 'Informe o número.').check(
    z.regex(/^\+?\d{10,15}$/, 'Informe o número com código do país, só dígitos: 5511999998888.'),
  ),
  instagram: webAddress,
  facebook: webAddress,
  youtube: webAddress,
  pixKey: line(PIX_KEY_MAX, 'Informe a chave PIX.'),
  pixMerchantName: line(PIX_MERCHANT_NAME_MAX, 'Informe o nome que o banco mostra.'),
  pixMerchantCity: line(PIX_MERCHANT_CITY_MAX, 'Informe a cidade.'),
  /** Customary holidays, not legal ones: if the school observes them, they are no working days. */
  holidayCarnival: z.boolean(),
  holidayCorpusChristi: z.boolean(),
  secondFactor: z.enum(['optional', 'required-for-admins']),
  /** Comments of students below questions: all write, only those who paid, or there are none. */
  comments: z.enum(['on', 'paying', 'off']),
  /** A comment with one of these words waits for a teacher. */
  commentWords: line(COMMENT_WORDS_MAX, 'Informe as palavras, separadas por vírgulas.'),
  /** What the landing page promises and the school does not have: its lines are left out. */
  hidesCard: z.boolean(),
  hidesSlip: z.boolean(),
  hidesWhatsapp: z.boolean(),
  /** Hours for which an unpaid order reserves its use of a limited coupon. */
  couponHours: count(1, COUPON_HOURS_MAX),
  /** After how many hours, and after how many days, an unpaid order is reminded of by mail; 0: not at all. */
  reminderHours: count(0, REMINDER_HOURS_MAX),
  reminderDays: count(0, REMINDER_DAYS_MAX),
  /** Cents that the default offer costs by card, all instalments together. */
  cardTotalCents: z.int('Informe o valor.').check(z.gte(1, 'Informe o valor.'), z.lte(CENTS_MAX, 'Informe o valor.')),
};
export type SettingName = keyof typeof settingRules;
export type StoredSettings = { -readonly [N in SettingName]?: z.output<(typeof settingRules)[N]> | null };

export const settingNames = Object.keys(settingRules) as SettingName[];
const settingName = z.enum(settingNames as [SettingName, ...SettingName[]]);

/** The effective values, whatever their source; null: none. */
export const settingValues = z.object({
  schoolName: z.string(),
  schoolSlogan: z.string(),
  logo: z.nullable(z.string()),
  logoDark: z.nullable(z.string()),
  mark: z.nullable(z.string()),
  colour: z.string(),
  accent: z.string(),
  companyId: z.nullable(z.string()),
  supportEmail: z.string(),
  whatsappNumber: z.nullable(z.string()),
  instagram: z.nullable(z.string()),
  facebook: z.nullable(z.string()),
  youtube: z.nullable(z.string()),
  pixKey: z.nullable(z.string()),
  pixMerchantName: z.nullable(z.string()),
  pixMerchantCity: z.nullable(z.string()),
  holidayCarnival: z.boolean(),
  holidayCorpusChristi: z.boolean(),
  secondFactor: settingRules.secondFactor,
  comments: settingRules.comments,
  commentWords: z.nullable(z.string()),
  hidesCard: z.boolean(),
  hidesSlip: z.boolean(),
  hidesWhatsapp: z.boolean(),
  couponHours: z.int(),
  reminderHours: z.int(),
  reminderDays: z.int(),
  /** Null: what the instalments of the landing page say. */
  cardTotalCents: z.nullable(z.int()),
});
export type SettingValues = z.output<typeof settingValues>;

/** Built from their documentation, and never tried against the live service: the page says so. */
const paymentProviders = ['api-pix', 'asaas'] as const;

export const settings = z.object({
  /** Increases with every change; 0 before the first one. */
  version: z.int(),
  values: settingValues,
  /** Set in the server's environment, which wins: they cannot be changed here. */
  fixed: z.array(settingName),
  /** The provider that confirms payments automatically, chosen in the server's environment; null: none. */
  provider: z.nullable(z.enum(paymentProviders)),
  mail: z.object({
    sender: z.string(),
    /** False: there is no mail server, and mails are stored in a folder of this server. */
    isSent: z.boolean(),
    /** When the code of a test mail was entered, for the current mail server; null: never. */
    provenAt: z.optional(z.nullable(instant)),
  }),
});
export type Settings = z.output<typeof settings>;

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'admin',
  summary: 'What the school says of itself, and what of it the environment has fixed.',
  response: settings,
});

const wish = <S extends z.ZodMiniType>(rule: S) => z.optional(z.nullable(rule));

export const updateSettings = endpoint({
  method: 'PATCH',
  path: '/api/admin/settings',
  access: 'admin',
  freshProof: true,
  errors: ['version_conflict', 'setting_fixed'],
  summary:
    'Changes what is named; null takes it away, and the default holds. Effective at once in every process. 409 when `version` is not the newest.',
  body: z.object({
    version: revision,
    schoolName: wish(settingRules.schoolName),
    schoolSlogan: wish(settingRules.schoolSlogan),
    logo: wish(settingRules.logo),
    logoDark: wish(settingRules.logoDark),
    mark: wish(settingRules.mark),
    colour: wish(settingRules.colour),
    accent: wish(settingRules.accent),
    companyId: wish(settingRules.companyId),
    supportEmail: wish(settingRules.supportEmail),
    whatsappNumber: wish(settingRules.whatsappNumber),
    instagram: wish(settingRules.instagram),
    facebook: wish(settingRules.facebook),
    youtube: wish(settingRules.youtube),
    pixKey: wish(settingRules.pixKey),
    pixMerchantName: wish(settingRules.pixMerchantName),
    pixMerchantCity: wish(settingRules.pixMerchantCity),
    holidayCarnival: wish(settingRules.holidayCarnival),
    holidayCorpusChristi: wish(settingRules.holidayCorpusChristi),
    secondFactor: wish(settingRules.secondFactor),
    comments: wish(settingRules.comments),
    commentWords: wish(settingRules.commentWords),
    hidesCard: wish(settingRules.hidesCard),
    hidesSlip: wish(settingRules.hidesSlip),
    hidesWhatsapp: wish(settingRules.hidesWhatsapp),
    couponHours: wish(settingRules.couponHours),
    reminderHours: wish(settingRules.reminderHours),
    reminderDays: wish(settingRules.reminderDays),
    cardTotalCents: wish(settingRules.cardTotalCents),
  }),
  response: settings,
});

const settingValue = z.union([z.string(), z.boolean(), z.int()]);
export type SettingValue = z.output<typeof settingValue>;

export const settingChange = z.object({
  at: instant,
  /** Null: the account is gone. */
  by: z.nullable(z.string()),
  setting: settingName,
  before: z.nullable(settingValue),
  after: z.nullable(settingValue),
});
export type SettingChange = z.output<typeof settingChange>;

export const listSettingChanges = endpoint({
  method: 'GET',
  path: '/api/admin/settings/changes',
  access: 'admin',
  summary: 'Who changed which setting, from what to what, newest first; at most 100.',
  response: z.array(settingChange),
});

export const testMail = endpoint({
  method: 'POST',
  path: '/api/admin/settings/test-mail',
  access: 'admin',
  errors: ['mail_failed'],
  summary: "Sends a test mail with a code to the caller's own address, now and not through the queue.",
  response: z.object({
    to: z.string(),
    /** `kept`: there is no mail server; the mail is stored in a folder. */
    outcome: z.enum(['sent', 'kept']),
  }),
});

export const confirmTestMail = endpoint({
  method: 'POST',
  path: '/api/admin/settings/test-mail/confirm',
  access: 'admin',
  errors: ['wrong_code'],
  summary: 'Proves that mail arrives, by the code of the newest test letter. It works for an hour and five tries.',
  body: z.object({ code: z.string().check(z.trim(), z.regex(/^\d{6}$/, 'Digite os 6 números da carta.')) }),
  response: settings,
});

export const testPix = endpoint({
  method: 'POST',
  path: '/api/admin/settings/test-pix',
  access: 'admin',
  summary:
    'Makes a PIX code of one real with what is given (else with what holds) and reads it back as a bank app would.',
  body: z.object({
    pixKey: wish(settingRules.pixKey),
    pixMerchantName: wish(settingRules.pixMerchantName),
    pixMerchantCity: wish(settingRules.pixMerchantCity),
  }),
  response: z.object({
    code: z.string(),
    key: z.string(),
    keyKind: z.enum(['cpf', 'cnpj', 'email', 'phone', 'random']),
    merchantName: z.string(),
    merchantCity: z.string(),
    amount: z.int(),
    /** No key is set: this is an example key, and no payment must be made to it. */
    isExample: z.boolean(),
  }),
});
export type TestedPix = z.output<typeof testPix.response>;
