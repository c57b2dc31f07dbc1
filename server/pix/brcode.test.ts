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

  it('gives back what it was given', () => {
    fc.assert(
      fc.property(codes, (code) => {
        expect(decodeBrCode(encodeBrCode(code))).toEqual(code);
      }),
    );
  });

  it('notices every change of one character', () => {
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

  it('notices characters that were lost or added', () => {
    fc.assert(
      fc.property(codes, fc.nat(), (code, place) => {
        const text = encodeBrCode(code);
        const at = place % text.length;
        // Losing one of two equal neighbours is the same text whichever was lost, but never the same as before.
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
  it.each([
    ['a name of 26 characters', { merchantName: 'a'.repeat(26) }],
    ['a city of 16 characters', { merchantCity: 'a'.repeat(16) }],
    ['an empty name', { merchantName: '  ' }],
    ['a name that has no ASCII form', { merchantName: '学校' }],
    ['a txid with a sign', { txid: '***' }],
    ['a txid of 26 characters', { txid: 'A'.repeat(26) }],
    ['no money', { amount: 0 }],
    ['half a cent', { amount: 0.5 }],
    ['negative money', { amount: -1 }],
    ['a key with a space', { key: 'a b@c.de' }],
    ['a key and a text that are too long together', { key: `${'k'.repeat(70)}@b.co`, description: 'x'.repeat(20) }],
  ])('does not write %s', (_, change) => {
    expect(() => encodeBrCode({ ...fine, ...change })).toThrow(BrCodeError);
  });

  const signed = (body: string) => `${body}6304${crc16(`${body}6304`)}`;
  const account = '26280014br.gov.bcb.pix0106a@b.co';
  it('reads the body that the next cases break', () => {
    const body = `000201${account}5204000053039865802BR5901A6001B62070503***`;
    expect(decodeBrCode(signed(body))).toMatchObject({ key: 'a@b.co', merchantName: 'A' });
  });
  it.each([
    ['a field that comes twice', `000201${account}52040000530398653039865802BR5901A6001B62070503***`],
    ['an unknown field', `000201${account}5204000053039865802BR5901A6001B6103ABC62070503***`],
    ['another currency', `000201${account}5204000053038405802BR5901A6001B62070503***`],
    ['another country', `000201${account}5204000053039865802PT5901A6001B62070503***`],
    ['another arrangement', '00020126280014br.gov.bcb.piy0106a@b.co5204000053039865802BR5901A6001B62070503***'],
    ['no first field', `${account}0002015204000053039865802BR5901A6001B62070503***`],
    ['no merchant', `000201${account}5204000053039865802BR62070503***`],
    ['an amount without cents', `000201${account}52040000530398654031005802BR5901A6001B62070503***`],
    ['an amount of nothing', `000201${account}52040000530398654040.005802BR5901A6001B62070503***`],
  ])('does not read %s', (_, body) => {
    expect(() => decodeBrCode(signed(body))).toThrow(BrCodeError);
  });
});
