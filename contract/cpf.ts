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

const hasCpf = (digits: string) =>
  Array.from({ length: digits.length - DIGITS + 1 }, (_, at) => digits.slice(at, at + DIGITS)).some(isCpf);

/**
 * Contains a CPF, or is the beginning of one: it must not get into an address. Other numbers of eleven digits are no
 * CPF. Words around it do not hide it ('CPF: 123.456.789-09').
 */
export function looksLikeCpf(text: string): boolean {
  const runs = text.replace(/[.\s/-]/g, '').match(/\d{7,}/g) ?? [];
  if (runs.some((run) => run.length >= DIGITS && hasCpf(run))) return true;
  const isBeginning = digitsOf(text) !== null || /cpf/i.test(text);
  return isBeginning && runs.some((run) => run.length < DIGITS);
}

export const writtenCpf = (digits: string): string =>
  `${digits.slice(0, 3)}.${digits.slice(3, 6)}.${digits.slice(6, 9)}-${digits.slice(9)}`;

/** In bodies: the digits alone. */
export const cpf = z.string().check(z.refine(isCpf, { error: 'Este CPF não confere.' }));
