import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
/** Phones' clocks are a little off, and people type slowly. */
const STEPS_TOLERATED = 1;
const RECOVERY_CODES = 10;

const secretOf = (bytes: Uint8Array) => new Secret({ buffer: Uint8Array.from(bytes).buffer });

export const newSecretBytes = (): Buffer => randomBytes(SECRET_BYTES);

export const inBase32 = (bytes: Uint8Array): string => secretOf(bytes).base32;

/** What authenticator apps read from the QR code. */
export const addressForApps = (bytes: Uint8Array, school: string, username: string): string =>
  new TOTP({ issuer: school, label: username, secret: secretOf(bytes), period: PERIOD_SECONDS }).toString();

/** The time step whose code this is, a step more or less than now; null when it is none of theirs. */
export function stepOf(bytes: Uint8Array, digits: string, now: Date): number | null {
  const totp = new TOTP({ secret: secretOf(bytes), period: PERIOD_SECONDS });
  const aside = totp.validate({ token: digits, timestamp: now.getTime(), window: STEPS_TOLERATED });
  return aside === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + aside;
}

/** The typed code without spaces and hyphens. */
export type GivenCode = { kind: 'digits'; digits: string } | { kind: 'recovery'; code: string };

export function readCode(typed: string): GivenCode {
  const bare = typed.replace(/[\s-]/g, '').toUpperCase();
  if (/^\d{6}$/.test(bare)) return { kind: 'digits', digits: bare };
  return { kind: 'recovery', code: bare.replaceAll('O', '0').replace(/[IL]/g, '1') };
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 80 random bits each, in groups that can be copied by hand. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from(randomBytes(16), (byte) => alphabet[byte & 31]).join('');
    return (letters.match(/.{4}/g) ?? []).join('-');
  });

/** A plain hash is enough: 80 random bits cannot be guessed. It stays valid when the server's secret changes. */
export function hashOfRecoveryCode(userId: string, code: string): Buffer {
  return createHash('sha256')
    .update(`recovery-code:${userId}:${code.replaceAll('-', '')}`)
    .digest();
}
