import { describe, expect, test } from 'vitest';
import { readPdf } from '#server/pdf/read-pdf.ts';
import { column, type MadePage, makePdf } from '#server/pdf/testing/make-pdf.ts';
import { readExam } from './read-exam.ts';

const read = async (pages: readonly MadePage[]) => readExam(await readPdf(await makePdf(pages)));
const page = (lines: readonly string[]): MadePage => ({ texts: column(lines) });

/** A question as exams print it: options hang under their labels. */
const question = (number: string, label: (letter: string) => string, count = 4) => [
  '',
  `${number} Sobre o tema de número ${number.replace(/\D/g, '')} desta prova, assinale a`,
  'alternativa correta.',
  ...['A', 'B', 'C', 'D', 'E']
    .slice(0, count)
    .flatMap((letter) => [`${label(letter)} a resposta ${letter} da questão, que ocupa`, '>mais de uma linha.']),
];
const three = (number: (at: number) => string, label: (letter: string) => string, count?: number) =>
  [1, 2, 3].flatMap((at) => question(number(at), label, count));

describe('how numbers and letters are written', () => {
  const numbers: Record<string, (at: number) => string> = {
    'QUESTÃO 12': (at) => `QUESTÃO ${at}`,
    'Questão 12 –': (at) => `Questão ${at} –`,
    '12.': (at) => `${at}.`,
    '12)': (at) => `${at})`,
    '12 –': (at) => `${at} –`,
  };
  for (const [name, number] of Object.entries(numbers)) {
    test(`questions that begin with '${name}' are parted`, async () => {
      const { questions } = await read([page(three(number, (letter) => `(${letter})`))]);
      expect(questions.map((one) => [one.number, one.options.length, one.doubts])).toEqual([
        [1, 4, []],
        [2, 4, []],
        [3, 4, []],
      ]);
      expect(questions[1]?.statement).toBe('Sobre o tema de número 2 desta prova, assinale a alternativa correta.');
      expect(questions[1]?.options[3]?.text).toBe('a resposta D da questão, que ocupa mais de uma linha.');
    });
  }

  const labels: Record<string, (letter: string) => string> = {
    'A)': (letter) => `${letter})`,
    'a)': (letter) => `${letter.toLowerCase()})`,
    'A.': (letter) => `${letter}.`,
    'A –': (letter) => `${letter} –`,
    '[A]': (letter) => `[${letter}]`,
  };
  for (const [name, label] of Object.entries(labels)) {
    test(`options that begin with '${name}' are parted`, async () => {
      const { questions } = await read([page(three((at) => `${at}.`, label, 5))]);
      expect(questions.map((one) => [one.options.length, one.doubts])).toEqual([
        [5, []],
        [5, []],
        [5, []],
      ]);
      expect(questions[2]?.options[4]?.text).toBe('a resposta E da questão, que ocupa mais de uma linha.');
    });
  }
});

test('a number in the margin begins a question', async () => {
  const texts = [1, 2, 3].flatMap((number) => [
    { text: String(number), x: 40, y: number * 120, bold: true },
    ...column(
      ['No que diz respeito ao tema, a afirmação certa é', '(A) uma delas.', '(B) outra delas.', '(C) a terceira.'],
      { x: 70, y: number * 120 },
    ),
  ]);
  const { questions } = await read([{ texts }]);
  expect(questions.map(({ number, options }) => [number, options.length])).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
  expect(questions[0]?.statement).toBe('No que diz respeito ao tema, a afirmação certa é');
});

test('options side by side in one line are split', async () => {
  const texts = [1, 2].flatMap((number) => [
    ...column([`${number}. Quanto é a soma dos números desta lista?`], { y: number * 60 }),
    ...['dez', 'vinte', 'trinta', 'cem'].map((text, at) => ({
      text: `(${'ABCD'[at]}) ${text}`,
      x: 40 + at * 90,
      y: number * 60 + 14,
    })),
  ]);
  const { questions } = await read([{ texts }]);
  expect(questions.map(({ options }) => options.map(({ text }) => text))).toEqual([
    ['dez', 'vinte', 'trinta', 'cem'],
    ['dez', 'vinte', 'trinta', 'cem'],
  ]);
});

test('a numbered list inside a statement begins no question', async () => {
  const list = [
    '1. A respeito das afirmações abaixo,',
    '1. a primeira afirmação;',
    '2. a segunda afirmação;',
    '3. a terceira afirmação;',
    'assinale a opção certa.',
  ];
  const options = ['(A) uma.', '(B) duas.', '(C) três.'];
  const { questions } = await read([
    page([...list, ...options, ...question('2.', (l) => `(${l})`, 3), ...question('3.', (l) => `(${l})`, 3)]),
  ]);
  expect(questions.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(questions[0]?.statement).toContain('a terceira afirmação');
  expect(questions[1]?.statement).toContain('tema de número 2');
});

test('a cover, a questionnaire numbered from 1 again and text behind the last option are left out and named', async () => {
  const cover = ['CONCURSO PÚBLICO', 'Leia com atenção as instruções antes de começar.', 'A prova dura quatro horas.'];
  const after = [
    '',
    '#QUESTIONÁRIO',
    'Responda se quiser.',
    ...question('1.', (l) => `(${l})`),
    ...question('2.', (l) => `(${l})`),
  ];
  const { questions, leftOut } = await read([
    page(cover),
    page([
      ...three(
        (at) => `${at}.`,
        (l) => `(${l})`,
      ),
      ...after,
    ]),
  ]);
  expect(questions).toHaveLength(3);
  expect(questions[2]?.options[3]?.text).toBe('a resposta D da questão, que ocupa mais de uma linha.');
  expect(leftOut.map(({ kind }) => kind)).toEqual(['cover', 'behind', 'series']);
  expect(leftOut[0]?.text).toContain('CONCURSO PÚBLICO');
});

test('a title between questions becomes their subject and stays out of the option above it', async () => {
  const { questions } = await read([
    page([
      '#LÍNGUA PORTUGUESA',
      ...question('1.', (l) => `(${l})`),
      ...question('2.', (l) => `(${l})`),
      '',
      '#NOÇÕES DE DIREITO PENAL',
      ...question('3.', (l) => `(${l})`),
    ]),
  ]);
  expect(questions.map(({ subject }) => subject)).toEqual([
    'Língua Portuguesa',
    'Língua Portuguesa',
    'Noções de Direito Penal',
  ]);
  expect(questions[1]?.options[3]?.text).toBe('a resposta D da questão, que ocupa mais de uma linha.');
  expect(questions.flatMap(({ doubts }) => doubts)).toEqual([]);
});

test('a text for several questions belongs to those that it names and to no other', async () => {
  const text = [
    '',
    'Texto para as questões 2 e 3',
    'O rio corria devagar naquela tarde de',
    'domingo, e ninguém falava.',
  ];
  const { questions } = await read([
    page([
      ...question('1.', (l) => `(${l})`),
      ...text,
      ...question('2.', (l) => `(${l})`),
      ...question('3.', (l) => `(${l})`),
      ...question('4.', (l) => `(${l})`),
    ]),
  ]);
  expect(questions.map(({ baseText }) => baseText?.includes('O rio corria') ?? false)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(questions[0]?.options[3]?.text).not.toContain('Texto');
});

test('a text for several questions that follows an option without a gap stays out of the option', async () => {
  const plain = (number: number) => [
    `${number}. Sobre o tema ${number}, assinale a certa.`,
    '(A) uma que vai',
    'até aqui.',
    '(B) outra.',
    '(C) mais uma.',
  ];
  const text = ['Texto para as questões 2 e 3', 'O rio corria devagar.'];
  const { questions } = await read([page([...plain(1), ...text, ...plain(2), ...plain(3)])]);
  expect(questions[0]?.options[2]?.text).toBe('mais uma.');
  expect(questions[1]?.baseText).toContain('O rio corria');
});

test('items under one command are right or wrong, and have the command as their text', async () => {
  const { questions } = await read([
    page(
      [
        'Acerca dos direitos fundamentais, julgue os itens a seguir.',
        '',
        '1 A casa é asilo inviolável do indivíduo, e ninguém pode entrar nela.',
        '',
        '2 A lei não prejudicará o direito adquirido.',
        '',
        'No que se refere aos atos administrativos, julgue os próximos itens.',
        '',
        '3 O ato administrativo tem presunção de legitimidade.',
      ].map((line) => line.replace(/^(\d) /, '$1. ')),
    ),
  ]);
  expect(questions.map(({ kind, doubts }) => [kind, doubts])).toEqual([
    ['trueFalse', []],
    ['trueFalse', []],
    ['trueFalse', []],
  ]);
  expect(questions[1]?.statement).toBe('A lei não prejudicará o direito adquirido.');
  expect(questions[1]?.baseText).toContain('direitos fundamentais');
  expect(questions[2]?.baseText).toContain('atos administrativos');
});

test('words that are broken at line ends are joined, and written hyphens stay', async () => {
  const lines = [
    '1. A administração pública obedecerá ao princípio da publicidade, e a admi-',
    'nistração deve tornar-',
    'se transparente. O princípio da boa-fé vale, e a boa-',
    'fé se presume na publici-',
    'dade dos atos.',
    '(A) certo.',
    '(B) nunca.',
    '(C) sempre.',
    ...question('2.', (l) => `(${l})`, 3),
  ];
  const { questions } = await read([page(lines)]);
  expect(questions[0]?.statement).toBe(
    '1. A administração pública obedecerá ao princípio da publicidade, e a administração deve tornar-se transparente. O princípio da boa-fé vale, e a boa-fé se presume na publicidade dos atos.'.slice(
      3,
    ),
  );
});

describe('warnings', () => {
  test('a question with fewer options than the others gets a warning', async () => {
    const { questions } = await read([
      page([
        ...question('1.', (l) => `(${l})`),
        ...question('2.', (l) => `(${l})`, 3),
        ...question('3.', (l) => `(${l})`),
      ]),
    ]);
    expect(questions.map(({ doubts }) => doubts)).toEqual([[], ['options_count'], []]);
  });

  test('both neighbours of a missing number get a warning', async () => {
    const { questions } = await read([
      page([
        ...question('1.', (l) => `(${l})`),
        ...question('3.', (l) => `(${l})`),
        ...question('4.', (l) => `(${l})`),
      ]),
    ]);
    expect(questions.map(({ number, doubts }) => [number, doubts])).toEqual([
      [1, ['number_gap']],
      [3, ['number_gap']],
      [4, []],
    ]);
  });

  test('a question with a picture gets a warning and the region of the picture', async () => {
    const made = page(
      three(
        (at) => `${at}.`,
        (l) => `(${l})`,
      ),
    );
    const { questions } = await read([{ ...made, pictures: [{ x: 300, y: 150, w: 80, h: 60 }] }]);
    const [pictured, ...others] = questions.filter(({ doubts }) => doubts.includes('figure'));
    expect(others).toEqual([]);
    expect(pictured?.figures[0]?.box).toMatchObject({ w: 80, h: 60 });
  });

  test('a question that contains a footer line in another size gets a warning', async () => {
    const texts = column(
      three(
        (at) => `${at}.`,
        (l) => `(${l})`,
      ),
    );
    const inside = texts.findIndex(({ text }) => text.startsWith('(B)'));
    const at = texts[inside];
    const { questions } = await read([
      { texts: [...texts, { text: 'Confidencial até a aplicação', x: 40, y: (at?.y ?? 0) + 6, size: 5 }] },
    ]);
    expect(questions[0]?.doubts).toContain('size_changes');
  });
});

test('a question that runs from one column into the next is read in order', async () => {
  const all = [1, 2, 3, 4, 5, 6].flatMap((at) => question(`${at}.`, (l) => `${l})`));
  const short = all.map((line) => line.replace('desta prova, ', '').replace(' da questão,', ','));
  const middle = 31;
  const { questions } = await read([
    { texts: [...column(short.slice(0, middle), { x: 40 }), ...column(short.slice(middle), { x: 320 })] },
  ]);
  expect(questions.map(({ number, options }) => [number, options.length])).toEqual(
    [1, 2, 3, 4, 5, 6].map((number) => [number, 4]),
  );
  expect(questions.every(({ options }) => options.every(({ text }) => text.endsWith('mais de uma linha.')))).toBe(true);
});
