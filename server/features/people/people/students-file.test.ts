import { expect, it } from 'vitest';
import { IMPORT_MAX_ROWS } from '#contract/people/people.ts';
import { makeXlsx, rowsOf } from '#server/xlsx/testing/make-xlsx.ts';
import { readStudentsFile } from './students-file.ts';

const read = (file: string | Buffer) => readStudentsFile(Buffer.from(file), 'ana');
const sheet = (rows: string[][]) => makeXlsx([{ data: rowsOf(rows) }]);
const head = ['Nome', 'Sobrenome', 'E-mail'];

it('reads what spreadsheets write: semicolons, marks, other encodings, one column for the name', async () => {
  const rows = await read('\uFEFFNome;Sobrenome;E-mail\r\nAna;Souza;ana@exemplo.com.br\r\n');
  expect(rows).toEqual([{ line: 2, firstName: 'Ana', lastName: 'Souza', email: 'ana@exemplo.com.br', problem: null }]);
  const latin = await read(Buffer.from('Nome completo,email\nJosé da Silva,jose@exemplo.com.br\n', 'latin1'));
  expect(latin[0]).toMatchObject({ firstName: 'José', lastName: 'da Silva', problem: null });
});

it('reads an Excel file: a title above the columns, gaps, the sheet that has them, addresses in another case', async () => {
  const file = await makeXlsx([
    { name: 'Notas', data: rowsOf([['Só um lembrete']]) },
    {
      name: 'Turma',
      data: rowsOf([
        ['Turma de sábado'],
        [],
        head,
        ['Ana', 'Souza', 'ana@exemplo.com.br'],
        [],
        ['Ana', 'Souza', 'ANA@Exemplo.com.br'],
        ['', '', 'sem.nome@exemplo.com.br'],
      ]),
    },
  ]);
  expect(await read(file)).toEqual([
    { line: 4, firstName: 'Ana', lastName: 'Souza', email: 'ana@exemplo.com.br', problem: null },
    {
      line: 6,
      firstName: 'Ana',
      lastName: 'Souza',
      email: 'ANA@Exemplo.com.br',
      problem: 'O mesmo e-mail da linha 4.',
    },
    { line: 7, firstName: '', lastName: '', email: 'sem.nome@exemplo.com.br', problem: expect.any(String) },
  ]);
});

it('wrong lines are reported by their number in the file, with shortened values', async () => {
  const rows = await read(
    `nome,sobrenome,email\n\nAna,Souza,ana@exemplo.com.br\nAna,Souza,ANA@Exemplo.com.br\nBia,${'x'.repeat(9999)},x\n`,
  );
  expect(rows.map(({ line, problem }) => [line, problem])).toEqual([
    [3, null],
    [4, 'O mesmo e-mail da linha 3.'],
    [5, expect.any(String)],
  ]);
  expect(rows[2]?.lastName).toHaveLength(100);
});

const many = Array.from({ length: 50_000 }, (_, index) => ['Ana', 'Souza', `a${index}@b.com.br`]);

it.each<[string, () => string | Buffer | Promise<Buffer>, string]>([
  ['columns that are others', () => 'valor,data\n1,2\n', 'columns_unknown'],
  ['columns that are others, in Excel', () => sheet([['valor', 'data']]), 'columns_unknown'],
  ['a file that is no text', () => 'GIF\u0003\u0004\0\0', 'bad_request'],
  ['a zip that is no Excel file', () => 'PK\u0003\u0004\0\0', 'unsupported_type'],
  ['an open quote', () => 'nome,email\n"Ana,ana@exemplo.com.br\n', 'bad_request'],
  ['fifty thousand lines', () => [head, ...many].map((row) => row.join(',')).join('\n'), 'too_large'],
  ['fifty thousand rows', () => sheet([head, ...many]), 'too_large'],
  ['a CSV of three megabytes', () => `nome,email\n${' '.repeat(3_000_000)}`, 'too_large'],
])('a file of students is refused: %s', async (_, file, code) => {
  await expect(read(await file())).rejects.toThrow(expect.objectContaining({ code }));
  expect(IMPORT_MAX_ROWS).toBeLessThan(50_000);
});
