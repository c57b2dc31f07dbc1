import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The first byte names the format, so that another one can be added. */
const VERSION = 1;
const NONCE = 12;
const TAG = 16;

/**
 * Encrypts secrets for the database: AES-256-GCM with a key derived from the server's secret for one purpose, bound to
 * an owner. A row that is copied to another account, or a stolen backup, cannot be decrypted.
 */
export function sealing(purpose: string) {
  const keyOf = (sessionSecret: string) =>
    Buffer.from(hkdfSync('sha256', sessionSecret, '', `alvorada ${purpose} v1`, 32));

  return {
    seal(sessionSecret: string, owner: string, secret: Uint8Array): Buffer {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', keyOf(sessionSecret), nonce, { authTagLength: TAG });
      cipher.setAAD(Buffer.from(owner));
      const hidden = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), hidden]);
    },

    /** Null when it was encrypted with another server's secret, for another owner, or was changed. */
    unseal(sessionSecret: string, owner: string, sealed: Buffer): Buffer | null {
      if (sealed[0] !== VERSION || sealed.length <= 1 + NONCE + TAG) return null;
      const nonce = sealed.subarray(1, 1 + NONCE);
      const decipher = createDecipheriv('aes-256-gcm', keyOf(sessionSecret), nonce, { authTagLength: TAG });
      decipher.setAAD(Buffer.from(owner));
      decipher.setAuthTag(sealed.subarray(1 + NONCE, 1 + NONCE + TAG));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE + TAG)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}
