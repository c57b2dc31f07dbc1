import { DAY_MS } from '#contract/time.ts';

/** How a number is displayed, by the format of its cell. */
export type Format = { kind: 'plain' } | { kind: 'date' } | { kind: 'time' } | { kind: 'padded'; digits: number };

const plain: Format = { kind: 'plain' };

/** The built-in formats, which have only a number. */
const builtIn = (id: number): Format => {
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return { kind: 'time' };
  if ((id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return { kind: 'date' };
  return plain;
};

/** `dd/mm/yyyy;@`, `[$-416]d "de" mmmm`, `[h]:mm`, `00000000000`. */
export function formatOf(id: number, code: string | undefined): Format {
  if (code === undefined) return builtIn(id);
  const [first = ''] = code.split(';');
  if (/^0{2,}$/.test(first)) return { kind: 'padded', digits: first.length };
  const meant = first.replace(/"[^"]*"|\\.|\[(?![hms]+\])[^\]]*\]|_.|\*./gi, '');
  if (/[dy]/i.test(meant)) return { kind: 'date' };
  if (/[hs]/i.test(meant)) return { kind: 'time' };
  return /m/i.test(meant) ? { kind: 'date' } : plain;
}

const two = (value: number) => String(value).padStart(2, '0');

const timeOf = (at: Date) => {
  const seconds = at.getUTCSeconds();
  return `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}${seconds === 0 ? '' : `:${two(seconds)}`}`;
};

/** A date or time of a spreadsheet has no zone: it is written as it was typed. */
function momentText(at: Date, kind: 'date' | 'time'): string {
  if (kind === 'time') return timeOf(at);
  const day = `${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}/${at.getUTCFullYear()}`;
  return at.getTime() % DAY_MS === 0 ? day : `${day} ${timeOf(at)}`;
}

/** The serial number of 31/12/9999. */
const LAST_DAY = 2_958_465;

/**
 * The date of a serial number: days since the start of the file's calendar, whose February 1900 has a 29th that never
 * existed.
 */
function dateOf(serial: number, isFrom1904: boolean): Date {
  const from = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  return new Date(from + Math.round(serial * (DAY_MS / 1000)) * 1000);
}

/** A number as a person would type it: 0,1 + 0,2 is stored as 0.30000000000000004. */
function numberText(value: number): string {
  const text = String(Number(value.toPrecision(15)));
  return /e/.test(text) && Math.abs(value) >= 1 && Math.abs(value) < 1e40 ? BigInt(Number(text)).toString() : text;
}

/** A stored number by the format of its cell. Anything else is returned as written. */
export function numberCell(stored: string, format: Format, isFrom1904: boolean): string {
  const value = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(value)) return stored;
  if (format.kind === 'padded') return numberText(value).padStart(format.digits, '0');
  const isMoment = (format.kind === 'date' || format.kind === 'time') && value >= 0 && value < LAST_DAY + 1;
  if (!isMoment) return numberText(value);
  return momentText(dateOf(value, isFrom1904), value < 1 ? 'time' : format.kind);
}

/** `2026-11-16T00:00:00.000`, as strict OOXML stores a date. */
export function isoCell(stored: string): string {
  const at = new Date(`${stored.replace(/Z$/, '')}${/T/.test(stored) ? 'Z' : ''}`);
  return Number.isNaN(at.getTime()) ? stored : momentText(at, 'date');
}

/** `_x000D_` encodes a character that XML cannot contain; control characters are removed. */
export const storedText = (text: string): string =>
  text
    .replace(/_x([0-9A-F]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are left out
    .replace(/[\0-\x08\x0B\x0C\x0E-\x1F\x7F]/g, '')
    .toWellFormed();
