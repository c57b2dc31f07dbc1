import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factsOf } from './receipt-text.ts';

const id = 'E18236120202611151432s0a1b2c3d4e';

describe('what a receipt says', () => {
  it.each([
    [
      'one fact per line',
      `Comprovante de transferência\n15 NOV 2026 - 11:32:05\nValor R$ 297,00\nTipo de transferência Pix\nDestino\nNome Curso Alvorada Ltda\nCNPJ 12.345.678/0001-90\nInstituição BANCO X\nOrigem\nNome Ana Souza\nID da transação:\n${id}`,
      { endToEndIds: [id], amounts: [29_700], days: ['2026-11-15'], payee: 'Curso Alvorada Ltda' },
    ],
    [
      'labels in the line, the id broken over two',
      `Pix enviado\nR$ 1.297,00\nData: 15/11/2026 às 14:32\nPara: Escola São João\nChave pix@escola.com.br\nID/Transação ${id.slice(0, 20)}\n${id.slice(20)}`,
      { endToEndIds: [id], amounts: [129_700], days: ['2026-11-15'], payee: 'Escola São João' },
    ],
    [
      'words all around',
      'No dia 5 de março de 2026 você fez um Pix de R$ 10,50.\nQuem recebeu\nNome: Maria D’Ávila\nTarifa R$ 0,00',
      { endToEndIds: [], amounts: [1050], days: ['2026-03-05'], payee: null },
    ],
    ['nothing of it', 'Lista de compras: 3 ovos, 31/02/2026', { endToEndIds: [], amounts: [], days: [], payee: null }],
  ])('%s', (_, text, facts) => {
    expect(factsOf(text)).toEqual(facts);
  });

  it('is never more than a few of each, and takes no longer for a hostile text', () => {
    const many = Array.from(
      { length: 1000 },
      (_, i) => `R$ ${i + 1},00 ${String((i % 28) + 1).padStart(2, '0')}/01/2026`,
    );
    const { amounts, days } = factsOf(many.join('\n'));
    expect([amounts.length, days.length]).toEqual([10, 10]);
    fc.assert(
      fc.property(fc.string({ maxLength: 2000 }), (text) => {
        for (const list of Object.values(factsOf(`Para: ${text}\nR$ ${text}`))) {
          if (Array.isArray(list)) expect(list.length).toBeLessThanOrEqual(10);
        }
      }),
    );
  });
});
