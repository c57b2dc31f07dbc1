import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 80 random bits in Crockford base32: the bearer key of a payment and the txid of its PIX code. */
export function newPaymentCode(): string {
  return Array.from(randomBytes(16), (byte) => alphabet[byte & 31]).join('');
}

/** The pseudonym of a removed student in the books. It cannot be traced back to the person. */
export const newPseudonym = (): string => `Aluno ${Array.from(randomBytes(6), (byte) => alphabet[byte & 31]).join('')}`;
