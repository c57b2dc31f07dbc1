import { describe, expect, it } from 'vitest';
import { codesIn, endToEndIn, isTxidOf, nameWords, payerIn } from './signs.ts';

const code = '7KQ2M0XRW94TB3HN';
const transfer = 'E18236120202611151209s0123456789';

describe('what a line says', () => {
  it.each([
    ['alone', `PIX RECEBIDO ${code}`],
    ['in lower case, with O for 0', 'pix 7kq2moxrw94tb3hn fulano'],
    ['in groups', 'PIX 7KQ2 M0XR W94T B3HN'],
    ['with hyphens', 'PIX 7KQ2-M0XR-W94T-B3HN.'],
    ['glued to a word', `PIXRECEBIDO${code}`],
    ['as the beginning of a txid', `PIX ${code}0000000001 ANA`],
  ])('a code %s', (_, text) => {
    expect(codesIn(text)).toContain(code);
  });

  it('no code in an end-to-end id, and few in a text that is made of them', () => {
    expect(codesIn(`PIX ${transfer} ANA SILVA`)).toEqual([]);
    expect(codesIn(`${code} `.repeat(100))).toEqual([code]);
    expect(codesIn(Array.from({ length: 30 }, (_, i) => `7KQ2M0XRW94TB3${10 + i}`).join(' '))).toHaveLength(8);
  });

  it('the txid of a charge is longer than the code it begins with', () => {
    expect(isTxidOf(code, `PIX ${code}0000000001 ANA`)).toBe(true);
    expect(isTxidOf(code, `PIX ${code}`)).toBe(false);
  });

  it('an end-to-end id, and nothing that looks a little like one', () => {
    expect(endToEndIn(`PIX ${transfer}`)).toBe(transfer);
    expect(endToEndIn(`PIX X${transfer}`)).toBeNull();
    expect(endToEndIn('E18236120')).toBeNull();
  });

  it.each([
    ['PIX RECEBIDO - MARIA APARECIDA SILVA', 'MARIA APARECIDA SILVA'],
    [`Pix recebido de João d'Ávila ${transfer}`, "João d'Ávila"],
    ['TRANSF RECEBIDA PIX ANA SOUZA 15/11', 'ANA SOUZA'],
    [`PIX QR CODE ${code}`, null],
    ['PIX RECEBIDO 123.456.789-00', null],
  ])('%s was paid by %s', (text, payer) => {
    expect(payerIn(text, codesIn(text))).toBe(payer);
  });

  it('the words of a name without accents and particles', () => {
    expect(nameWords("João da Conceição e Ávila d'Or")).toEqual(['JOAO', 'CONCEICAO', 'AVILA', 'OR']);
  });
});
