import { foldPaymentCode } from '#contract/money/payment-code.ts';

/** What a line of a statement says about who paid for what. Pure. */

const TEXT_MAX = 500;
const CODES_MAX = 8;

/** The central bank's name of a transfer: E, the bank, the minute, eleven signs of the bank's own. */
const endToEnd = /(?<![0-9A-Za-z])E\d{8}20\d{10}[0-9A-Za-z]{11}(?![0-9A-Za-z])/;

export const endToEndIn = (text: string): string | null => endToEnd.exec(text)?.[0] ?? null;

/** One line of printable text of bounded length. */
export const tidy = (text: string): string =>
  text
    .slice(0, TEXT_MAX * 4)
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, TEXT_MAX)
    .toWellFormed();

const isCode = (text: string) => /^[0-9A-HJKMNP-TV-Z]{16}$/.test(text);

/**
 * What may be a payment code: standing alone, in groups of four, at either end of a longer word (banks glue words
 * together, and the txid of a charge begins with the code).
 */
export function codesIn(text: string): string[] {
  const codes = new Set<string>();
  const add = (part: string) => {
    const code = foldPaymentCode(part);
    if (codes.size < CODES_MAX && isCode(code)) codes.add(code);
  };
  const plain = text.replace(endToEnd, ' ');
  for (const [word] of plain.matchAll(/[0-9A-Za-z]{16,60}/g)) {
    add(word.slice(0, 16));
    add(word.slice(-16));
  }
  for (const [groups] of plain.matchAll(/(?<![0-9A-Za-z])(?:[0-9A-Za-z]{4}[ -]){3}[0-9A-Za-z]{4}(?![0-9A-Za-z])/g)) {
    add(groups);
  }
  return [...codes];
}

/** Whether the code stands in the text as the beginning of a charge's txid. */
export const isTxidOf = (code: string, text: string): boolean =>
  [...text.matchAll(/(?<![0-9A-Za-z])[0-9A-Za-z]{26,35}(?![0-9A-Za-z])/g)].some(
    ([word]) => foldPaymentCode(word.slice(0, 16)) === code,
  );

/** Words that banks put around the name. */
const noise =
  /\b(pix|qr|code|qrcode|est[aá]tico|din[aâ]mico|transf\w*|receb\w*|cr[eé]d\w*|ted|doc|dep\w*|pagamento|pagto|pgto|enviad[oa]|por|de|via|banco|ag|cc|conta|cpf|cnpj|identificador|id)\b\.?:?/gi;

/** The name of who paid, as far as it can be told; for people to read. */
export function payerIn(text: string, codes: readonly string[]): string | null {
  let rest = text.replace(endToEnd, ' ');
  for (const word of rest.match(/[0-9A-Za-z]{16,}/g) ?? []) rest = rest.replace(word, ' ');
  if (codes.length > 0) rest = rest.replace(/(?:[0-9A-Za-z]{4}[ -]){3}[0-9A-Za-z]{4}/g, ' ');
  const words = rest.replace(noise, ' ').replace(/[^\p{L}' .]/gu, ' ');
  const name = words.replace(/\s+/g, ' ').replace(/^[ .']+|[ .']+$/g, '');
  return /\p{L}{2,}/u.test(name) ? name.slice(0, 100) : null;
}

const particles = new Set(['DA', 'DE', 'DO', 'DAS', 'DOS', 'E']);

/** The words of a name, without accents and particles. */
export const nameWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^A-Z]+/)
    .filter((word) => word.length >= 2 && !particles.has(word));
