import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

type Ceremony = Partial<{ host: string; origin: string; verified: boolean; counter: number; userHandle: string }>;

/** A security key in software: one credential, with the answers of a browser, and wrong ones on request. */
export function softKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  let counter = 0;
  let handle = '';

  const authData = (flags: number, rest: Buffer, { host = 'localhost', verified = true, ...wish }: Ceremony) => {
    counter = wish.counter ?? counter + 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(host), Buffer.from([flags | PRESENT | (verified ? VERIFIED : 0)]), count, rest]);
  };
  const clientData = (type: string, challenge: string, { origin = 'http://localhost' }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const credential = <R>(response: R) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    response,
  });

  return {
    create(options: { challenge: string; user: { id: string } }, wish: Ceremony = {}) {
      handle = options.user.id;
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, isoCBOR.encode(key)]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData(WITH_KEY, attested, wish))],
      ]);
      return credential({
        clientDataJSON: clientData('webauthn.create', options.challenge, wish).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal'],
      });
    },
    get(options: { challenge: string }, wish: Ceremony = {}) {
      const signed = authData(0, Buffer.alloc(0), wish);
      const client = clientData('webauthn.get', options.challenge, wish);
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: signed.toString('base64url'),
        signature: sign('sha256', Buffer.concat([signed, sha256(client)]), privateKey).toString('base64url'),
        userHandle: wish.userHandle ?? handle,
      });
    },
  };
}
