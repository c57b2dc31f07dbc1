import fc from 'fast-check';
import { hasError, parsePix } from 'pix-utils';
import { describe, expect, it } from 'vitest';
import { type BrCode, BrCodeError, crc16, decodeBrCode, encodeBrCode, foldToAscii } from './brcode.ts';

const KNOWN_GOOD =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';
const KNOWN_BAD =
  '00020126360014BR.GOV.BCB.PIX0114+5511943214321520400005303986540566.665802BR5907EMPRESA6008BRASILIA62080503***6304170E';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'];
const ascii = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i));
const words = (max: number) =>
  fc
    .string({ unit: fc.constantFrom(...ascii), minLength: 1, maxLength: max })
    .map((text) => foldToAscii(text))
    .filter((text) => text.length > 0);

const codes: fc.Arbitrary<BrCode> = fc
  .record(
    {
      key: fc.oneof(
        fc.uuid(),
        fc.constant('+5511943214321'),
        fc.emailAddress().filter((key) => key.length <= 40),
      ),
      description: words(20),
      amount: fc.integer({ min: 1, max: 100_000_000 }),
      merchantName: words(25),
      merchantCity: words(15),
      txid: fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 25 }),
    },
    { requiredKeys: ['key', 'merchantName', 'merchantCity', 'txid'] },
  )
  .map((code) => code as BrCode);

describe('the static PIX code', () => {
  it("reads the central bank's own example", () => {
    expect(decodeBrCode(KNOWN_GOOD)).toEqual({
      key: '123e4567-e12b-12d1-a456-426655440000',
      merchantName: 'Fulano de Tal',
      merchantCity: 'BRASILIA',
      txid: '***',
    });
  });

  it('refuses a right checksum over a wrong inner length', () => {
    expect(crc16(KNOWN_BAD.slice(0, -4))).toBe(KNOWN_BAD.slice(-4));
    expect(() => decodeBrCode(KNOWN_BAD)).toThrow(BrCodeError);
  });

  it('writes amount, identifier and merchant as banks read them', () => {
    const text = encodeBrCode({
      key: 'pix@alvorada.example',
      amount: 29_700,
      merchantName: 'Alvorada Formação',
      merchantCity: 'São Paulo',
      txid: '7KQ2M0XRW94TB3HN',
    });
    expect(text).toContain('5406297.00');
    expect(text).toContain('5917Alvorada Formacao6009Sao Paulo62200516' + '7KQ2M0XRW94TB3HN');
    expect(decodeBrCode(text).amount).toBe(29_700);
  });

  it('decodes to the values that were encoded', () => {
    fc.assert(
      fc.property(codes, (code) => {
        expect(decodeBrCode(encodeBrCode(code))).toEqual(code);
      }),
    );
  });

  it('detects every change of one character', () => {
    fc.assert(
      fc.property(codes, fc.nat(), fc.constantFrom(...ascii, 'é', '\u0000', '🙂'), (code, place, character) => {
        const text = encodeBrCode(code);
        const at = place % text.length;
        fc.pre(text[at] !== character);
        expect(() => decodeBrCode(text.slice(0, at) + character + text.slice(at + 1))).toThrow(BrCodeError);
      }),
      { numRuns: 2000 },
    );
  });

  it('detects lost and added characters', () => {
    fc.assert(
      fc.property(codes, fc.nat(), (code, place) => {
        const text = encodeBrCode(code);
        const at = place % text.length;
        // Removing either of two equal neighbours gives the same text, but never the original.
        expect(() => decodeBrCode(text.slice(0, at) + text.slice(at + 1))).toThrow(BrCodeError);
        expect(() => decodeBrCode(`${text} `)).toThrow(BrCodeError);
      }),
    );
  });

  it('is read the same by another implementation', () => {
    fc.assert(
      fc.property(codes, (code) => {
        const other = parsePix(encodeBrCode(code));
        if (hasError(other)) throw new Error('pix-utils refuses it');
        expect(other).toMatchObject({
          pixKey: code.key,
          merchantName: code.merchantName,
          merchantCity: code.merchantCity,
          txid: code.txid,
        });
      }),
      { numRuns: 50 },
    );
  });

  const fine: BrCode = { key: 'a@b.co', amount: 100, merchantName: 'A', merchantCity: 'B', txid: 'X1' };
  const what = (name: string) => new BrCodeError(`Not a static PIX code: ${name}.`);
  it.each<[string, string, Partial<BrCode>]>([
    ['a name of 26 characters', 'the merchant name', { merchantName: 'a'.repeat(26) }],
    ['a city of 16 characters', 'the merchant city', { merchantCity: 'a'.repeat(16) }],
    ['an empty name', 'the merchant name', { merchantName: '  ' }],
    ['a name that has no ASCII form', 'the merchant name', { merchantName: '学校' }],
    ['a description of 73 characters', 'the description', { description: 'd'.repeat(73) }],
    ['an empty description', 'the description', { description: ' ' }],
    ['a txid with a sign', 'the txid', { txid: '***' }],
    ['a txid with a sign before it', 'the txid', { txid: '-A' }],
    ['a txid with a sign behind it', 'the txid', { txid: 'A-' }],
    ['a txid of 26 characters', 'the txid', { txid: 'A'.repeat(26) }],
    ['no money', 'the amount', { amount: 0 }],
    ['half a cent', 'the amount', { amount: 0.5 }],
    ['negative money', 'the amount', { amount: -1 }],
    ['more money than has room', 'the amount', { amount: 1_000_000_000_000 }],
    ['a key with a space', 'the key', { key: 'a b@c.de' }],
    ['a key with a space before it', 'the key', { key: ' a@c.de' }],
    ['a key with a space behind it', 'the key', { key: 'a@c.de ' }],
    ['a key of 78 characters', 'the key', { key: 'k'.repeat(78) }],
    [
      'a key and a text that are too long together',
      'the length of field 26',
      { key: `${'k'.repeat(60)}@b.co`, description: 'x'.repeat(20) },
    ],
  ])('does not write %s', (_, name, change) => {
    expect(() => encodeBrCode({ ...fine, ...change })).toThrow(what(name));
  });

  it.each<[string, Partial<BrCode>]>([
    ['a key of 77 characters', { key: 'k'.repeat(77) }],
    ['the longest name and city', { merchantName: 'n'.repeat(25), merchantCity: 'c'.repeat(15) }],
    ['the longest txid', { txid: 'T'.repeat(25) }],
    ['the most money', { amount: 999_999_999_999 }],
    // 18 for the arrangement, 10 for the key, 4 and 67 for the description.
    ['an account that just fits', { description: 'd'.repeat(67) }],
  ])('writes and reads %s', (_, change) => {
    expect(decodeBrCode(encodeBrCode({ ...fine, ...change }))).toEqual({ ...fine, ...change });
  });

  it.each([
    ['Açaí  &\tCia.', 'Acai & Cia.'],
    ['‘D’´E` “F” G–H—I', "'D''E' \"F\" G-H-I"],
    [' ﬁm ', 'fim'],
  ])('folds %j to what banks print', (text, folded) => {
    expect(foldToAscii(text)).toBe(folded);
  });

  const signed = (body: string) => `${body}6304${crc16(`${body}6304`)}`;
  const account = '26280014br.gov.bcb.pix0106a@b.co';
  const field = (tag: string, value: string) => `${tag}${String(value.length).padStart(2, '0')}${value}`;
  /** A body with correct lengths; a field that is '' is omitted. */
  const bodyOf = (
    parts: Partial<Record<'first' | 'account' | 'fixed' | 'amount' | 'country' | 'name' | 'city' | 'more', string>>,
  ) => {
    const given = {
      first: '000201',
      account,
      fixed: '520400005303986',
      amount: '',
      country: '5802BR',
      name: '5901A',
      city: '6001B',
      more: '62070503***',
      ...parts,
    };
    return Object.values(given).join('');
  };
  it('reads the body that the next cases break', () => {
    expect(decodeBrCode(signed(bodyOf({})))).toStrictEqual({
      key: 'a@b.co',
      merchantName: 'A',
      merchantCity: 'B',
      txid: '***',
    });
  });
  it.each([
    [
      'a field that comes twice',
      'a field that comes twice',
      bodyOf({ country: '530398653039865802BR', fixed: '52040000' }),
    ],
    ['an unknown field', 'an unknown field', bodyOf({ city: '6001B6103ABC' })],
    [
      'an unknown field of the account',
      'an unknown field',
      bodyOf({ account: field('26', '0014br.gov.bcb.pix0106a@b.co0301x') }),
    ],
    ['an unknown field beside the txid', 'an unknown field', bodyOf({ more: field('62', '0503***0101x') })],
    [
      'unknown fields that make up for each other',
      'an unknown field',
      bodyOf({ account: field('26', '0014br.gov.bcb.pix0106a@b.co0301x'), more: field('62', '0503***0101x') }),
    ],
    [
      'unknown fields inside and outside',
      'an unknown field',
      bodyOf({ account: field('26', '0014br.gov.bcb.pix0106a@b.co0301x'), city: '6001B6103ABC' }),
    ],
    ['another version', 'a fixed field', bodyOf({ first: '000202' })],
    ['another category', 'a fixed field', bodyOf({ fixed: '520400015303986' })],
    ['another currency', 'a fixed field', bodyOf({ fixed: '520400005303840' })],
    ['another country', 'a fixed field', bodyOf({ country: '5802PT' })],
    ['another arrangement', 'the arrangement', bodyOf({ account: '26280014br.gov.bcb.piy0106a@b.co' })],
    ['no account', 'the arrangement', bodyOf({ account: '' })],
    ['no key', 'the key', bodyOf({ account: field('26', '0014br.gov.bcb.pix') })],
    ['a key with a space before it', 'the key', bodyOf({ account: field('26', '0014br.gov.bcb.pix0107 a@b.co') })],
    ['a key with a space behind it', 'the key', bodyOf({ account: field('26', '0014br.gov.bcb.pix0107a@b.co ') })],
    ['nothing at all', 'the first field', ''],
    ['no first field', 'the first field', bodyOf({ first: '', fixed: '000201520400005303986' })],
    ['no merchant', 'the merchant', bodyOf({ name: '', city: '' })],
    ['no name', 'the merchant', bodyOf({ name: '' })],
    ['no city', 'the merchant', bodyOf({ city: '' })],
    ['a name of 26 characters', 'the merchant', bodyOf({ name: field('59', 'n'.repeat(26)) })],
    ['a city with a space before it', 'the merchant', bodyOf({ city: '6002 B' })],
    ['no txid', 'the txid', bodyOf({ more: '' })],
    ['a txid with a sign before it', 'the txid', bodyOf({ more: field('62', '0502-A') })],
    ['a txid with a sign behind it', 'the txid', bodyOf({ more: field('62', '0502A-') })],
    ['an amount without cents', 'the amount', bodyOf({ amount: '5403100' })],
    ['an amount with a zero before it', 'the amount', bodyOf({ amount: field('54', '01.00') })],
    ['an amount with a sign before it', 'the amount', bodyOf({ amount: field('54', '-1.00') })],
    ['an amount with a figure too many', 'the amount', bodyOf({ amount: field('54', '1.000') })],
    ['an amount of nothing', 'the amount', bodyOf({ amount: '54040.00' })],
    ['a field of no length', 'a length', bodyOf({ city: '6001B6100' })],
    ['a field that ends too early', 'a length', bodyOf({ more: '62070503***6205A' })],
    ['a tag of letters', 'a length', bodyOf({ city: '6001BAA01x' })],
    ['a tag that begins with a letter', 'a length', bodyOf({ more: '62070503***x' })],
  ])('does not read %s', (_, name, body) => {
    expect(() => decodeBrCode(signed(body))).toThrow(what(name));
  });
  const named = bodyOf({ name: field('59', '6304ABCD') });
  /** A correct checksum over everything before it, but without its own tag. */
  const unplaced = named + crc16(named);
  it.each([
    ['the characters', 'the characters', `${signed(bodyOf({}))}é`],
    ['the checksum', 'the checksum', `${bodyOf({})}63040000`],
    ['the checksum’s own place', 'the checksum', bodyOf({})],
    ['the checksum’s place, which stands elsewhere', 'the checksum', unplaced],
    ['what comes before it', 'the characters', `\n${signed(bodyOf({}))}`],
  ])('does not read where %s is wrong', (_, name, text) => {
    expect(() => decodeBrCode(text)).toThrow(what(name));
  });
  it('reads a description', () => {
    const described = bodyOf({ account: field('26', '0014br.gov.bcb.pix0106a@b.co0202ok') });
    expect(decodeBrCode(signed(described)).description).toBe('ok');
  });
});
