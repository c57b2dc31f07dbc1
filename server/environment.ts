import * as z from 'zod/mini';
import { newUsername } from '#contract/names.ts';
import { settingRules } from '#contract/platform/settings.ts';
import { faultOfAddress, hostsOf } from './db/hosts.ts';
import { PUSH_SERVICES_DEFAULT } from './push/push-settings.ts';

/** A configuration that cannot be used. Its message has one line for the operator per problem. */
export class ConfigError extends Error {
  constructor(problems: string | readonly string[]) {
    super([problems].flat().join('\n'));
  }
}

/** Checks a value by a rule of the contract, with a message for the operator. */
const heldTo = <S extends z.ZodMiniType<string, string>>(rule: S, expected: string) =>
  z.optional(
    z.pipe(z.string().check(z.refine((value) => z.safeParse(rule, value).success, { error: expected })), rule),
  );
const filled = (what: string) => z.string().check(z.trim(), z.minLength(1, what));
const optionalText = z.optional(z.string().check(z.trim()));
const onOff = (fallback: 'on' | 'off') =>
  z.pipe(
    z._default(z.enum(['on', 'off'], 'on or off'), fallback),
    z.transform((value) => value === 'on'),
  );
const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number<string>(`a whole number from ${min} to ${max}`)
    .check(z.int(`a whole number from ${min} to ${max}`), z.gte(min, `at least ${min}`), z.lte(max, `at most ${max}`));
const webAddress = z
  .string()
  .check(z.regex(/^https?:\/\/[^\s/]+(\/[^\s]*)?$/, 'an address such as https://school.example'));
const databaseAddress = z.string().check(({ value, issues }) => {
  const message = faultOfAddress(value);
  if (message) issues.push({ code: 'custom', input: value, message });
});
/** With several hosts the connection goes to the one that takes writes, which a replica never does. */
const replicaAddress = databaseAddress.check(
  z.refine((value) => hostsOf(value) === undefined, 'the address of one replica, without target_session_attrs'),
);

/** Every variable that the server reads. The names are stable for operators. */
export const environment = z.object({
  NODE_ENV: z._default(z.enum(['production', 'development', 'test'], 'production, development or test'), 'development'),
  PORT: z._default(wholeNumber(0, 65535), 3000),
  HOST: z._default(filled('an address to listen on'), '127.0.0.1'),
  PUBLIC_URL: z.optional(webAddress),
  DATA_DIR: z._default(filled('a directory'), './data'),
  DATABASE_URL: z.optional(databaseAddress),
  // With a pooler before the database: listeners, locks and migrations bypass it.
  DATABASE_DIRECT_URL: z.optional(databaseAddress),
  // A streaming replica, for reads that may be some seconds old.
  DATABASE_REPLICA_URL: z.optional(replicaAddress),
  DATABASE_POOL: z._default(wholeNumber(2, 200), 10),
  SESSION_SECRET: z.optional(z.string().check(z.minLength(32, 'at least 32 characters'))),
  // Validated like every new account: a username that registration refuses would lock out its owner, too.
  ADMIN_USERNAME: heldTo(
    newUsername,
    'a username of Latin letters, digits, . _ - @ and single spaces, at most 60 characters',
  ),
  ADMIN_PASSWORD: z.optional(z.string().check(z.trim(), z.minLength(6, 'at least 6 characters'))),
  ADMIN_EMAIL: z.optional(z.string().check(z.trim(), z.regex(/^\S+@\S+\.\S+$/, 'an e-mail address'))),
  SAMPLE_CONTENT: z.optional(z.enum(['on', 'off'], 'on or off')),
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\//, 'an address such as smtp://user:password@host:587'))),
  MAIL_FROM: optionalText,
  // Hosts of push services, or off; and the key that identifies us to them, unless it is generated and stored here.
  PUSH_SERVICES: z._default(filled('hosts, or off'), PUSH_SERVICES_DEFAULT),
  VAPID_PRIVATE_KEY: optionalText,
  S3_ENDPOINT: optionalText,
  S3_REGION: optionalText,
  S3_BUCKET: optionalText,
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  // Limits in megabytes: one file of a lesson or course, and all PDF copies that carry a student's name.
  ATTACHMENT_MAX_MB: z._default(wholeNumber(1, 500), 50),
  ATTACHMENT_COPIES_MB: z._default(wholeNumber(0, 1_000_000), 1024),
  // Limit of one video or recording in megabytes, and the program that transcodes it for the web, or off.
  RECORDING_MAX_MB: z._default(wholeNumber(1, 20_000), 1024),
  FFMPEG: z._default(filled('the path of ffmpeg, or off'), 'ffmpeg'),
  PIX_KEY: optionalText,
  PIX_MERCHANT_NAME: optionalText,
  PIX_MERCHANT_CITY: optionalText,
  PIX_PROVIDER: z._default(z.enum(['none', 'api-pix', 'asaas'], 'none, api-pix or asaas'), 'none'),
  PIX_API_URL: z.optional(webAddress),
  PIX_API_TOKEN_URL: z.optional(webAddress),
  PIX_API_CLIENT_ID: optionalText,
  PIX_API_CLIENT_SECRET: optionalText,
  // A file (PEM or PKCS#12), or the PEM itself.
  PIX_API_CERTIFICATE: optionalText,
  PIX_API_PASSPHRASE: z.optional(z.string()),
  PIX_API_CA: optionalText,
  PIX_WEBHOOK_SECRET: optionalText,
  PRICE_CENTS: z._default(wholeNumber(1, 100_000_000), 29_700),
  SCHOOL_NAME: heldTo(settingRules.schoolName, 'the name of the school, at most 80 characters'),
  SCHOOL_SLOGAN: heldTo(settingRules.schoolSlogan, 'the slogan of the school, at most 160 characters'),
  SUPPORT_EMAIL: heldTo(settingRules.supportEmail, 'an e-mail address'),
  WHATSAPP_NUMBER: heldTo(settingRules.whatsappNumber, 'digits with country code, such as 5511999998888'),
  COMPANY_ID: heldTo(settingRules.companyId, 'the number of the company, at most 40 characters'),
  HOLIDAY_CARNIVAL: z.optional(z.enum(['on', 'off'], 'on or off')),
  HOLIDAY_CORPUS_CHRISTI: z.optional(z.enum(['on', 'off'], 'on or off')),
  SOCIAL_INSTAGRAM: heldTo(settingRules.instagram, 'an address such as https://instagram.com/school'),
  SOCIAL_FACEBOOK: heldTo(settingRules.facebook, 'an address such as https://facebook.com/school'),
  SOCIAL_YOUTUBE: heldTo(settingRules.youtube, 'an address such as https://youtube.com/@school'),
  TRUST_PROXY: onOff('off'),
  RATE_LIMIT: onOff('on'),
  // Off removes the service worker of browsers: it clears its caches and unregisters.
  SERVICE_WORKER: onOff('on'),
  SECOND_FACTOR: z.optional(z.enum(['optional', 'required-for-admins'], 'optional or required-for-admins')),
  GOOGLE_CLIENT_ID: optionalText,
  GOOGLE_CLIENT_SECRET: optionalText,
  // Another issuer is for trials only: the screens call it Google.
  GOOGLE_ISSUER: z._default(webAddress, 'https://accounts.google.com'),
  WORKERS: z._default(wholeNumber(1, 256), 1),
  PROOF_RETENTION_DAYS: z._default(wholeNumber(30, 36_500), 1826),
  DRAIN_SECONDS: z._default(wholeNumber(0, 60), 0),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'at least 16 characters'))),
  // OpenTelemetry's own names; its code reads the others (headers, sampling, batches).
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(webAddress),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.optional(webAddress),
  OTEL_TRACES_EXPORTER: z._default(z.enum(['otlp', 'none'], 'otlp or none'), 'otlp'),
  OTEL_SDK_DISABLED: z._default(z.enum(['true', 'false'], 'true or false'), 'false'),
  LOG_LEVEL: z._default(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'fatal, error, warn, info, debug, trace or silent',
    ),
    'info',
  ),
});

export const variables = Object.keys(environment.shape);

export type Environment = z.output<typeof environment>;
