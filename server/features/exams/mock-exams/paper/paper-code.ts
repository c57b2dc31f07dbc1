import { createHmac } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CHECK_BITS = 9;
const LENGTH = 8;

/** A check value that catches typing errors. It is no access control: only authors of the quiz may enter a code. */
const checkOf = (secret: string, versionId: number) =>
  createHmac('sha256', secret).update(`paper:${versionId}`).digest().readUInt16BE(0) % 2 ** CHECK_BITS;

/** The code of eight characters for a version of a quiz, as printed on its answer card. */
export function paperCodeOf(secret: string, versionId: number): string {
  let value = BigInt(versionId) * BigInt(2 ** CHECK_BITS) + BigInt(checkOf(secret, versionId));
  let code = '';
  for (let place = 0; place < LENGTH; place += 1) {
    code = `${ALPHABET[Number(value % 32n)]}${code}`;
    value /= 32n;
  }
  return code;
}

/** The version that a code names, or null. */
export function versionOfCode(secret: string, code: string): number | null {
  const value = [...code].reduce((sum, sign) => sum * 32n + BigInt(ALPHABET.indexOf(sign)), 0n);
  const versionId = Number(value / BigInt(2 ** CHECK_BITS));
  const isSound = versionId >= 1 && versionId <= 2_147_483_647;
  return isSound && Number(value % BigInt(2 ** CHECK_BITS)) === checkOf(secret, versionId) ? versionId : null;
}
