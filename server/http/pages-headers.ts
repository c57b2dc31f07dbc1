import { createHash } from 'node:crypto';

const common = {
  'content-type': 'text/html; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

const policy = (directives: Record<string, string>): string =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

/** Pages without any script: only their inline style elements, by hash, and our own fonts and pictures. */
export function staticPageHeaders(html: string): Record<string, string> {
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
    ([, css = '']) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  );
  return {
    ...common,
    'content-security-policy': policy({
      'default-src': "'none'",
      'script-src': "'none'",
      'style-src': styles.join(' ') || "'none'",
      'font-src': "'self'",
      'img-src': "'self'",
      // No script can use it; auditing tools fetch robots.txt from within the page.
      'connect-src': "'self'",
      'manifest-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    }),
  };
}

/** The same with content of the school: additionally allows its sanitised style attributes, and nothing else. */
export function trialPageHeaders(html: string): Record<string, string> {
  const headers = staticPageHeaders(html);
  const { 'content-security-policy': without = '' } = headers;
  return { ...headers, 'content-security-policy': `${without}; style-src-attr 'unsafe-inline'` };
}

export const noIndex = { 'x-robots-tag': 'noindex' };

/** The app: script only from our own files. Radix and the editor inject styles; lessons show pictures from anywhere. */
export function appShellHeaders(): Record<string, string> {
  return {
    ...common,
    'content-security-policy': policy({
      'default-src': "'self'",
      'script-src': "'self'",
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data: blob: https: http:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'media-src': "'self' blob:",
      'frame-src': "'self' blob:",
      'worker-src': "'self'",
      'manifest-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    }),
  };
}

/** `/` is the landing page for visitors and the app for users: no cache between us and the browser may mix them up. */
export const perVisitor = { 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Encoding' };

export const sameForAll = { 'cache-control': 'public, max-age=300', vary: 'Accept-Encoding' };

/** Pages that the school may switch off are revalidated after a minute. */
export const sameForAllThisMinute = { 'cache-control': 'public, max-age=60', vary: 'Accept-Encoding' };

export const pictureHeaders = {
  'cache-control': 'public, max-age=3600',
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
};
