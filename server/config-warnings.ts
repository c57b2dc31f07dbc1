import type { Config } from './config.ts';

type Told = Pick<Config, 'isProduction' | 'publicUrl' | 'smtpUrl' | 'trustProxy' | 'metricsToken'>;

/** Settings that production can run without but should have: one line each, logged at every start. */
export function warningsOf({ isProduction, publicUrl, smtpUrl, trustProxy, metricsToken }: Told): string[] {
  if (!isProduction) return [];
  const isSecure = publicUrl?.startsWith('https://');
  return [
    !smtpUrl && 'SMTP_URL: not set, so no e-mail leaves: nobody gets a password link, a receipt or a decision.',
    !isSecure && 'PUBLIC_URL: not https, so passwords and sessions travel in the open.',
    isSecure &&
      !trustProxy &&
      'TRUST_PROXY: off, though https ends at a proxy: all visitors count as its one address. Set it to on behind a proxy that sets X-Forwarded-For.',
    !metricsToken && 'METRICS_TOKEN: not set, so /metrics is closed and nothing can watch this server.',
  ].filter((line) => typeof line === 'string');
}
