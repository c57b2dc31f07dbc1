import { describe, expect, it } from 'vitest';
import { SYLLABUS_SUBJECTS_MAX, SYLLABUS_TOPICS_MAX } from '#contract/limits.ts';
import { amountsOf, type EditalLine, parseEdital } from './parse-edital.ts';

type Drawn = string | [string, Drawn[]];
const drawn = ({ name, below }: EditalLine): Drawn => (below.length > 0 ? [name, below.map(drawn)] : name);
const tree = (text: string) => parseEdital(text).subjects.map(drawn);

const portuguese: Drawn[] = [
  ['LÍNGUA PORTUGUESA', ['Interpretação de texto', ['Regência', ['Crase', 'Verbal']]]],
  ['DIREITO PENAL', ['Crimes contra a vida']],
];

describe('the text of an edital', () => {
  it.each([
    [
      'indented',
      `LÍNGUA PORTUGUESA
  Interpretação de texto
  Regência
    Crase
    Verbal
DIREITO PENAL
  Crimes contra a vida`,
    ],
    [
      'indented by tabs',
      'LÍNGUA PORTUGUESA\r\n\tInterpretação de texto\r\n\tRegência\r\n\t\tCrase\r\n\t\tVerbal\r\nDIREITO PENAL\r\n\tCrimes contra a vida\r\n',
    ],
    [
      'numbered from the subject on',
      `1. LÍNGUA PORTUGUESA
1.1. Interpretação de texto
1.2. Regência
1.2.1. Crase
1.2.2. Verbal
2. DIREITO PENAL
2.1. Crimes contra a vida`,
    ],
    [
      'numbered below the subject',
      `LÍNGUA PORTUGUESA:
1 Interpretação de texto.
2 Regência.
2.1 Crase;
2.2 Verbal.

DIREITO PENAL:
1 Crimes contra a vida.`,
    ],
    [
      'running, as a PDF breaks it',
      `LÍNGUA PORTUGUESA: 1 Interpretação de
texto. 2 Regência. 2.1 Crase. 2.2
Verbal.
DIREITO PENAL: 1 Crimes contra
a vida.`,
    ],
    [
      'with bullets and letters',
      `LÍNGUA PORTUGUESA
• Interpretação de texto
• Regência
a) Crase
b) Verbal
DIREITO PENAL
• Crimes contra a vida`,
    ],
  ])('becomes a tree: %s', (_, text) => {
    expect(tree(text)).toEqual(portuguese);
  });

  it('goes by the indents where there are any, whatever is in capitals', () => {
    expect(tree('PORTUGUÊS\n  CRASE\n  Regência\nPenal\n  Vida')).toEqual([
      ['PORTUGUÊS', ['CRASE', 'Regência']],
      ['Penal', ['Vida']],
    ]);
  });

  it('takes only a number that can follow the last one for a new item', () => {
    expect(tree('DIREITO: 1 Constituição, art. 5 e art. 37. 2 Lei nº 8.112. 3 Atos.')).toEqual([
      ['DIREITO', ['Constituição, art. 5 e art. 37', 'Lei nº 8.112', 'Atos']],
    ]);
  });

  it('tells how many questions a line gives, and shares the rest of its subject', () => {
    const { subjects } = parseEdital(
      'Português (18 questões)\n  Crase - 2 questões\n  Regência\n  Verbos\nPenal: 12 itens',
    );
    expect(subjects.map(({ name, questions }) => [name, questions])).toEqual([
      ['Português', 18],
      ['Penal', 12],
    ]);
    const [first] = subjects as [EditalLine];
    expect(first.below.map(amountsOf(first))).toEqual([2, 8, 8]);
  });

  it.each([
    [
      'numbers over wrapped lines, subjects in small letters',
      `Língua Portuguesa
1. Compreensão e interpretação de textos de gêneros
variados. 2. Reconhecimento de tipos e gêneros textuais. 3. Domínio
da ortografia oficial.
Noções de Direito Penal
1 Crimes contra a vida. 1.1 Homicídio e suas formas,
segundo a Lei nº 2.848. 2 Penas.`,
      [
        [
          'Língua Portuguesa',
          [
            'Compreensão e interpretação de textos de gêneros variados',
            'Reconhecimento de tipos e gêneros textuais',
            'Domínio da ortografia oficial',
          ],
        ],
        [
          'Noções de Direito Penal',
          [['Crimes contra a vida', ['Homicídio e suas formas, segundo a Lei nº 2.848']], 'Penas'],
        ],
      ],
    ],
    [
      'a row of items behind semicolons',
      `LÍNGUA PORTUGUESA
Compreensão e interpretação de textos; tipologia textual; ortografia oficial; acentuação
gráfica; emprego das classes de palavras; emprego do sinal indicativo de crase.
Raciocínio Lógico
Estruturas lógicas; lógica de argumentação: analogias, inferências, deduções e con-
clusões; lógica sentencial.`,
      [
        [
          'LÍNGUA PORTUGUESA',
          [
            'Compreensão e interpretação de textos',
            'tipologia textual',
            'ortografia oficial',
            'acentuação gráfica',
            'emprego das classes de palavras',
            'emprego do sinal indicativo de crase',
          ],
        ],
        [
          'Raciocínio Lógico',
          [
            'Estruturas lógicas',
            'lógica de argumentação: analogias, inferências, deduções e conclusões',
            'lógica sentencial',
          ],
        ],
      ],
    ],
    [
      'sentences on the line of the subject',
      `DIREITO CONSTITUCIONAL: Princípios fundamentais da Constituição. Direitos e garantias
fundamentais. Organização do Estado.
INFORMÁTICA: Editores de texto. Planilhas.`,
      [
        [
          'DIREITO CONSTITUCIONAL',
          ['Princípios fundamentais da Constituição', 'Direitos e garantias fundamentais', 'Organização do Estado'],
        ],
        ['INFORMÁTICA', ['Editores de texto', 'Planilhas']],
      ],
    ],
    [
      'bullets over wrapped lines',
      `CONHECIMENTOS BÁSICOS
Língua Portuguesa:
• Emprego das classes de palavras e de suas formas, inclusive de locuções
verbais
• Crase
• Regras gerais de pontuação e de acentuação segundo o Novo
Acordo Ortográfico
• Estatuto da
Língua
Direito Penal:
• Crimes contra a vida`,
      [
        [
          'Língua Portuguesa',
          [
            'Emprego das classes de palavras e de suas formas, inclusive de locuções verbais',
            'Crase',
            'Regras gerais de pontuação e de acentuação segundo o Novo Acordo Ortográfico',
            'Estatuto da Língua',
          ],
        ],
        ['Direito Penal', ['Crimes contra a vida']],
      ],
    ],
    [
      'numbered subjects whose items begin at one again',
      `1. LÍNGUA PORTUGUESA
1 Crase
2 Regência
2. DIREITO PENAL
1 Crimes contra a vida`,
      [
        ['LÍNGUA PORTUGUESA', ['Crase', 'Regência']],
        ['DIREITO PENAL', ['Crimes contra a vida']],
      ],
    ],
  ] as [string, string, Drawn[]][])('is read from everyday layouts: %s', (_, text, expected) => {
    expect(tree(text)).toEqual(expected);
  });

  it.each([
    [
      'a sentence and a list',
      `A Prova Objetiva terá 50 questões, distribuídas assim:
Língua Portuguesa – 20 questões
Direito Penal - 30 questões`,
    ],
    [
      'the name of the exam alone',
      `A Prova Objetiva
1. Língua Portuguesa (20 questões)
2. Direito Penal (30 questões)`,
    ],
    [
      'a table',
      'Disciplina Nº de questões Peso\nLíngua Portuguesa 20 1,0\nDireito Penal 30 2,0\nANEXO II - CONTEÚDO PROGRAMÁTICO',
    ],
    [
      'an edital with its list of contents',
      `EDITAL Nº 1
ANEXO II - CONTEÚDO PROGRAMÁTICO ........ 12
1.1 O concurso será regido por este edital e executado pela banca.
Língua Portuguesa: 20 questões
Direito Penal: 30 questões
12
ANEXO II - CONTEÚDO PROGRAMÁTICO`,
    ],
  ])('takes the counts from what is said before the programme: %s', (_, before) => {
    const { subjects } = parseEdital(
      `${before}\n\nLÍNGUA PORTUGUESA: 1 Crase. 2 Regência.\nDireito Penal: 1 Crimes contra a vida.`,
    );
    expect(subjects.map(drawn)).toEqual([
      ['LÍNGUA PORTUGUESA', ['Crase', 'Regência']],
      ['Direito Penal', ['Crimes contra a vida']],
    ]);
    expect(subjects.map(({ questions }) => questions)).toEqual([20, 30]);
  });

  it('hangs nothing under the name of the exam where nothing else follows', () => {
    const { subjects } = parseEdital('A Prova Objetiva:\n  Língua Portuguesa – 20 questões\n  Penal – 30 questões');
    expect(subjects.map(({ name, questions, below }) => [name, questions, below])).toEqual([
      ['Língua Portuguesa', 20, []],
      ['Penal', 30, []],
    ]);
  });

  it('ends with the programme: the next annex is no subject', () => {
    expect(
      tree('CONTEÚDO PROGRAMÁTICO\nDIREITO PENAL\n1 Crimes. 2 Penas.\nANEXO III - REQUERIMENTO\nNome do candidato:'),
    ).toEqual([['DIREITO PENAL', ['Crimes', 'Penas']]]);
  });

  it('folds what lies deeper into the subtopics', () => {
    expect(tree('A1\n  Bê\n    Cê\n      Dê\n    Ê\n  Efe')).toEqual([['A1', [['Bê', ['Cê', 'Dê', 'Ê']], 'Efe']]]);
  });

  it('bears anything: nothing, signs, endless lines and too many of them', () => {
    expect(parseEdital('')).toEqual({ subjects: [], leftOut: 0 });
    expect(parseEdital('\n ... \n 12 \n ---').subjects).toEqual([]);
    const [long] = parseEdital(`${'palavra '.repeat(5000)}`).subjects;
    expect(long?.name.length).toBeLessThanOrEqual(100);
    const many = parseEdital(`PORTUGUÊS\n${'  assunto de novo\n'.repeat(SYLLABUS_TOPICS_MAX + 5)}`);
    expect(many.leftOut).toBe(5);
    const subjects = parseEdital('MATÉRIA\n'.repeat(SYLLABUS_SUBJECTS_MAX + 2));
    expect([subjects.subjects.length, subjects.leftOut]).toEqual([SYLLABUS_SUBJECTS_MAX, 2]);
  });
});
