import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a browser's subscription: its public key and a secret that only it and the sender know. */
export type ReceiverKeys = { p256dh: Buffer; auth: Buffer };

const CURVE = 'prime256v1';
const POINT_BYTES = 65;
const AUTH_BYTES = 16;
const RECORD_SIZE = 4096;
/** The capacity of one record (RFC 8291, 4) without its header, the delimiter and the tag. */
export const MESSAGE_MAX_BYTES = RECORD_SIZE - 86 - 1 - 16;
const LAST_RECORD = 2;

/** Null for invalid keys: a point that is not on the curve would expose the secret. */
export function receiverKeys(keys: { p256dh: string; auth: string }): ReceiverKeys | null {
  const p256dh = Buffer.from(keys.p256dh, 'base64url');
  const auth = Buffer.from(keys.auth, 'base64url');
  if (p256dh.length !== POINT_BYTES || p256dh[0] !== 4 || auth.length !== AUTH_BYTES) return null;
  try {
    ECDH.convertKey(p256dh, CURVE);
  } catch {
    return null;
  }
  return { p256dh, auth };
}

/** Key and salt of one message; only tests pass them, to compare with the example of the RFC. */
type Fresh = { privateKey: Buffer; salt: Buffer };

/** Encrypts a message for one receiver by RFC 8291 (aes128gcm in one record): the push service cannot read it. */
export function encryptMessage(text: string, { p256dh, auth }: ReceiverKeys, fresh?: Fresh): Buffer {
  const plain = Buffer.from(text);
  if (plain.length > MESSAGE_MAX_BYTES) throw new RangeError('A message has to fit into one record.');
  const sender = createECDH(CURVE);
  if (fresh) sender.setPrivateKey(fresh.privateKey);
  else sender.generateKeys();
  const salt = fresh?.salt ?? randomBytes(16);
  const senderKey = sender.getPublicKey();

  const about = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, senderKey]);
  const secret = hkdfSync('sha256', sender.computeSecret(p256dh), auth, about, 32);
  const key = hkdfSync('sha256', Buffer.from(secret), salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = hkdfSync('sha256', Buffer.from(secret), salt, 'Content-Encoding: nonce\0', 12);

  const cipher = createCipheriv('aes-128-gcm', Buffer.from(key), Buffer.from(nonce));
  const hidden = Buffer.concat([cipher.update(plain), cipher.update(Buffer.from([LAST_RECORD])), cipher.final()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_SIZE);
  return Buffer.concat([salt, size, Buffer.from([senderKey.length]), senderKey, hidden, cipher.getAuthTag()]);
}
