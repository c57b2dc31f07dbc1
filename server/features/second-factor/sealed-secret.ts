import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The first byte says how the rest was sealed, so that another way can stand beside this one. */
const VERSION = 1;
const NONCE = 12;
const TAG = 16;

const keyOf = (sessionSecret: string) =>
  Buffer.from(hkdfSync('sha256', sessionSecret, '', 'alvorada second factor v1', 32));

/** AES-256-GCM, bound to its owner: a row that is copied to another account opens nothing there. */
export function seal(sessionSecret: string, userId: string, secret: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyOf(sessionSecret), nonce, { authTagLength: TAG });
  cipher.setAAD(Buffer.from(userId));
  const hidden = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), hidden]);
}

/** Null when it was sealed with another server's secret, for another account, or was changed. */
export function unseal(sessionSecret: string, userId: string, sealed: Buffer): Buffer | null {
  if (sealed[0] !== VERSION || sealed.length <= 1 + NONCE + TAG) return null;
  const nonce = sealed.subarray(1, 1 + NONCE);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(sessionSecret), nonce, { authTagLength: TAG });
  decipher.setAAD(Buffer.from(userId));
  decipher.setAuthTag(sealed.subarray(1 + NONCE, 1 + NONCE + TAG));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE + TAG)), decipher.final()]);
  } catch {
    return null;
  }
}
