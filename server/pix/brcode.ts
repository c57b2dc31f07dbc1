/** The content of a static PIX code. Money in cents; without an amount the payer types it. */
export type BrCode = {
  key: string;
  description?: string;
  amount?: number;
  merchantName: string;
  merchantCity: string;
  /** `***`: the receiver asked for no identifier; only the decoder accepts it. */
  txid: string;
};

export class BrCodeError extends Error {}

type Field = readonly [tag: string, value: string];

const GUI = 'br.gov.bcb.pix';
const NAME_MAX = 25;
const CITY_MAX = 15;
const DESCRIPTION_MAX = 72;
/** The standard gives the amount 13 characters. */
const AMOUNT_MAX = 999_999_999_999;
const printable = /^[\x20-\x7e]+$/;

/** Banks print name and city in plain ASCII: accents are folded, not dropped. */
export const foldToAscii = (text: string): string =>
  text
    // Before NFKD, which turns a standalone accent into a space and a combining mark.
    .replace(/[‘’´`]/g, "'")
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();

/** CRC-16/CCITT-FALSE over ASCII, as four upper-case hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (let i = 0; i < text.length; i += 1) {
    crc ^= text.charCodeAt(i) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** The copy-and-paste text of a static PIX code. Refuses what a bank app would misread. */
export function encodeBrCode(code: BrCode): string {
  const name = foldToAscii(code.merchantName);
  const city = foldToAscii(code.merchantCity);
  const description = code.description === undefined ? undefined : foldToAscii(code.description);
  need(/^[\x21-\x7e]{1,77}$/.test(code.key), 'the key');
  need(isText(name, NAME_MAX), 'the merchant name');
  need(isText(city, CITY_MAX), 'the merchant city');
  need(description === undefined || isText(description, DESCRIPTION_MAX), 'the description');
  need(isAmount(code.amount), 'the amount');
  need(/^[A-Za-z0-9]{1,25}$/.test(code.txid), 'the txid');
  const body = write([
    ['00', '01'],
    ['26', write([['00', GUI], ['01', code.key], ...optional('02', description)])],
    ['52', '0000'],
    ['53', '986'],
    ...optional('54', code.amount === undefined ? undefined : (code.amount / 100).toFixed(2)),
    ['58', 'BR'],
    ['59', name],
    ['60', city],
    ['62', write([['05', code.txid]])],
  ]);
  return `${body}6304${crc16(`${body}6304`)}`;
}

/** Reads a static PIX code. Throws a BrCodeError unless every length, value and the checksum are right. */
export function decodeBrCode(text: string): BrCode {
  need(printable.test(text), 'the characters');
  need(/6304[0-9A-F]{4}$/.test(text) && crc16(text.slice(0, -4)) === text.slice(-4), 'the checksum');
  const fields = read(text.slice(0, -8));
  need(fields[0]?.[0] === '00', 'the first field');
  const all = new Map(fields);
  const take = takeFrom(all);
  need(take('00') === '01' && take('52') === '0000' && take('53') === '986' && take('58') === 'BR', 'a fixed field');
  const account = takeFrom(new Map(read(take('26') ?? '')));
  need(account('00')?.toLowerCase() === GUI, 'the arrangement');
  const key = account('01') ?? '';
  need(/^[\x21-\x7e]{1,77}$/.test(key), 'the key');
  const description = account('02');
  const amount = take('54');
  need(amount === undefined || /^(0|[1-9]\d{0,9})\.\d{2}$/.test(amount), 'the amount');
  const merchantName = take('59') ?? '';
  const merchantCity = take('60') ?? '';
  need(isText(merchantName, NAME_MAX) && isText(merchantCity, CITY_MAX), 'the merchant');
  const additional = takeFrom(new Map(read(take('62') ?? '')));
  const txid = additional('05') ?? '';
  need(/^([A-Za-z0-9]{1,25}|\*\*\*)$/.test(txid), 'the txid');
  need(account.left() + additional.left() + take.left() === 0, 'an unknown field');
  return {
    key,
    ...(description === undefined ? {} : { description }),
    ...(amount === undefined ? {} : { amount: cents(amount) }),
    merchantName,
    merchantCity,
    txid,
  };
}

function need(condition: boolean, what: string): asserts condition {
  if (!condition) throw new BrCodeError(`Not a static PIX code: ${what}.`);
}

const isText = (text: string, max: number) => text.length <= max && printable.test(text) && text.trim() === text;

const isAmount = (amount: number | undefined) =>
  amount === undefined || (Number.isInteger(amount) && amount > 0 && amount <= AMOUNT_MAX);

function cents(amount: string): number {
  const value = Number(amount.replace('.', ''));
  need(value > 0, 'the amount');
  return value;
}

const optional = (tag: string, value: string | undefined): Field[] => (value === undefined ? [] : [[tag, value]]);

function write(fields: readonly Field[]): string {
  return fields
    .map(([tag, value]) => {
      need(value.length > 0 && value.length <= 99, `the length of field ${tag}`);
      return `${tag}${String(value.length).padStart(2, '0')}${value}`;
    })
    .join('');
}

/** Tag, length, value. Each length must be told right to the last character, and no tag may come twice. */
function read(text: string): Field[] {
  const fields: Field[] = [];
  const seen = new Set<string>();
  for (let at = 0; at < text.length; ) {
    const [, tag = '', digits = ''] = /(\d{2})(\d{2})/.exec(text.slice(at, at + 4)) ?? [];
    const length = Number(digits);
    const value = text.slice(at + 4, at + 4 + length);
    // Where no tag stands there is no length either.
    need(length > 0 && value.length === length, 'a length');
    need(!seen.has(tag), 'a field that comes twice');
    seen.add(tag);
    fields.push([tag, value]);
    at += 4 + length;
  }
  return fields;
}

/** Takes fields out one by one; what is `left` was never asked for. */
function takeFrom(fields: Map<string, string>) {
  const take = (tag: string) => {
    const value = fields.get(tag);
    fields.delete(tag);
    return value;
  };
  return Object.assign(take, { left: () => fields.size });
}
