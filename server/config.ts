import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import type { StoredSettings } from '#contract/platform/settings.ts';
import { googleSettings, providerSettings, type Report, s3Settings } from './config-services.ts';
import { ConfigError, type Environment, environment } from './environment.ts';
import { pixProblems } from './pix/pix.ts';
import { readPushSettings } from './push/push-settings.ts';
import { missingSettings, valuesOf } from './school/school.ts';

export type Config = ReturnType<typeof readConfig>;

/** Reads the environment once. Throws one ConfigError that names every wrong and every missing variable. */
export function readConfig(source: NodeJS.ProcessEnv = process.env) {
  // An empty variable in an .env file means "not set".
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const { env, wrong } = parseEnvironment(given);
  const problems = [...wrong.values()];
  const report = (problem: string) => {
    // A variable with a wrong value is not missing as well.
    if (!wrong.has(problem.slice(0, problem.indexOf(':')))) problems.push(problem);
    return undefined;
  };
  const isProduction = env.NODE_ENV === 'production';
  if (isProduction && env.DATABASE_URL && !env.SESSION_SECRET) {
    report('SESSION_SECRET: required in production with DATABASE_URL, at least 32 random characters.');
  }
  if (isProduction && !env.PUBLIC_URL) {
    report('PUBLIC_URL: required in production, the address people open, such as https://school.example.');
  }
  if (env.SMTP_URL && !env.MAIL_FROM) {
    report('MAIL_FROM: required with SMTP_URL, the sender such as "Alvorada <nao-responda@school.example>".');
  }
  const fixedSettings = settingsOf(env, report);
  const push = readPushSettings(env.PUSH_SERVICES, env.VAPID_PRIVATE_KEY);
  if ('problem' in push) report(push.problem);
  const s3 = s3Settings(env, report);
  const pixProvider = providerSettings(env, report);
  const google = googleSettings(env, report);
  if (problems.length > 0 || 'problem' in push)
    throw new ConfigError([...problems, ...unsaved(isProduction, fixedSettings)]);
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
    s3,
    sessionSecret: env.SESSION_SECRET ?? storedSecret(dataDir),
    admin: { username: env.ADMIN_USERNAME, password: env.ADMIN_PASSWORD, email: env.ADMIN_EMAIL },
    /** Undefined: decided at the first start of a new embedded database. */
    sampleContent: env.SAMPLE_CONTENT === undefined ? undefined : env.SAMPLE_CONTENT === 'on',
    smtpUrl: env.SMTP_URL,
    /** Undefined: the school's name, without a real address. */
    mailFrom: env.MAIL_FROM,
    push,
    pixProvider,
    priceCents: env.PRICE_CENTS,
    /** Settings that the owner saves in the product, fixed where the environment sets them (server/school). */
    fixedSettings,
    trustProxy: env.TRUST_PROXY,
    rateLimit: env.RATE_LIMIT,
    serviceWorker: env.SERVICE_WORKER,
    google,
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

/** The parsed values, and the problem of each variable that is parsed as if it were not set. */
function parseEnvironment(given: Record<string, string | undefined>): { env: Environment; wrong: Map<string, string> } {
  const parsed = z.safeParse(environment, given);
  if (parsed.success) return { env: parsed.data, wrong: new Map() };
  const wrong = new Map<string, string>();
  for (const { path, message } of parsed.error.issues) {
    const name = String(path[0]);
    if (!wrong.has(name)) wrong.set(name, `${name}: expected ${message || 'another value'}.`);
  }
  const right = Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name)));
  return { env: z.parse(environment, right), wrong };
}

/**
 * Settings that the database may hold cannot be checked yet. They join a list of problems, so that an operator who
 * corrects it does not meet them at the next start.
 */
function unsaved(isProduction: boolean, fixed: StoredSettings): string[] {
  const missing = isProduction ? missingSettings(valuesOf(fixed, {})) : [];
  const names = missing.map(({ problem }) => problem.slice(0, problem.indexOf(':')));
  return names.length === 0
    ? []
    : [`${names.join(', ')}: required in production, unless the school has saved them in the product.`];
}

const isTraced = (env: Environment) =>
  env.OTEL_SDK_DISABLED === 'false' &&
  env.OTEL_TRACES_EXPORTER === 'otlp' &&
  (env.OTEL_EXPORTER_OTLP_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined;

/** Which variable fixes which setting; a missing one fixes nothing. */
function settingsOf(env: Environment, report: Report): StoredSettings {
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
  for (const { problem } of pixProblems(given, schoolName)) report(problem);
  return Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined));
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
