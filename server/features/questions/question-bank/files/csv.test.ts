import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRows } from './csv-read.ts';
import { csvTemplate, writeQuestionsAsCsv } from './csv-write.ts';
import { decodeText } from './decode.ts';
import type { FileQuestion } from './question-file.ts';
import { proposeLayout } from './table-layout.ts';
import { readTable } from './table-read.ts';
import { anyQuestion } from './testing/questions.ts';

const readCsv = (text: string) => {
  const rows = csvRows(text);
  return readTable(rows, proposeLayout(rows, {}));
};
const bytes = (text: string) => new TextEncoder().encode(text);
const row = (cells: Record<string, string>) => `${Object.keys(cells).join(';')}\n${Object.values(cells).join(';')}`;
const good = { enunciado: 'Qual?', alternativa_a: 'Um', alternativa_b: 'Dois', correta: 'B' };
const only = (text: string) => readCsv(text).entries[0];
const problem = (cells: Record<string, string>) => only(row({ ...good, ...cells }))?.problem;
const refusal = (text: string | Uint8Array) => {
  try {
    readCsv(decodeText(typeof text === 'string' ? bytes(text) : text));
  } catch (error) {
    return (error as Error).message;
  }
  return null;
};

const read = (file: Uint8Array): FileQuestion[] =>
  readCsv(decodeText(file)).entries.map(({ question, problem }) => {
    if (!question) throw new Error(problem ?? 'nothing read');
    return question;
  });

describe('a CSV file', () => {
  it('is read with every field of a question', () => {
    const [first] = read(bytes(csvTemplate()));
    expect(first).toEqual({
      format: 'plain',
      questionText: 'Assinale a frase em que o acento grave está correto.',
      comment: 'Só há crase antes de palavra feminina que aceita o artigo "a".',
      options: [
        { optionText: 'Fui à escola.', comment: 'Certa: ir a + a escola.', isCorrect: true },
        { optionText: 'Fui à pé.', comment: '"Pé" é palavra masculina.', isCorrect: false },
        { optionText: 'Voltei à ele.', comment: 'Não há crase antes de pronome pessoal.', isCorrect: false },
      ],
      baseText: null,
      subject: 'Português',
      topic: 'Crase',
      source: 'Banca de exemplo',
      organ: 'Prefeitura de exemplo',
      post: 'Agente administrativo',
      year: 2025,
      difficulty: 'easy',
      status: 'active',
      statusReason: '',
      tags: [],
    });
  });

  it.each([';', ',', '\t'])('takes %j as separator, also inside quotes', (separator) => {
    const header = ['Enunciado', 'Alternativa A', 'alternativa_b', 'GABARITO'].join(separator);
    const [question] = read(bytes(`${header}\n${[`"Um; dois, três\tquatro"`, 'x', 'y', '2'].join(separator)}\n`));
    expect(question?.questionText).toBe('Um; dois, três\tquatro');
    expect(question?.options.map(({ isCorrect }) => isCorrect)).toEqual([false, true]);
  });

  it.each([
    [{ enunciado: 'Julgue.', gabarito: 'C' }, true],
    [{ enunciado: 'Julgue.', gabarito: 'errado', comentario_a: 'Não.' }, false],
    [{ ...good, alternativa_a: 'CERTO', alternativa_b: 'errado', correta: 'E' }, false],
    [{ ...good, alternativa_a: 'Certo', alternativa_b: 'Errado', correta: 'A' }, true],
    [{ ...good, alternativa_a: '', alternativa_b: '', correta: 'Certo' }, true],
  ])('takes %j as Certo/Errado', (cells, isTrue) => {
    expect(only(row(cells))?.question?.options).toMatchObject([
      { optionText: 'Certo', comment: 'comentario_a' in cells ? 'Não.' : '', isCorrect: isTrue },
      { optionText: 'Errado', isCorrect: !isTrue },
    ]);
  });

  it('is read with the separator line of Excel, and lines are counted through breaks inside cells', () => {
    const { entries } = readCsv(
      'sep=,\nenunciado,alternativa_a,alternativa_b,correta\n"um\ndois ""aspas""",x,y,A\n\n,,,\nfim,x,y,C\n',
    );
    expect(entries.map(({ line, problem }) => [line, problem])).toEqual([
      [3, null],
      [7, 'A alternativa certa (C) está vazia.'],
    ]);
    expect(entries[0]?.question?.questionText).toBe('um\ndois "aspas"');
  });

  it.each([
    ['Qual é o plural de "cidadão"?', 'Qual é o plural de "cidadão"?'],
    ['"a"b', '"a"b'],
    ['"ok ""dobrada"""', 'ok "dobrada"'],
  ])('reads the quotes of %s', (cell, text) => {
    expect(only(row({ ...good, enunciado: cell }))?.question?.questionText).toBe(text);
  });

  it('with unknown columns gets a remark that names them', () => {
    expect(readCsv(row({ ...good, professor: 'Ana' })).remarks).toEqual(['Colunas que não usamos: professor.']);
  });
});

describe("Excel's encodings", () => {
  const text = row({ ...good, enunciado: '“Ação” à moda — nº 1º, café €' });
  const cp1252 = (value: string) =>
    Uint8Array.from(value, (sign) => ({ '“': 0x93, '”': 0x94, '—': 0x97, '€': 0x80 })[sign] ?? sign.charCodeAt(0));
  const utf16 = (value: string, mark: boolean) => Buffer.from((mark ? '\uFEFF' : '') + value, 'utf16le');

  it.each([
    ['UTF-8', bytes(text)],
    ['UTF-8 with its mark', bytes(`\uFEFF${text}`)],
    ['Windows-1252', cp1252(text)],
    ['UTF-16', utf16(text, true)],
    ['UTF-16 without its mark', utf16(text, false)],
    ['UTF-16, the other way round', utf16(text, true).swap16()],
  ])('%s', (_, file) => {
    expect(read(file)[0]?.questionText).toBe('“Ação” à moda — nº 1º, café €');
  });

  it('in Windows-1252 is read when quoted capitals look like UTF-8 by chance', () => {
    const shout = row({
      ...good,
      enunciado: 'AS PALAVRAS “MAÇÔ, AÇÃO, ÓRGÃO, É, À, Á, Í, Ú, Ê, Ô, Õ, Ç, Ü, ÃÕ, ÇÇ, ÁÁ, ÉÉ, ÍÍ',
    });
    expect(read(cp1252(shout))[0]?.questionText).toContain('“MAÇÔ');
  });

  it('that mixes encodings is refused', () => {
    const mixture = Buffer.concat([bytes(row({ ...good, enunciado: 'Ação' })), cp1252('\nção;x;y;A')]);
    expect(refusal(mixture)).toMatch(/mistura duas codificações \(veja a linha 3\)/);
  });
});

describe('files of another kind', () => {
  it.each([
    ['a workbook', Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0), /é um ZIP/],
    ['an old workbook', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), /Excel ou do Word antigo/],
    ['a PDF', bytes('%PDF-1.7 …'), /PDF/],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13), /imagem/],
    ['bytes', Uint8Array.of(65, 66, 0, 67, 1), /não é de texto/],
    ['nothing', new Uint8Array(), /vazio/],
    ['blanks', bytes('\n  \n'), /vazio/],
    ['half a surrogate', Uint8Array.of(0xff, 0xfe, 0x41, 0, 0x00, 0xd8, 0x42, 0), /caracteres quebrados/],
    ['an open quote', bytes(`${Object.keys(good).join(';')}\n"aberta;x;y;A\nz;x;y;A`), /aspas .* linha 3/],
  ])('%s', (_, file, message) => {
    expect(refusal(file)).toMatch(message);
  });
});

describe('questions that cannot be taken', () => {
  it.each([
    [{ correta: '' }, /qual alternativa é a certa/],
    [{ correta: 'A, B' }, /Só uma alternativa/],
    [{ correta: 'G' }, /uma letra de A a F/],
    [{ correta: 'C' }, /certa \(C\) está vazia/],
    [{ alternativa_c: '', alternativa_d: 'Quatro' }, /alternativa C está vazia/],
    [
      { alternativa_c: '3', alternativa_d: '4', alternativa_e: '5', alternativa_f: '6', alternativa_g: '7' },
      /de 2 a 6/,
    ],
    [{ comentario_c: 'sobra' }, /comentário para a alternativa C/],
    [{ alternativa_a: '', alternativa_b: '', correta: 'B' }, /deve dizer C \(certo\) ou E \(errado\), e tem "B"/],
    [{ alternativa_a: '', alternativa_b: '', correta: 'C', comentario_c: 'x' }, /comentário para a alternativa C/],
    [{ dificuldade: 'impossível' }, /dificuldade/],
    [{ ano: '25' }, /quatro algarismos/],
    [{ formato: 'pdf' }, /texto ou html/],
    [{ texto_base: 'Leia.', texto_formato: 'pdf' }, /formato do texto-base/],
    [{ texto_titulo: 'Texto I' }, /título de texto-base sem o texto/],
    [{ situacao: 'sumida' }, /situação/],
    [{ motivo: 'x;y' }, /mais colunas/],
  ])('%j', (cells, message) => {
    expect(problem(cells as Record<string, string>)).toMatch(message);
  });
});

describe('CSV export', () => {
  it('is read back with every question unchanged', () => {
    fc.assert(
      fc.property(fc.array(anyQuestion, { minLength: 1, maxLength: 4 }), (questions) => {
        expect(read(bytes(writeQuestionsAsCsv(questions)))).toEqual(questions);
      }),
      { numRuns: 400 },
    );
  });

  it('has no cell that a spreadsheet would execute as a formula', () => {
    const dangerous = ['=1+1', '+1', '-1', '@SUM(A1)', "'=1", "''@x"];
    fc.assert(
      fc.property(anyQuestion, fc.constantFrom(...dangerous), (question, text) => {
        const written = writeQuestionsAsCsv([{ ...question, questionText: text }]);
        const cells = parse(written, { delimiter: ';', bom: true }).flat();
        expect(cells.filter((cell) => /^[=+@\-\t\r]/.test(cell))).toEqual([]);
        expect(read(bytes(written))[0]?.questionText).toBe(text);
      }),
      { numRuns: 60 },
    );
  });
});
