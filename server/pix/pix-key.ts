import { checkDigit, isCpf, isOneDigit } from '#contract/cpf.ts';

export type PixKey = { kind: 'cpf' | 'cnpj' | 'email' | 'phone' | 'random'; key: string };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const phone = /^\+55[1-9]\d(9\d{8}|[2-8]\d{7})$/;
/**
 * As people write it: (81) 99999-8888 or 81 99999-8888. Digits alone are not enough: they may be a CPF with a mistyped
 * digit, and the money would go to another person.
 */
const writtenPhone = /^(\([1-9]\d\)\s?\d{4,5}[\s-]?\d{4}|[1-9]\d\s\d{4,5}[\s-]\d{4})$/;
const email = /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;

/** Recognises a PIX key and brings it to the form in which the central bank keeps it; null when it is none. */
export function parsePixKey(text: string): PixKey | null {
  const given = text.trim();
  if (uuid.test(given)) return { kind: 'random', key: given.toLowerCase() };
  if (given.includes('@')) {
    const key = given.toLowerCase();
    return key.length <= 77 && email.test(key) ? { kind: 'email', key } : null;
  }
  if (given.startsWith('+')) {
    const key = given.replace(/[\s()-]/g, '');
    return phone.test(key) ? { kind: 'phone', key } : null;
  }
  if (writtenPhone.test(given)) {
    const key = `+55${given.replace(/[\s()-]/g, '')}`;
    return phone.test(key) ? { kind: 'phone', key } : null;
  }
  const plain = given.replace(/[\s./-]/g, '').toUpperCase();
  if (isCpf(plain)) return { kind: 'cpf', key: plain };
  return isCnpj(plain) ? { kind: 'cnpj', key: plain } : null;
}

/** Since 2026 the first twelve places may hold letters, which count as their ASCII code less 48. */
function isCnpj(text: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(text) || isOneDigit(text)) return false;
  const first = checkDigit(text.slice(0, 12), 9);
  return text.endsWith(`${first}${checkDigit(text.slice(0, 12) + first, 9)}`);
}
