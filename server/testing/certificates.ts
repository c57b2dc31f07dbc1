import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/* Certificates for tests: an authority and what it signs, encoded by hand because Node can read but not create them. */

type Bytes = Buffer;

function tagged(tag: number, ...parts: Bytes[]): Bytes {
  const body = Buffer.concat(parts);
  const { length } = body;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), body]);
}

const sequence = (...parts: Bytes[]) => tagged(0x30, ...parts);
const oid = (...bytes: number[]) => tagged(0x06, Buffer.from(bytes));
const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const nameOf = (text: string) =>
  sequence(tagged(0x31, sequence(oid(0x55, 0x04, 0x03), tagged(0x0c, Buffer.from(text)))));
const timeOf = (moment: Date) =>
  tagged(0x18, Buffer.from(`${moment.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));
const extension = (id: Bytes, value: Bytes, isCritical = false) =>
  sequence(id, ...(isCritical ? [tagged(0x01, Buffer.from([255]))] : []), tagged(0x04, value));

/** The names of a server: host names and IPv4 addresses. */
const LOOPBACK = ['localhost', '127.0.0.1'];
const alternatives = (names: readonly string[]) =>
  sequence(
    ...names.map((name) =>
      isIPv4(name) ? tagged(0x87, Buffer.from(name.split('.').map(Number))) : tagged(0x82, Buffer.from(name)),
    ),
  );

type Wish = { name: string; from: Date; to: Date; isAuthority?: boolean; names?: readonly string[] };
type Signer = { name: string; key: KeyObject };
type Certificate = Signer & {
  certificate: string;
  privateKey: string;
  /** Certificate and key, in one file. */ pem: string;
};

const pemOf = (der: Bytes) =>
  `-----BEGIN CERTIFICATE-----\n${der
    .toString('base64')
    .replace(/(.{64})/g, '$1\n')
    .trimEnd()}\n-----END CERTIFICATE-----\n`;

function issue({ name, from, to, isAuthority = false, names = LOOPBACK }: Wish, by?: Signer): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signer = by ?? { name, key: privateKey };
  const authority = extension(oid(0x55, 0x1d, 0x13), sequence(tagged(0x01, Buffer.from([255]))), true);
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    nameOf(signer.name),
    sequence(timeOf(from), timeOf(to)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(isAuthority ? authority : extension(oid(0x55, 0x1d, 0x11), alternatives(names)))),
  );
  const signature = sign('sha256', body, signer.key);
  const der = sequence(body, ecdsaWithSha256, tagged(0x03, Buffer.from([0]), signature));
  const pem = { certificate: pemOf(der), privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
  return { name, key: privateKey, ...pem, pem: pem.privateKey + pem.certificate };
}

const octets = (bytes: Bytes) => tagged(0x04, bytes);
const number = (value: number) => tagged(0x02, Buffer.from([value >> 8, value & 255]));
const pkcs = (...end: number[]) => oid(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, ...end);
const dataOf = (content: Bytes) => sequence(pkcs(0x07, 0x01), tagged(0xa0, octets(content)));
const bag = (kind: number, value: Bytes) => sequence(pkcs(0x0c, 0x0a, 0x01, kind), tagged(0xa0, value));

const MAC_ROUNDS = 2048;

/** The key of the MAC that verifies the passphrase (RFC 7292, B.2, with SHA-256). */
function macKey(passphrase: string, salt: Bytes): Bytes {
  const repeated = (bytes: Bytes) => Buffer.alloc(Math.ceil(bytes.length / 64) * 64, bytes);
  const written = Buffer.from(`${passphrase}\0`, 'utf16le').swap16();
  let key: Bytes = Buffer.concat([Buffer.alloc(64, 3), repeated(salt), repeated(written)]);
  for (let round = 0; round < MAC_ROUNDS; round += 1) key = createHash('sha256').update(key).digest();
  return key;
}

/** Certificate and key as banks provide them: one file, encrypted with a passphrase. */
export function pkcs12Of({ certificate, key }: Pick<Certificate, 'certificate' | 'key'>, passphrase: string): Bytes {
  const der = Buffer.from(certificate.replace(/-----[A-Z ]+-----/g, ''), 'base64');
  const certificateBag = bag(3, sequence(pkcs(0x09, 0x16, 0x01), tagged(0xa0, octets(der))));
  const keyBag = bag(1, key.export({ type: 'pkcs8', format: 'der' }));
  const safe = sequence(dataOf(sequence(certificateBag, keyBag)));
  const salt = randomBytes(8);
  const mac = createHmac('sha256', macKey(passphrase, salt)).update(safe).digest();
  const sha256 = sequence(oid(0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01), tagged(0x05));
  const mark = sequence(sequence(sha256, octets(mac)), octets(salt), number(MAC_ROUNDS));
  return sequence(tagged(0x02, Buffer.from([3])), dataOf(safe), mark);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** An authority and its certificates: valid ones, and an expired one. By the real clock, which TLS uses. */
export function testAuthority() {
  const from = new Date(Date.now() - 2 * DAY_MS);
  const to = new Date(Date.now() + 30 * DAY_MS);
  const authority = issue({ name: 'Autoridade de teste', from, to, isAuthority: true });
  return {
    ca: authority.certificate,
    issue: (name: string, names = LOOPBACK) => issue({ name, from, to, names }, authority),
    issueExpired: (name: string) => issue({ name, from, to: new Date(Date.now() - DAY_MS) }, authority),
  };
}
