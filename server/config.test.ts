import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { readConfig } from './config.ts';
import { warningsOf } from './config-warnings.ts';
import { ConfigError, environment, variables } from './environment.ts';
import { schoolOf, valuesOf } from './school/school.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'alvorada-config-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const secret = 's'.repeat(32);
const read = (environment: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...environment });
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://escola.example',
  SUPPORT_EMAIL: 'ajuda@escola.example',
  PIX_KEY: 'pix@escola.example',
  PIX_MERCHANT_NAME: 'Escola Exemplo',
  PIX_MERCHANT_CITY: 'Recife',
};

describe('without any variable', () => {
  test('the configuration has the documented defaults', () => {
    expect(read({})).toMatchObject({
      isProduction: false,
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      priceCents: 29_700,
      fixedSettings: {},
      rateLimit: true,
      trustProxy: false,
      sampleContent: undefined,
      logLevel: 'info',
    });
  });

  test('a secret is generated once, stored, and readable only by its owner', () => {
    const { sessionSecret } = read({});
    expect(sessionSecret.length).toBeGreaterThanOrEqual(32);
    expect(read({}).sessionSecret).toBe(sessionSecret);
    const file = join(dataDir, 'session-secret');
    expect(readFileSync(file, 'utf8').trim()).toBe(sessionSecret);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

test('an empty variable counts as not set, as in .env.example', () => {
  expect(read({ PORT: '', DATABASE_URL: '', SMTP_URL: '', PUBLIC_URL: '' })).toMatchObject({
    port: 3000,
    databaseUrl: undefined,
    smtpUrl: undefined,
    publicUrl: undefined,
  });
});

test('every variable sets its field of the configuration', () => {
  expect(
    read({
      PORT: '0',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://escola.example/',
      SESSION_SECRET: secret,
      SAMPLE_CONTENT: 'off',
      RATE_LIMIT: 'off',
      TRUST_PROXY: 'on',
      PRICE_CENTS: '9900',
      WHATSAPP_NUMBER: '+5511999998888',
      SMTP_URL: 'smtp://localhost:25',
      MAIL_FROM: 'Escola <a@escola.example>',
    }),
  ).toMatchObject({
    port: 0,
    host: '0.0.0.0',
    publicUrl: 'https://escola.example',
    sessionSecret: secret,
    sampleContent: false,
    rateLimit: false,
    trustProxy: true,
    priceCents: 9900,
    fixedSettings: { whatsappNumber: '+5511999998888' },
    mailFrom: 'Escola <a@escola.example>',
  });
});

/** The one-line message for the operator. */
function complaint(environment: Record<string, string>): string {
  try {
    read(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error(`${JSON.stringify(environment)} was accepted.`);
}

test.each([
  ['NODE_ENV', 'staging'],
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PUBLIC_URL', 'escola.example'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'postgres://u:p@one,,two/db'],
  ['DATABASE_URL', 'postgres://u:p@one,two/db?target_session_attrs=standby'],
  ['DATABASE_REPLICA_URL', 'postgres://u:p@one,two/db'],
  ['DATABASE_REPLICA_URL', 'mysql://localhost/x'],
  ['DATABASE_DIRECT_URL', 'localhost'],
  ['DATABASE_DIRECT_URL', 'postgres://u:p@one:99999,two/db'],
  ['SESSION_SECRET', 'short'],
  ['ADMIN_USERNAME', 'admin\u202e'],
  ['ADMIN_USERNAME', 'аdmin'],
  ['ADMIN_USERNAME', 'a'.repeat(61)],
  ['ADMIN_PASSWORD', '12345'],
  ['ADMIN_EMAIL', 'admin'],
  ['SAMPLE_CONTENT', 'yes'],
  ['SMTP_URL', 'localhost:25'],
  ['PRICE_CENTS', '297,00'],
  ['PRICE_CENTS', '0'],
  ['SUPPORT_EMAIL', 'ajuda'],
  ['WHATSAPP_NUMBER', '(11) 99999-8888'],
  ['SOCIAL_INSTAGRAM', '@escola'],
  ['SOCIAL_FACEBOOK', 'escola'],
  ['SOCIAL_YOUTUBE', 'escola'],
  ['TRUST_PROXY', 'true'],
  ['RATE_LIMIT', '0'],
  ['WORKERS', '0'],
  ['METRICS_TOKEN', 'short'],
  ['PUSH_SERVICES', 'https://fcm.googleapis.com/'],
  ['VAPID_PRIVATE_KEY', 'my-secret'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s is refused in one line that names it and says what it takes', (name, value) => {
  const message = complaint({ [name]: value });
  expect(message).toMatch(new RegExp(`^${name}: expected .{3,}\\.$`));
  // NaN, undefined or zod's wording would leave the operator guessing.
  expect(message).not.toMatch(/undefined|NaN|Invalid|\n/);
});

test.each([
  ['SESSION_SECRET', { ...production, DATABASE_URL: 'postgres://localhost/x' }],
  ['PUBLIC_URL', { ...production, PUBLIC_URL: '' }],
  ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'x', PUBLIC_URL: 'https://escola.example' }],
  ['PUBLIC_URL', { GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y' }],
  ['MAIL_FROM', { SMTP_URL: 'smtp://localhost:25' }],
  ['S3_BUCKET', { S3_ENDPOINT: 'http://localhost:9000' }],
  ['S3_SECRET_ACCESS_KEY', { S3_BUCKET: 'escola', S3_ACCESS_KEY_ID: 'x' }],
])('%s is asked for where it is needed', (name, environment) => {
  expect(complaint(environment)).toMatch(new RegExp(`^${name}: required .+\\.$`));
});

test('one start reports every wrong and every missing variable, and what the school may not have saved yet', () => {
  const lines = complaint({
    ...{ NODE_ENV: 'production', DATABASE_URL: 'postgres://localhost/x', PORT: 'http', PUBLIC_URL: 'escola' },
    ...{ SMTP_URL: 'smtp://localhost:25', S3_ENDPOINT: 'http://localhost:9000', PUSH_SERVICES: 'https://x/' },
    ...{ PIX_PROVIDER: 'asaas', GOOGLE_CLIENT_ID: 'x', PIX_KEY: 'nobody', PIX_MERCHANT_CITY: 'a'.repeat(16) },
  }).split('\n');
  expect(lines.map((line) => line.split(':')[0])).toEqual([
    ...['PORT', 'PUBLIC_URL', 'SESSION_SECRET', 'MAIL_FROM', 'PIX_KEY', 'PIX_MERCHANT_CITY', 'PUSH_SERVICES'],
    ...['S3_BUCKET', 'PIX_PROVIDER', 'GOOGLE_CLIENT_SECRET', 'SUPPORT_EMAIL, PIX_MERCHANT_NAME'],
  ]);
  expect(lines.at(-1)).toMatch(/unless the school has saved them/);
});

test('a variable with a wrong value is not reported as missing as well', () => {
  expect(complaint({ ...production, PUBLIC_URL: 'escola' })).toBe(
    'PUBLIC_URL: expected an address such as https://school.example.',
  );
});

test('a refused value is not repeated: it may be a secret', () => {
  expect(complaint({ SESSION_SECRET: 'my-secret' })).not.toContain('my-secret');
  expect(complaint({ DATABASE_URL: 'mysql://u:my-secret@h/d' })).not.toContain('my-secret');
});

const shared = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8');

test('.env.example names every variable, and is a configuration that starts', () => {
  const example = parseEnv(shared('.env.example'));
  expect(Object.keys(example).sort()).toEqual([...variables].sort());
  expect(read({ ...example, DATA_DIR: dataDir } as Record<string, string>).port).toBe(3000);
});

/** The allowed values of a variable with a fixed list. */
function listOf(schema: z.core.$ZodType): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'default' || def.type === 'optional') return listOf(def.innerType);
  if (def.type === 'pipe') return listOf(def.in);
  return def.type === 'enum' ? Object.values(def.entries).map(String) : [];
}
const choices = Object.entries(environment.shape)
  .map(([name, schema]) => ({ name, values: listOf(schema) }))
  .filter(({ values }) => values.length > 0);

/** The comment above a variable of .env.example, which may be above several of them, and its own line. */
function exampleOf(name: string): string {
  const lines = shared('.env.example').split('\n');
  const own = lines.findIndex((line) => line.startsWith(`${name}=`));
  const end = lines.findLastIndex((line, at) => at < own && line.startsWith('#'));
  const start = lines.findLastIndex((line, at) => at < end && !line.startsWith('#'));
  return [...lines.slice(start + 1, end + 1), lines[own]].join('\n');
}

/** Whether a line of the document that names the variable also names the value, as code. */
function isDocumented(document: string, name: string, value: string): boolean {
  const lines = shared(document).split('\n');
  return lines.some(
    (line) => line.includes(`\`${name}=${value}\``) || (line.includes(`\`${name}\``) && line.includes(`\`${value}\``)),
  );
}

test('an operator finds every value of a fixed list in .env.example and docs/operations.md', () => {
  expect(choices.map(({ name }) => name)).toEqual(expect.arrayContaining(['PIX_PROVIDER', 'TRUST_PROXY', 'LOG_LEVEL']));
  const missing = choices.flatMap(({ name, values }) =>
    values.flatMap((value) => {
      const word = new RegExp(`(?<![\\w-])${value}(?![\\w-])`);
      return [
        ...(word.test(exampleOf(name)) ? [] : ['.env.example']),
        ...(isDocumented('docs/operations.md', name, value) ? [] : ['docs/operations.md']),
      ].map((document) => `${document}: ${name}=${value}`);
    }),
  );
  expect(missing).toEqual([]);
});

test('docs/operations.md names every variable of a PIX provider', () => {
  const operations = shared('docs/operations.md');
  const ofProvider = variables.filter((name) => /^PIX_(PROVIDER|API_|WEBHOOK_)/.test(name));
  expect(ofProvider.length).toBeGreaterThan(5);
  expect(ofProvider.filter((name) => !operations.includes(`\`${name}\``))).toEqual([]);
});

test('production starts with only the required variables', () => {
  expect(read({ ...production, DATABASE_URL: 'postgres://localhost/x', SESSION_SECRET: secret })).toMatchObject({
    isProduction: true,
    fixedSettings: { supportEmail: 'ajuda@escola.example', pixKey: 'pix@escola.example' },
  });
});

test('files go to a bucket when one is named', () => {
  expect(read({}).s3).toBeUndefined();
  const given = {
    S3_BUCKET: 'escola',
    S3_ENDPOINT: 'http://s3:9000',
    S3_ACCESS_KEY_ID: 'k',
    S3_SECRET_ACCESS_KEY: 's',
  };
  expect(read(given).s3).toEqual({
    bucket: 'escola',
    endpoint: 'http://s3:9000',
    region: 'us-east-1',
    credentials: { accessKeyId: 'k', secretAccessKey: 's' },
  });
  // On the cloud's own machines the machine's role opens the bucket.
  expect(read({ S3_BUCKET: 'escola', S3_REGION: 'sa-east-1' }).s3).toMatchObject({ region: 'sa-east-1' });
});

test('deploy/env.example, filled in literally, starts production without a warning', () => {
  const example = parseEnv(readFileSync(join(import.meta.dirname, '../deploy/env.example'), 'utf8'));
  const answers: Record<string, string> = {
    ...{ POSTGRES_PASSWORD: 'p'.repeat(48), S3_SECRET_ACCESS_KEY: 'k'.repeat(48) },
    ...{ SESSION_SECRET: secret, METRICS_TOKEN: secret, SUPPORT_EMAIL: 'ajuda@escola.example' },
    ...{ PIX_KEY: 'pix@escola.example', PIX_MERCHANT_NAME: 'Escola Exemplo', PIX_MERCHANT_CITY: 'Recife' },
    ...{ SMTP_URL: 'smtp://u:p@mail.example:587', MAIL_FROM: 'Escola <nao-responda@escola.example>' },
    ...{ ADMIN_USERNAME: 'direcao', ADMIN_PASSWORD: 'uma senha comprida', ADMIN_EMAIL: 'direcao@escola.example' },
  };
  const blank = Object.keys(example).filter((name) => example[name] === '');
  expect(blank.filter((name) => !(name in answers))).toEqual([]);
  const filled = Object.fromEntries(blank.map((name) => [name, answers[name] ?? '']));
  // As in deploy/alvorada.service: the bucket's key is for compose, which names the bucket.
  const { S3_SECRET_ACCESS_KEY: _, ...environment } = { ...example, ...filled } as Record<string, string>;
  const config = read({ ...environment, NODE_ENV: 'production' });
  expect(schoolOf(valuesOf(config.fixedSettings, {}), true)).not.toHaveProperty('problem');
  expect(warningsOf(config)).toEqual([]);
});

test('every warning of production names its variable', () => {
  const names = (environment: Record<string, string>) =>
    warningsOf(read({ ...production, SESSION_SECRET: secret, ...environment })).map((line) => line.split(':')[0]);
  expect(names({})).toEqual(['SMTP_URL', 'TRUST_PROXY', 'METRICS_TOKEN']);
  expect(names({ PUBLIC_URL: 'http://10.0.0.5:3000', METRICS_TOKEN: secret })).toEqual(['SMTP_URL', 'PUBLIC_URL']);
  expect(warningsOf(read({}))).toEqual([]);
});

test('secrets of the provider may be in files, which are checked once at startup', () => {
  const pix = {
    ...{ PIX_PROVIDER: 'asaas', PIX_API_URL: 'https://api.example/v3', PIX_API_CLIENT_SECRET: 'chave' },
    PIX_WEBHOOK_SECRET: 'um-segredo-longo-do-webhook',
  };
  expect(read(pix).pixProvider).toMatchObject({ clientSecret: 'chave' });
  expect(() => read({ ...pix, PIX_API_CLIENT_SECRET: 'file:/there/is/none' })).toThrow(
    /^PIX_API_CLIENT_SECRET: there/m,
  );
  expect(() => read({ ...pix, PIX_WEBHOOK_SECRET: 'curto' })).toThrow(/^PIX_WEBHOOK_SECRET: expected 16/m);
  const noSecrets = `file:${join(import.meta.dirname, 'config.ts')}`;
  expect(() => read({ ...pix, PIX_WEBHOOK_SECRET: noSecrets })).toThrow(/^PIX_WEBHOOK_SECRET: expected 16/m);
});
