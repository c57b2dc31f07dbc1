import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { HOUR_MS } from '#contract/time.ts';

/** The key that identifies the sender to a push service (RFC 8292). Browsers bind a subscription to the public half. */
export type VapidKey = {
  /** In the browser's format: the uncompressed point in base64url. */
  publicKey: string;
  privateKey: KeyObject;
};

const CURVE = 'prime256v1';
/** The maximum is a day (RFC 8292, 2): shorter, so that a wrong clock does not matter. */
const LIFETIME_MS = 12 * HOUR_MS;

const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export const newVapidSecret = (): Buffer => {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  // A private key may have leading zero bytes missing; padded it is always 32 bytes.
  const secret = pair.getPrivateKey();
  return Buffer.concat([Buffer.alloc(32 - secret.length), secret]);
};

/** Null when the bytes are no private key of the curve. */
export function vapidKey(secret: Buffer): VapidKey | null {
  if (secret.length !== 32) return null;
  const pair = createECDH(CURVE);
  try {
    pair.setPrivateKey(secret);
  } catch {
    return null;
  }
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url')) as [
    string,
    string,
  ];
  const jwk = { kty: 'EC', crv: 'P-256', d: secret.toString('base64url'), x, y };
  return {
    publicKey: point.toString('base64url'),
    privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
  };
}

/** The `Authorization` of one request: sender, audience and expiry. */
export function vapidHeader(key: VapidKey, { endpoint, subject, now }: { endpoint: URL; subject: string; now: Date }) {
  const exp = Math.floor((now.getTime() + LIFETIME_MS) / 1000);

  const claims = { aud: endpoint.origin, exp, sub: subject };
  const signed = `${json({ typ: 'JWT', alg: 'ES256' })}.${json(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${key.publicKey}`;
}
