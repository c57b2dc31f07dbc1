import * as z from 'zod/mini';

const DIGITS = 11;

/** Modulo 11 with weights that grow from the right: 2, 3 … up to the greatest, then from 2 again. */
export function checkDigit(text: string, greatest: number): number {
  const sum = [...text].reverse().reduce((total, character, i) => {
    const weight = 2 + (i % (greatest - 1));
    return total + (character.charCodeAt(0) - 48) * weight;
  }, 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

export const isOneDigit = (text: string) => /^(.)\1+$/.test(text);

/** Eleven digits whose last two fit the others. */
export function isCpf(text: string): boolean {
  if (!/^\d{11}$/.test(text) || isOneDigit(text)) return false;
  const first = checkDigit(text.slice(0, 9), 11);
  return text.endsWith(`${first}${checkDigit(text.slice(0, 9) + first, 11)}`);
}

const digitsOf = (text: string): string | null => (/^[\d.\s-]*$/.test(text) ? text.replace(/\D/g, '') : null);

/** The digits of a CPF as people write it (123.456.789-09); null when it is none. */
export function readCpf(text: string): string | null {
  const digits = digitsOf(text);
  return digits !== null && isCpf(digits) ? digits : null;
}

/** The same in a cell of a spreadsheet, which drops the zeros at the front of a number. */
export function readCpfCell(text: string): string | null {
  const isNumber = /^\d{8,10}$/.test(text.trim());
  return readCpf(isNumber ? text.trim().padStart(DIGITS, '0') : text);
}

const PREFIX_MIN = 7;

/** A CPF or the beginning of one: it must not get into an address. Other numbers of eleven digits are no CPF. */
export function looksLikeCpf(text: string): boolean {
  const digits = digitsOf(text);
  if (digits === null || digits.length < PREFIX_MIN) return false;
  return digits.length < DIGITS || isCpf(digits);
}

export const writtenCpf = (digits: string): string =>
  `${digits.slice(0, 3)}.${digits.slice(3, 6)}.${digits.slice(6, 9)}-${digits.slice(9)}`;

/** In bodies: the digits alone. */
export const cpf = z.string().check(z.refine(isCpf, { error: 'Este CPF não confere.' }));
