import { describe, expect, it } from 'vitest';
import { csvRows } from './csv-read.ts';
import { proposeLayout, type Remembered } from './table-layout.ts';
import { readTable } from './table-read.ts';

const layoutOf = (text: string, remembered: Remembered = {}) => proposeLayout(csvRows(text), remembered);
const fields = (text: string, remembered?: Remembered) =>
  layoutOf(text, remembered).columns.map(({ field, by }) => (field ? `${field}:${by}` : (by ?? '-')));

describe('the columns of a table', () => {
  it('are found by their names in a header below titles', () => {
    const text =
      'Simulado de Português;;;;;;\n;;;;;;\nPergunta;Alt. A;alt_b;Opção C;Gab;Banca e ano;Obs\nQual?;x;y;z;B;VUNESP/2024;rever';
    expect(layoutOf(text).headerLine).toBe(3);
    expect(fields(text)).toEqual([
      'enunciado:name',
      'alternativa_a:name',
      'alternativa_b:name',
      'alternativa_c:name',
      'correta:name',
      'banca_ano:name',
      '-',
    ]);
    const rows = csvRows(text);
    const { entries, remarks } = readTable(rows, proposeLayout(rows, {}));
    expect(entries).toMatchObject([{ line: 4, question: { source: 'VUNESP', year: 2024 } }]);
    expect(remarks).toEqual(['Colunas que não usamos: Obs.']);
  });

  it('keep the fields that the school assigned before, except names of the template', () => {
    const remembered: Remembered = { comando: 'enunciado', obs: '', enunciado: 'comentario' };
    expect(fields('Comando;C/E;Obs\nA lei vale para todos.;C;x\nA lei não vale.;E;y', remembered)).toEqual([
      'enunciado:memory',
      'correta:name',
      'memory',
    ]);
    expect(fields('enunciado;gabarito\nx;C', remembered)).toEqual(['enunciado:name', 'correta:name']);
  });

  it('are guessed by their content when there is no header', () => {
    const text =
      'Qual é a capital da França hoje?\tRoma\tParis\tB\t2024\nQual é a maior das cidades daqui?\tRoma\tParis\tA\t2023';
    expect(layoutOf(text)).toMatchObject({
      headerLine: 0,
      columns: [{ field: 'enunciado' }, {}, {}, { field: 'correta' }, { field: 'ano' }],
    });
  });

  it('take each field once, and every row reports the missing required columns', () => {
    expect(fields('enunciado;gabarito;resposta\nx;C;y')).toEqual(['enunciado:name', 'correta:name', '-']);
    const rows = csvRows('nome;idade\nAna;30');
    expect(readTable(rows, proposeLayout(rows, {})).entries).toMatchObject([
      { line: 2, excerpt: 'Ana · 30', problem: expect.stringMatching(/^Diga qual coluna tem o enunciado, o gabarito/) },
    ]);
  });

  it('may mark the right option inside its text', () => {
    const rows = csvRows('enunciado;a;b\nQual?;x;✓ y\nE esta?;✓ x;✓ y');
    expect(readTable(rows, proposeLayout(rows, {})).entries).toMatchObject([
      {
        question: {
          options: [
            { optionText: 'x', isCorrect: false },
            { optionText: 'y', isCorrect: true },
          ],
        },
      },
      { problem: 'Só uma alternativa pode ser a certa.' },
    ]);
  });
});
