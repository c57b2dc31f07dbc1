import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { newUsername } from '#contract/names.ts';
import { type StoredSettings, settingRules } from '#contract/platform/settings.ts';
import { faultOfAddress, hostsOf } from './db/hosts.ts';
import { readPix } from './pix/pix.ts';
import { secretsIn } from './pix/provider/secret.ts';
import { PUSH_SERVICES_DEFAULT, readPushSettings } from './push/push-settings.ts';

/** A configuration that cannot be used. Its message is one line for the operator. */
export class ConfigError extends Error {}

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

export type Config = ReturnType<typeof readConfig>;

/** Reads the environment once. A wrong or missing value throws a ConfigError that names the variable. */
export function readConfig(source: NodeJS.ProcessEnv = process.env) {
  // An empty variable in an .env file means "not set".
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = z.safeParse(environment, given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${String(issue?.path[0])}: expected ${issue?.message ?? 'another value'}.`);
  }
  const env = parsed.data;
  const isProduction = env.NODE_ENV === 'production';
  if (isProduction && env.DATABASE_URL && !env.SESSION_SECRET) {
    throw new ConfigError('SESSION_SECRET: required in production with DATABASE_URL, at least 32 random characters.');
  }
  if (isProduction && !env.PUBLIC_URL) {
    throw new ConfigError(
      'PUBLIC_URL: required in production, the address people open, such as https://school.example.',
    );
  }
  if (env.SMTP_URL && !env.MAIL_FROM) {
    throw new ConfigError(
      'MAIL_FROM: required with SMTP_URL, the sender such as "Alvorada <nao-responda@school.example>".',
    );
  }
  const fixedSettings = settingsOf(env);
  const push = readPushSettings(env.PUSH_SERVICES, env.VAPID_PRIVATE_KEY);
  if ('problem' in push) throw new ConfigError(push.problem);
  const dataDir = resolve(env.DATA_DIR);
  return {
    isProduction,
    isTest: env.NODE_ENV === 'test',
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
    dataDir,
    databaseUrl: env.DATABASE_URL,
    directDatabaseUrl: env.DATABASE_DIRECT_URL,
    replicaUrl: env.DATABASE_REPLICA_URL,
    databasePool: env.DATABASE_POOL,
    s3: s3Settings(env),
    sessionSecret: env.SESSION_SECRET ?? storedSecret(dataDir),
    admin: { username: env.ADMIN_USERNAME, password: env.ADMIN_PASSWORD, email: env.ADMIN_EMAIL },
    /** Undefined: decided at the first start of a new embedded database. */
    sampleContent: env.SAMPLE_CONTENT === undefined ? undefined : env.SAMPLE_CONTENT === 'on',
    smtpUrl: env.SMTP_URL,
    /** Undefined: the school's name, without a real address. */
    mailFrom: env.MAIL_FROM,
    push,
    pixProvider: providerSettings(env),
    priceCents: env.PRICE_CENTS,
    /** Settings that the owner saves in the product, fixed where the environment sets them (server/school). */
    fixedSettings,
    trustProxy: env.TRUST_PROXY,
    rateLimit: env.RATE_LIMIT,
    serviceWorker: env.SERVICE_WORKER,
    google: googleSettings(env),
    workers: env.WORKERS,
    attachmentMaxBytes: env.ATTACHMENT_MAX_MB * 1024 * 1024,
    attachmentCopiesBytes: env.ATTACHMENT_COPIES_MB * 1024 * 1024,
    recordingMaxBytes: env.RECORDING_MAX_MB * 1024 * 1024,
    /** Undefined: videos are served as uploaded. */
    ffmpeg: env.FFMPEG === 'off' ? undefined : env.FFMPEG,
    proofRetentionDays: env.PROOF_RETENTION_DAYS,
    drainSeconds: env.DRAIN_SECONDS,
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
    /** Whether traces are sent to a collector. */
    tracing: isTraced(env),
  };
}

const isTraced = (env: z.output<typeof environment>) =>
  env.OTEL_SDK_DISABLED === 'false' &&
  env.OTEL_TRACES_EXPORTER === 'otlp' &&
  (env.OTEL_EXPORTER_OTLP_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined;

/** Which variable fixes which setting; a missing one fixes nothing. */
function settingsOf(env: z.output<typeof environment>): StoredSettings {
  const wish = {
    schoolName: env.SCHOOL_NAME,
    schoolSlogan: env.SCHOOL_SLOGAN,
    companyId: env.COMPANY_ID,
    supportEmail: env.SUPPORT_EMAIL,
    whatsappNumber: env.WHATSAPP_NUMBER,
    instagram: env.SOCIAL_INSTAGRAM,
    facebook: env.SOCIAL_FACEBOOK,
    youtube: env.SOCIAL_YOUTUBE,
    pixKey: env.PIX_KEY,
    pixMerchantName: env.PIX_MERCHANT_NAME,
    pixMerchantCity: env.PIX_MERCHANT_CITY,
    holidayCarnival: env.HOLIDAY_CARNIVAL && env.HOLIDAY_CARNIVAL === 'on',
    holidayCorpusChristi: env.HOLIDAY_CORPUS_CHRISTI && env.HOLIDAY_CORPUS_CHRISTI === 'on',
    secondFactor: env.SECOND_FACTOR,
  } satisfies { [N in keyof StoredSettings]: unknown };
  const { pixKey: key, pixMerchantName, pixMerchantCity, schoolName = 'Alvorada' } = wish;
  const given = { key: key ?? null, merchantName: pixMerchantName ?? null, merchantCity: pixMerchantCity ?? null };
  const pix = readPix(given, schoolName);
  if ('problem' in pix) throw new ConfigError(pix.problem);
  return Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined));
}

const WEBHOOK_SECRET = /^[A-Za-z0-9_-]{16,200}$/;

/** Named files are read once at startup: a wrong path fails then, not when the first student pays. */
function readSecrets(name: string, source: string | undefined): string[] {
  if (source === undefined) return [];
  try {
    return secretsIn(source);
  } catch {
    throw new ConfigError(`${name}: there is no such file, or it is empty.`);
  }
}

/** Undefined: no provider confirms payments, students send a proof. */
function providerSettings(env: z.output<typeof environment>) {
  if (env.PIX_PROVIDER === 'none') return undefined;
  const {
    PIX_API_URL: url,
    PIX_API_TOKEN_URL: tokenUrl,
    PIX_API_CLIENT_ID: clientId,
    PIX_API_CLIENT_SECRET: clientSecret,
  } = env;
  const isAsaas = env.PIX_PROVIDER === 'asaas';
  if (isAsaas && (!url || !clientSecret)) {
    throw new ConfigError(
      'PIX_PROVIDER: asaas needs PIX_API_URL and, in PIX_API_CLIENT_SECRET, the key of the account.',
    );
  }
  if (!url || !clientSecret || (!isAsaas && (!tokenUrl || !clientId))) {
    throw new ConfigError(
      'PIX_PROVIDER: api-pix needs PIX_API_URL, PIX_API_TOKEN_URL, PIX_API_CLIENT_ID and PIX_API_CLIENT_SECRET.',
    );
  }
  if (![url, tokenUrl ?? url].every((address) => address.startsWith('https://'))) {
    throw new ConfigError('PIX_API_URL: expected https addresses, here and in PIX_API_TOKEN_URL.');
  }
  for (const name of ['PIX_API_CERTIFICATE', 'PIX_API_CA'] as const) {
    const source = env[name];
    if (source && !source.includes('-----BEGIN') && !existsSync(source)) {
      throw new ConfigError(`${name}: there is no such file.`);
    }
  }
  const secrets = { PIX_API_CLIENT_SECRET: clientSecret, PIX_API_PASSPHRASE: env.PIX_API_PASSPHRASE };
  for (const [name, source] of Object.entries(secrets)) readSecrets(name, source);
  if (!readSecrets('PIX_WEBHOOK_SECRET', env.PIX_WEBHOOK_SECRET).every((secret) => WEBHOOK_SECRET.test(secret))) {
    throw new ConfigError('PIX_WEBHOOK_SECRET: expected 16 or more letters, figures, - and _.');
  }
  return {
    name: env.PIX_PROVIDER,
    url: url.replace(/\/+$/, ''),
    tokenUrl: tokenUrl ?? '',
    clientId: clientId ?? '',
    clientSecret,
    certificate: env.PIX_API_CERTIFICATE,
    passphrase: env.PIX_API_PASSPHRASE,
    ca: env.PIX_API_CA,
    webhookSecret: env.PIX_WEBHOOK_SECRET,
  };
}

/** Undefined: sign-in with Google is off. */
function googleSettings(env: z.output<typeof environment>) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = env;
  if (!clientId && !clientSecret) return undefined;
  if (!clientId || !clientSecret) {
    throw new ConfigError('GOOGLE_CLIENT_SECRET: required with GOOGLE_CLIENT_ID, and the other way round.');
  }
  if (!env.PUBLIC_URL) {
    throw new ConfigError('PUBLIC_URL: required with GOOGLE_CLIENT_ID, the address that Google sends people back to.');
  }
  const { protocol, hostname } = new URL(issuer);
  if (protocol === 'http:' && hostname !== 'localhost' && hostname !== '127.0.0.1') {
    throw new ConfigError('GOOGLE_ISSUER: expected an https address.');
  }
  const redirectUri = `${env.PUBLIC_URL.replace(/\/+$/, '')}/api/google/callback`;
  return { clientId, clientSecret, issuer: issuer.replace(/\/+$/, ''), redirectUri };
}

/** Undefined: files are stored on disk. */
function s3Settings(env: z.output<typeof environment>) {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint } = env;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!bucket) {
    if (endpoint || accessKeyId || secretAccessKey) {
      throw new ConfigError('S3_BUCKET: required with S3_ENDPOINT and S3_ACCESS_KEY_ID.');
    }
    return undefined;
  }
  if (!accessKeyId !== !secretAccessKey) {
    throw new ConfigError('S3_SECRET_ACCESS_KEY: required with S3_ACCESS_KEY_ID, and the other way round.');
  }
  return {
    bucket,
    endpoint,
    region: env.S3_REGION ?? 'us-east-1',
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  };
}

/** Without SESSION_SECRET one is generated once and stored beside the data. */
function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  mkdirSync(dataDir, { recursive: true });
  const secret = randomBytes(32).toString('base64url');
  // 'wx': two processes that start together agree on the one that wrote first.
  try {
    writeFileSync(file, `${secret}\n`, { flag: 'wx', mode: 0o600 });
    chmodSync(file, 0o600);
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readFileSync(file, 'utf8').trim();
    throw error;
  }
}
