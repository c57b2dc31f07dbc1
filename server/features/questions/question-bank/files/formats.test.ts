import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAiken } from './aiken-read.ts';
import { rightOption, withoutKeySign } from './answer-key.ts';
import { decodeText } from './decode.ts';
import { docxLines } from './docx-lines.ts';
import { readGift } from './gift-read.ts';
import { embeddedFiles, readMoodle } from './moodle-read.ts';
import { streamMoodle, writeMoodle } from './moodle-write.ts';
import { linesOf, readNumbered } from './numbered-read.ts';
import type { FileEntry } from './question-file.ts';
import { anyQuestion } from './testing/questions.ts';
import { kindOfText } from './text-kind.ts';

const short = ({ line, question, problem }: FileEntry) =>
  problem ?? [
    line,
    question?.questionText,
    ...(question?.options ?? []).map(({ optionText, isCorrect }) => `${isCorrect ? '=' : '~'}${optionText}`),
  ];
const moodle = (inside: string) => `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${inside}\n</quiz>`;
const multichoice = (inside: string) =>
  moodle(`<question type="multichoice"><name><text>Q</text></name>${inside}</question>`);

describe('the format of a file', () => {
  it.each([
    ['aiken', 'Quanto?\nA. Um\nB. Dois\nANSWER: B', 'x.txt'],
    ['gift', 'Quanto? {=um ~dois}', 'x.txt'],
    ['gift', '// só isto\n$CATEGORY: Leis\n\nA lei vale.{T}', ''],
    ['text', '1. Seja A = {1, 2}. Quanto?\na) um\nb) dois\nGabarito: B', 'colado.txt'],
    ['csv', 'Lista de exercícios;;;\nenunciado;a;b;gabarito\nx;y;z;A', 'x.txt'],
    ['csv', 'Qual?\tUm\tDois\tA\nQual outra?\tUm\tDois\tB', 'colado.txt'],
    ['csv', 'nome;idade\nAna;30', 'x.csv'],
    ['moodle', moodle(''), 'x.xml'],
  ])('%s', (kind, text, name) => {
    expect(kindOfText(text, name)).toBe(kind);
  });

  it.each([
    ['Um texto qualquer, sem questões.', /Não reconhecemos questões/],
    ['1. Uma lista de compras\n2. Pão\n3. Leite', /Não reconhecemos questões/],
    ['<html><body>1. Oi?</body></html>', /XML ou HTML, mas não um questionário/],
    ['<?xml version="1.0"?><outra/>', /XML ou HTML, mas não um questionário/],
  ])('is never taken for another: %s', (text, message) => {
    expect(() => kindOfText(text, 'x.txt')).toThrow(message);
  });
});

describe('answer keys', () => {
  const five = ['Roma', 'Paris', 'Lisboa', 'Madri', 'Berna'];
  it.each([
    ['C)', 2],
    ['(c)', 2],
    ['Letra C', 2],
    ['alternativa e.', 4],
    ['3', 2],
    ['Lisboa', 2],
    ['B) Paris', 1],
    ['F', 'A alternativa certa (F) está vazia.'],
    ['A e B', 'Só uma alternativa pode ser a certa.'],
    ['Z', 'O gabarito deve ter uma letra de A a F, e tem "Z".'],
    ['A, B', 'Só uma alternativa pode ser a certa.'],
  ])('%s of five options', (told, expected) => expect(rightOption(told, five)).toBe(expected));

  it.each([
    ['Certo', 0],
    ['E', 1],
    ['✓', 0],
    ['✗', 1],
    ['Verdadeiro', 0],
    ['F', 1],
  ])('%s of Certo and Errado', (told, expected) => expect(rightOption(told, ['Certo', 'Errado'])).toBe(expected));

  it('must not be a question kind', () => expect(rightOption('C/E', ['Certo', 'Errado'])).toMatch(/tipo da questão/));

  it.each([
    ['✓ Paris', 'Paris', true],
    ['Paris ✔', 'Paris', true],
    ['[x] Paris', 'Paris', true],
    ['Paris (correta)', 'Paris', true],
    ['Paris', 'Paris', false],
    ['✓', '✓', false],
  ])('%s', (text, rest, isMarked) => expect(withoutKeySign(text)).toEqual({ text: rest, isMarked }));
});

it('a file in MacRoman is decoded when only MacRoman gives Portuguese text', () => {
  const mac: Record<string, number> = { ç: 0x8d, ã: 0x8b, é: 0x8e, á: 0x87, õ: 0x9b, í: 0x92, É: 0x83 };
  const text = 'Questão: é fácil? A instituição. Ações. É lícito.';
  const bytes = Uint8Array.from([...text].map((sign) => mac[sign] ?? sign.charCodeAt(0)));
  expect(decodeText(bytes)).toBe(text);
});

describe('Aiken', () => {
  it('reads valid questions and reports the problem of each other one', () => {
    const text =
      'Quanto é 1 + 1?\nA. Um\nB. Dois\nANSWER: B\n\nSem chave?\nA) Um\nB) Dois\nOutra?\nA. x\nB. y\nC. z\nANSWER: D\n\nFora de ordem?\nA. x\nC. y\nANSWER: A';
    expect(readAiken(text).map(short)).toEqual([
      [1, 'Quanto é 1 + 1?', '~Um', '=Dois'],
      'A linha 9 não é alternativa nem ANSWER.',
      'A linha ANSWER diz "D", e as alternativas vão de A a C.',
      'A alternativa C está fora de ordem (linha 17).',
    ]);
  });
});

describe('GIFT', () => {
  it('leaves empty options out and adds a remark', () => {
    const { entries, remarks } = readGift('How {~many~=much} water?\n\nOne? {~a~=b~}');
    expect(entries.map(short)).toEqual([
      [1, 'How _____ water?', '~many', '=much'],
      [3, 'One?', '~a', '=b'],
    ]);
    expect(remarks).toEqual(['Alternativas vazias, como em ~certo~=errado, ficaram de fora: 3.']);
  });

  it('reads a category that follows a question without an empty line', () => {
    const { entries } = readGift('A?{T}\n$CATEGORY: Leis/Penal\nB?{F}');
    expect(entries.map(({ question }) => [question?.questionText, question?.subject, question?.topic])).toEqual([
      ['A?', '', ''],
      ['B?', 'Leis', 'Penal'],
    ]);
  });
});

describe('numbered questions in a text', () => {
  const read = (text: string) => readNumbered(linesOf(text));
  it('are read with a key below, a mark on the option, or a list of keys at the end', () => {
    const text = `Lista de revisão
Matéria: Geografia

1. Qual é a capital
da França?
a) Roma
b) Paris
c) Lisboa
Gabarito: b)
Comentário: Desde 987.

2) A soma é:
(A) 1
* (B) 2

Questão 3
Julgue: a Lua é um satélite.
Resposta: Certo`;
    const { entries, remarks } = read(text);
    expect(entries.map(short)).toEqual([
      [4, 'Qual é a capital\nda França?', '~Roma', '=Paris', '~Lisboa'],
      [12, 'A soma é:', '~1', '=2'],
      [16, 'Julgue: a Lua é um satélite.', '=Certo', '~Errado'],
    ]);
    expect(entries[0]?.question).toMatchObject({ subject: 'Geografia', comment: 'Desde 987.', format: 'plain' });
    expect(remarks).toEqual(['Ficou de fora o que vem antes da primeira questão (16 letras): “Lista de revisão”']);
    expect(read('1. Um?\na) x\nb) y\n2. Dois?\na) x\nb) y\n\nGABARITO\n1-B 2-A').entries.map(short)).toEqual([
      [1, 'Um?', '~x', '=y'],
      [4, 'Dois?', '=x', '~y'],
    ]);
    expect(read('1. A Terra gira.\n2. O Sol gira em torno dela.\nGabarito: 1. C 2. E').entries.map(short)).toEqual([
      [1, 'A Terra gira.', '=Certo', '~Errado'],
      [2, 'O Sol gira em torno dela.', '~Certo', '=Errado'],
    ]);
  });

  it('report why one of them cannot be read', () => {
    const text =
      '1. Sem chave?\na) x\nb) y\n2. Duas?\n* a) x\n* b) y\nc) z\n3. Pulou?\na) x\nc) y\nGabarito: A\n4. Anulada?\na) x\nb) y\nGabarito: anulada';
    expect(read(text).entries.map(({ line, problem }) => [line, problem])).toEqual([
      [1, expect.stringMatching(/Não encontramos a resposta certa/)],
      [4, 'Há mais de uma alternativa marcada como certa.'],
      [8, 'Falta a alternativa B (linha 10).'],
      [12, expect.stringMatching(/anulada/)],
    ]);
  });

  it('never fails, whatever the text is', () => {
    const sign = fc.constantFrom(
      '1. ',
      'a) ',
      'b) ',
      '\n',
      'Gabarito: A',
      'Gabarito',
      '2-B',
      'ANSWER: B',
      '* ',
      '✓',
      'Questão 2',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(sign, fc.string())), (parts) => {
        for (const text of [parts.join('')]) {
          for (const entry of [...read(text).entries, ...readAiken(text)])
            expect(entry.question === null).toBe(entry.problem !== null);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('a document', () => {
  const read = (html: string) => readNumbered(docxLines(html));
  it('gets the numbers of its lists, and its highlighted or bold option is the right one', () => {
    const html =
      '<ol><li><p>Qual é a <em>capital</em>?</p><ol type="a"><li><p>Roma</p></li><li><p><mark>Paris</mark></p></li></ol></li><li><p>Quanto?</p><ol type="a"><li><p>1</p></li><li><p><strong>2</strong></p></li></ol></li></ol>';
    const { entries } = read(html);
    expect(entries.map(({ question, problem }) => problem ?? question)).toMatchObject([
      {
        format: 'html',
        questionText: '<p>Qual é a <em>capital</em>?</p>',
        options: [
          { optionText: '<p>Roma</p>', isCorrect: false },
          { optionText: '<p>Paris</p>', isCorrect: true },
        ],
      },
      { questionText: '<p>Quanto?</p>', options: [{ isCorrect: false }, { optionText: '<p>2</p>', isCorrect: true }] },
    ]);
  });

  it('loses typed numbers in its markup, and keeps its pictures', () => {
    const { entries } = read(
      '<p><strong>1.</strong> Veja: <img src="/api/media/7"></p><p><strong>a) um</strong></p><p>b) <u>dois</u> e três</p>',
    );
    expect(entries[0]?.question).toMatchObject({
      questionText: '<p><strong></strong>Veja: <img src="/api/media/7"></p>',
      options: [
        { optionText: '<p>um</p>', isCorrect: true },
        { optionText: '<p>dois e três</p>', isCorrect: false },
      ],
    });
  });
});

describe('Moodle XML', () => {
  it('reads questions, categories, descriptions and pictures', () => {
    const source =
      moodle(`<question type="category"><category><text>$course$/top/Leis/Penal/Crimes</text></category></question>
<question type="description"><name><text>Texto I</text></name><questiontext format="html"><text><![CDATA[<p>Leia.</p>]]></text></questiontext></question>
<question type="multichoice"><name><text>Q</text></name>
  <questiontext format="html"><text><![CDATA[<p>Veja <img src="@@PLUGINFILE@@/mapa%20um.png"></p>]]></text><file name="mapa um.png" path="/" encoding="base64">AAEC</file></questiontext>
  <answer fraction="0"><text>1 &lt; 2</text><feedback><text>não</text></feedback></answer>
  <answer fraction="100"><text>sim</text></answer></question>
<question type="truefalse"><questiontext format="moodle_auto_format"><text>A lei vale.</text></questiontext>
  <answer fraction="0"><text>true</text></answer><answer fraction="100"><text>false</text></answer></question>
<question type="essay"><name><text>Redija</text></name></question>
<question type="multichoice"><name><text>Duas</text></name><answer fraction="50"><text>a</text></answer></question>`);
    expect(embeddedFiles(source)).toEqual([
      { address: '2/mapa um.png', name: 'mapa um.png', content: Uint8Array.of(0, 1, 2) },
    ]);
    const { entries } = readMoodle(source, { '2/mapa um.png': '/api/media/9' });
    expect(entries[0]?.question).toMatchObject({
      format: 'html',
      questionText: '<p>Veja <img src="/api/media/9"></p>',
      subject: 'Leis',
      topic: 'Penal > Crimes',
      baseText: { title: 'Texto I', format: 'html', text: '<p>Leia.</p>' },
      options: [
        { optionText: '1 < 2', comment: 'não', isCorrect: false },
        { optionText: 'sim', isCorrect: true },
      ],
    });
    expect(entries.slice(1).map(short)).toEqual([
      [9, 'A lei vale.', '~Certo', '=Errado'],
      'Questões dissertativas não são aceitas.',
      'Questões com mais de uma alternativa certa ou com pontos parciais não são aceitas.',
    ]);
    expect(readMoodle(source, {}).entries[0]?.problem).toMatch(/"mapa um.png" desta questão falta/);
  });

  it.each([
    ['<!DOCTYPE quiz [<!ENTITY a "b">]>\n<quiz></quiz>', /DOCTYPE \(linha 1\)/],
    [moodle('<a>'.repeat(60)), /uns dentro dos outros \(linha 3\)/],
    ['<quiz><question type="multichoice"><name><text>Q', /incompleto/],
    ['<outra></outra>', /falta <quiz>/],
  ])('refuses %s', (source, message) => {
    expect(() => readMoodle(source, {})).toThrow(message);
  });

  it('ignores an undeclared entity', () => {
    const source = multichoice(
      '<questiontext format="plain_text"><text>&lol; &amp; &#65;</text></questiontext><answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer>',
    );
    expect(readMoodle(source, {}).entries.map(short)).toEqual([[3, '&lol; & A', '=a', '~b']]);
  });

  it('is streamed as the same file, and asks for the pictures of a part when the part before was taken', async () => {
    const questions = fc.sample(anyQuestion, { seed: 1, numRuns: 2 }).map((question, at) => ({
      ...{ ...question, baseText: null },
      questionText: `<p><img src="/api/media/${at + 1}"></p>`,
    }));
    const asked: string[] = [];
    const stream = streamMoodle(questions, async (texts) => {
      const [, address = ''] = /"(.+?)"/.exec(texts[0] ?? '') ?? [];
      if (address) asked.push(address);
      return new Map([[address, { name: `${asked.length}.webp`, base64: 'AAEC' }]]);
    });
    const counts: number[] = [];
    let whole = '';
    for await (const part of stream) {
      whole += part;
      counts.push(asked.length);
    }
    expect(asked).toEqual(['/api/media/1', '/api/media/2']);
    expect(counts).toContain(1);
    expect(embeddedFiles(whole).map(({ name }) => name)).toEqual(['1.webp', '2.webp']);
    const plain: string[] = [];
    for await (const part of streamMoodle(questions, async () => new Map())) plain.push(part);
    expect(plain.join('')).toBe(writeMoodle(questions));
  });

  it('is exported and read back with every question unchanged', () => {
    fc.assert(
      fc.property(fc.array(anyQuestion, { minLength: 1, maxLength: 4 }), (questions) => {
        const subjects = [...new Set(questions.map(({ subject }) => subject))];
        const order = [...subjects.filter((name) => name === ''), ...subjects.filter((name) => name !== '')];
        const expected = order.flatMap((name) => questions.filter(({ subject }) => subject === name));
        const { entries } = readMoodle(writeMoodle(questions), {});
        expect(entries.map(({ problem }) => problem)).toEqual(expected.map(() => null));
        expect(entries.map(({ question }) => question)).toEqual(expected);
      }),
      { numRuns: 400 },
    );
  });
});
