import { describe, expect, it } from 'vitest';
import { ofxOf } from '#server/testing/statements.ts';
import { readStatement } from './read-statement.ts';
import { ColumnsUnknown, StatementRefused } from './statement-file.ts';

const nothing = { chosen: null, known: new Map() };
const read = (text: string | Uint8Array, wishes: Parameters<typeof readStatement>[1] = nothing) =>
  readStatement(Buffer.from(text), wishes);
const line = { day: '2026-11-10', amount: '297.00', memo: 'PIX RECEBIDO ANA SOUZA' };

describe('an OFX file', () => {
  it('in version 1.x is read without closing tags, in Windows letters under another name', () => {
    const text = ofxOf([{ ...line, memo: 'PIX RECEBIDO JOÃO CONCEIÇÃO & FILHOS', fitId: 'N1', amount: '1.297,50' }]);
    const file = read(Buffer.from(text, 'latin1'));
    expect(file).toMatchObject({ format: 'ofx', firstDay: '2026-11-10', lastDay: '2026-11-10' });
    expect(file.entries).toMatchObject([
      {
        account: '0341//12345-6',
        fitId: 'N1',
        day: '2026-11-10',
        amount: 129_750,
        payer: 'JOÃO CONCEIÇÃO FILHOS',
        text: 'PIX RECEBIDO JOÃO CONCEIÇÃO & FILHOS',
      },
    ]);
  });

  it('in version 2.x is read as XML, with escaped signs, several accounts, and without what went out', () => {
    const account = (id: string, transactions: string) =>
      `<STMTTRNRS><STMTRS><BANKACCTFROM><BANKID>260</BANKID><ACCTID>${id}</ACCTID></BANKACCTFROM><BANKTRANLIST>${transactions}</BANKTRANLIST></STMTRS></STMTTRNRS>`;
    const entry = (amount: string, memo: string) =>
      `<STMTTRN><TRNTYPE>OTHER</TRNTYPE><DTPOSTED>20261110000000[-3:BRT]</DTPOSTED><TRNAMT>${amount}</TRNAMT><FITID>x</FITID><MEMO>${memo}</MEMO></STMTTRN>`;
    const text = `<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="211"?><OFX><BANKMSGSRSV1>${account('1', entry('10.00', 'A &amp; B &#233; <![CDATA[x]]>'))}${account('2', entry('20.00', 'outra') + entry('-5.00', 'tarifa'))}</BANKMSGSRSV1></OFX>`;
    expect(read(text).entries.map(({ account: of, amount, text: said }) => [of, amount, said])).toEqual([
      ['260//1', 1000, 'A & B é <![CDATA[x]]>'],
      ['260//2', 2000, 'outra'],
    ]);
  });

  it('knows a payment again by its end-to-end id, else by how often the same came before that day', () => {
    const transfer = 'E18236120202611151209s0123456789';
    const one = read(ofxOf([line, line, { ...line, memo: `PIX ${transfer}`, fitId: 'A' }]));
    const other = read(
      ofxOf([{ ...line, fitId: 'other' }, line, { ...line, memo: `RECEB ${transfer}`, fitId: 'B' }], '12345-6'),
    );
    expect(new Set(one.entries.map(({ fingerprint }) => fingerprint)).size).toBe(3);
    expect(other.entries.map(({ fingerprint }) => fingerprint)).toEqual(
      one.entries.map(({ fingerprint }) => fingerprint),
    );
    expect(one.sha256).not.toBe(other.sha256);
  });

  it.each([
    ['a type that says debit', ofxOf([{ ...line, type: 'DEBIT' }])],
    ['no day', ofxOf([{ ...line, day: 'hoje' }])],
    ['no amount', ofxOf([{ ...line, amount: '' }])],
    ['no transaction', ofxOf([])],
  ])('with %s shows nothing received', (_, text) => {
    expect(() => read(text)).toThrow('Não encontramos nenhum valor recebido');
  });

  it('expands no entities and takes no document type', () => {
    const bomb = `<!DOCTYPE OFX [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>`;
    const text = `<?xml version="1.0"?>${bomb}${ofxOf([{ ...line, memo: '&b; &file; ANA' }]).slice(120)}<OFX>`;
    expect(read(`OFXHEADER:100\n${text}`).entries[0]?.text).toBe('&b; &file; ANA');
  });

  it('that is one endless line is read in one pass', () => {
    const endless = `OFXHEADER:100 <OFX><STMTTRN><DTPOSTED>20261110<TRNAMT>1.00<MEMO>${'x'.repeat(5_000_000)}`;
    expect(read(endless).entries[0]?.text).toHaveLength(500);
    expect(() => read(`OFXHEADER:100 ${'<'.repeat(5_000_000)}`)).toThrow(StatementRefused);
    expect(() => read(`OFXHEADER:100 ${'<A '.repeat(1_500_000)}`)).toThrow(StatementRefused);
  });

  it('with more entries than the limit is refused', () => {
    const many = `OFXHEADER:100 <OFX>${'<STMTTRN><DTPOSTED>20261110<TRNAMT>1.00'.repeat(20_001)}`;
    expect(() => read(many)).toThrow('mais de 20000 entradas');
  });
});

describe('a CSV file', () => {
  const csv =
    'Banco X;;\nConta;123;\n\nData;Histórico;Valor;Saldo\n10/11/2026;PIX RECEB ANA SOUZA;297,00;1.000,00\n11/11/2026;TARIFA;-12,00;988,00\n';

  it('is read by the names of its columns, below whatever the bank writes above them', () => {
    const { entries, format } = read(csv);
    expect([format, entries]).toMatchObject([
      'csv',
      [{ day: '2026-11-10', amount: 29_700, text: 'PIX RECEB ANA SOUZA' }],
    ]);
  });

  it('without names is read by what its columns hold', () => {
    const { entries } = read('10/11/2026,"PIX ANA","297,00"\n11/11/2026,"PIX RUI","100,00"\n');
    expect(entries.map(({ amount, payer }) => [amount, payer])).toEqual([
      [29_700, 'ANA'],
      [10_000, 'RUI'],
    ]);
  });

  it('with two columns for in and out, or a letter for it, is read for what came in', () => {
    const two = 'Data;Descrição;Crédito (R$);Débito (R$)\n10/11/2026;PIX ANA;297,00;\n10/11/2026;LUZ;;80,00\n';
    const letter = 'Data;Valor;D/C;Descrição\n10/11/2026;297,00;C;PIX ANA\n10/11/2026;80,00;D;LUZ\n';
    expect(read(two).entries).toMatchObject([{ amount: 29_700, text: 'PIX ANA' }]);
    expect(read(letter).entries).toMatchObject([{ amount: 29_700, text: 'PIX ANA' }]);
  });

  it('with unknown columns asks once, and is recognised afterwards', () => {
    const strange = 'Data;A;B\n10/11/2026;297,00;300,00\n11/11/2026;100,00;101,00\n';
    let asked: ColumnsUnknown | undefined;
    try {
      read(strange);
    } catch (error) {
      asked = error as ColumnsUnknown;
    }
    expect(asked).toBeInstanceOf(ColumnsUnknown);
    expect(asked).toMatchObject({
      columns: ['Data', 'A', 'B'],
      sample: [['10/11/2026', '297,00', '300,00'], expect.any(Array)],
    });
    const told = read(strange, { chosen: { date: 0, amount: 2 }, known: new Map() });
    expect(told.entries.map(({ amount }) => amount)).toEqual([30_000, 10_100]);
    const known = new Map([[asked?.headerKey ?? '', { date: 0, amount: 1 }]]);
    expect(read(strange, { chosen: null, known }).entries.map(({ amount }) => amount)).toEqual([29_700, 10_000]);
    expect(() => read(strange, { chosen: { date: 0, amount: 9 }, known: new Map() })).toThrow(ColumnsUnknown);
  });

  it.each([
    ['a PDF', '%PDF-1.7', 'um PDF'],
    ['a spreadsheet', 'PK\u0003\u0004', 'uma planilha'],
    ['nothing', '  \n', 'vazio'],
    ['bytes', 'a\0b', 'não é de texto'],
    ['words', 'Bom dia.', 'nenhuma entrada'],
    ['a quote that never ends', 'Data;Valor\n10/11/2026;"297,00\n'.repeat(3), 'aspas'],
  ])('that is %s is refused with a reason', (_, text, reason) => {
    expect(() => read(text)).toThrow(reason);
  });
});
