import { describe, expect, it } from 'vitest';
import { codesIn, endToEndIn } from '../reading/signs.ts';
import { match, type OpenEntry, type OpenOrder } from './match.ts';

const codes = ['7KQ2M0XRW94TB3HN', '8KQ2M0XRW94TB3HN', '9KQ2M0XRW94TB3HN'] as const;
const transfer = 'E18236120202611151209s0123456789';

const order = (id: number, name: string, more: Partial<OpenOrder> = {}): OpenOrder => ({
  id,
  paymentCode: codes[id - 1] ?? codes[0],
  amount: 29_700,
  name,
  day: '2026-11-10',
  endToEndIds: [],
  ...more,
});
const entry = (text: string, more: Partial<OpenEntry> = {}): OpenEntry => ({
  key: text,
  day: '2026-11-10',
  amount: 29_700,
  text,
  payer: null,
  endToEndId: endToEndIn(text),
  codes: codesIn(text),
  refusedId: null,
  ...more,
});
const one = (found: OpenEntry, orders: OpenOrder[]) => {
  const [{ key: _, ...rest } = { key: '' }] = match([found], orders);
  return rest;
};

const ana = order(1, 'Ana Souza');

describe('an entry of the bank', () => {
  it.each([
    ['the code', entry(`PIX ${codes[0]}`), ana, ['code', 'amount']],
    ['the code and the name', entry(`PIX ANA SOUZA ${codes[0]}`), ana, ['code', 'amount', 'name']],
    ['the txid of a charge', entry(`PIX ${codes[0]}0000000001`), ana, ['txid', 'amount']],
    [
      'the end-to-end id',
      entry(`PIX ${transfer}`),
      order(1, 'Rui Lima', { endToEndIds: [transfer] }),
      ['end_to_end', 'amount'],
    ],
    ['the code, months later', entry(`PIX ${codes[0]}`, { day: '2027-03-01' }), ana, ['code', 'amount']],
  ])('with %s and the whole amount is sure', (_, found, paid, reasons) => {
    expect(one(found, [paid])).toEqual({ state: 'sure', paymentId: 1, reasons });
  });

  it.each([
    ['the code and less money', entry(`PIX ${codes[0]}`, { amount: 29_699 }), ['code', 'amount_differs']],
    ['amount, day and the whole name', entry('PIX RECEBIDO ANA DE SOUZA'), ['amount', 'name', 'day']],
    ['a name that the bank cut', entry('PIX ANA SOUZ'), ['amount', 'name', 'day']],
    ['a part of the name', entry('SOUZA TRANSPORTES'), ['amount', 'part_of_name', 'day']],
    ['a name two days off', entry('PIX ANA SOUZA', { day: '2026-11-12' }), ['amount', 'name', 'day']],
  ])('with %s is doubtful', (_, found, reasons) => {
    expect(one(found, [ana])).toEqual({ state: 'doubtful', paymentId: 1, reasons });
  });

  it.each([
    ['another amount', entry('PIX ANA SOUZA', { amount: 100 })],
    ['another name', entry('PIX RUI LIMA')],
    ['three days apart', entry('PIX ANA SOUZA', { day: '2026-11-13' })],
    ['no name at all', entry('PIX RECEBIDO')],
    ['the order that it was said not to be for', entry('PIX ANA SOUZA', { refusedId: 1 })],
    ['its code, said not to be for it', entry(`PIX ${codes[0]}`, { refusedId: 1 })],
  ])('with %s is unmatched', (_, found) => {
    expect(one(found, [ana])).toEqual({ state: 'unmatched', paymentId: null, reasons: [] });
  });

  it('pays one order, and an order is paid once', () => {
    const found = [entry(`PIX ${codes[0]}`, { key: 'a' }), entry(`PIX ${codes[0]} de novo`, { key: 'b' })];
    expect(match(found, [ana])).toEqual([
      { key: 'a', state: 'sure', paymentId: 1, reasons: ['code', 'amount'] },
      { key: 'b', state: 'unmatched', paymentId: null, reasons: ['code', 'order_paid'] },
    ]);
  });

  it('goes to the whole name before a part of it, whatever comes first in the file', () => {
    const found = [entry('PIX SOUZA ME', { key: 'part' }), entry('PIX ANA SOUZA', { key: 'whole' })];
    expect(match(found, [ana]).map(({ key, state }) => [key, state])).toEqual([
      ['part', 'unmatched'],
      ['whole', 'doubtful'],
    ]);
  });

  it('that fits two orders alike is doubtful with the full name, and unmatched with a part of it', () => {
    const two = [ana, order(2, 'Ana Souza')];
    expect(one(entry('PIX ANA SOUZA'), two)).toMatchObject({
      state: 'doubtful',
      reasons: ['amount', 'name', 'day', 'several'],
    });
    expect(one(entry('PIX SOUZA'), two)).toMatchObject({ state: 'unmatched' });
    expect(one(entry('PIX ANA SOUZA'), [ana, order(2, 'Ana Souza', { day: '2026-11-12' })])).toMatchObject({
      paymentId: 1,
    });
  });

  it('whose transfer two receipts claim proves neither', () => {
    const claimed = [
      order(1, 'Ana Souza', { endToEndIds: [transfer] }),
      order(2, 'Rui Lima', { endToEndIds: [transfer] }),
    ];
    expect(one(entry(`PIX ${transfer}`), claimed)).toMatchObject({ state: 'unmatched' });
  });

  it('with the code of one and the receipt of another goes by the code', () => {
    const thief = order(2, 'Rui Lima', { endToEndIds: [transfer] });
    expect(one(entry(`PIX ${codes[0]} ${transfer}`), [thief, ana])).toMatchObject({ state: 'sure', paymentId: 1 });
  });
});
