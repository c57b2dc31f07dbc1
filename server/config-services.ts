import { existsSync } from 'node:fs';
import type { Environment } from './environment.ts';
import { secretsIn } from './pix/provider/secret.ts';

const WEBHOOK_SECRET = /^[A-Za-z0-9_-]{16,200}$/;

/** Collects one line for the operator. Reading goes on, so that one start reports every problem. */
export type Report = (problem: string) => undefined;

/** Named files are read once at startup: a wrong path fails then, not when the first student pays. */
function readSecrets(report: Report, name: string, source: string | undefined): string[] {
  if (source === undefined) return [];
  try {
    return secretsIn(source);
  } catch {
    report(`${name}: there is no such file, or it is empty.`);
    return [];
  }
}

/** Undefined: no provider confirms payments, students send a proof. */
export function providerSettings(env: Environment, report: Report) {
  if (env.PIX_PROVIDER === 'none') return undefined;
  const {
    PIX_API_URL: url,
    PIX_API_TOKEN_URL: tokenUrl,
    PIX_API_CLIENT_ID: clientId,
    PIX_API_CLIENT_SECRET: clientSecret,
  } = env;
  const isAsaas = env.PIX_PROVIDER === 'asaas';
  if (!url || !clientSecret || (!isAsaas && (!tokenUrl || !clientId))) {
    return report(
      isAsaas
        ? 'PIX_PROVIDER: asaas needs PIX_API_URL and, in PIX_API_CLIENT_SECRET, the key of the account.'
        : 'PIX_PROVIDER: api-pix needs PIX_API_URL, PIX_API_TOKEN_URL, PIX_API_CLIENT_ID and PIX_API_CLIENT_SECRET.',
    );
  }
  if (![url, tokenUrl ?? url].every((address) => address.startsWith('https://'))) {
    report('PIX_API_URL: expected https addresses, here and in PIX_API_TOKEN_URL.');
  }
  for (const name of ['PIX_API_CERTIFICATE', 'PIX_API_CA'] as const) {
    const source = env[name];
    if (source && !source.includes('-----BEGIN') && !existsSync(source)) {
      report(`${name}: there is no such file.`);
    }
  }
  const secrets = { PIX_API_CLIENT_SECRET: clientSecret, PIX_API_PASSPHRASE: env.PIX_API_PASSPHRASE };
  for (const [name, source] of Object.entries(secrets)) readSecrets(report, name, source);
  if (
    !readSecrets(report, 'PIX_WEBHOOK_SECRET', env.PIX_WEBHOOK_SECRET).every((secret) => WEBHOOK_SECRET.test(secret))
  ) {
    report('PIX_WEBHOOK_SECRET: expected 16 or more letters, figures, - and _.');
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
export function googleSettings(env: Environment, report: Report) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = env;
  if (!clientId && !clientSecret) return undefined;
  if (!clientId || !clientSecret) {
    return report('GOOGLE_CLIENT_SECRET: required with GOOGLE_CLIENT_ID, and the other way round.');
  }
  if (!env.PUBLIC_URL) {
    return report('PUBLIC_URL: required with GOOGLE_CLIENT_ID, the address that Google sends people back to.');
  }
  const { protocol, hostname } = new URL(issuer);
  if (protocol === 'http:' && hostname !== 'localhost' && hostname !== '127.0.0.1') {
    report('GOOGLE_ISSUER: expected an https address.');
  }
  const redirectUri = `${env.PUBLIC_URL.replace(/\/+$/, '')}/api/google/callback`;
  return { clientId, clientSecret, issuer: issuer.replace(/\/+$/, ''), redirectUri };
}

/** Undefined: files are stored on disk. */
export function s3Settings(env: Environment, report: Report) {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint } = env;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!bucket) {
    if (endpoint || accessKeyId || secretAccessKey) {
      report('S3_BUCKET: required with S3_ENDPOINT and S3_ACCESS_KEY_ID.');
    }
    return undefined;
  }
  if (!accessKeyId !== !secretAccessKey) {
    report('S3_SECRET_ACCESS_KEY: required with S3_ACCESS_KEY_ID, and the other way round.');
  }
  return {
    bucket,
    endpoint,
    region: env.S3_REGION ?? 'us-east-1',
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  };
}
