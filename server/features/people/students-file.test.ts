import { expect, it } from 'vitest';
import { IMPORT_MAX_ROWS } from '../../../contract/people.ts';
import { readStudents } from './students-file.ts';

const read = (text: string) => readStudents(Buffer.from(text));

it('reads what spreadsheets write: semicolons, marks, other encodings, one column for the name', () => {
  const rows = read('\uFEFFNome;Sobrenome;E-mail\r\nAna;Souza;ana@exemplo.com.br\r\n');
  expect(rows).toEqual([{ line: 2, firstName: 'Ana', lastName: 'Souza', email: 'ana@exemplo.com.br', problem: null }]);
  const latin = readStudents(Buffer.from('Nome completo,email\nJosé da Silva,jose@exemplo.com.br\n', 'latin1'));
  expect(latin[0]).toMatchObject({ firstName: 'José', lastName: 'da Silva', problem: null });
});

it('tells wrong lines and the same address in another case', () => {
  const rows = read('nome,sobrenome,email\nAna,Souza,ana@exemplo.com.br\nAna,Souza,ANA@Exemplo.com.br\nBia,,x\n');
  expect(rows.map(({ problem }) => problem)).toEqual([null, 'O mesmo e-mail da linha 2.', expect.any(String)]);
});

it.each([
  ['columns that are others', 'valor,data\n1,2\n', 'columns_unknown'],
  ['a file that is no text', 'PK\u0003\u0004\0\0', 'bad_request'],
  ['an open quote', 'nome,email\n"Ana,ana@exemplo.com.br\n', 'bad_request'],
  ['fifty thousand lines', `nome,sobrenome,email\n${'Ana,Souza,a@b.com.br\n'.repeat(50_000)}`, 'too_large'],
])('refuses %s', (_, text, code) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ code }));
  expect(IMPORT_MAX_ROWS).toBeLessThan(50_000);
});
