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
  ])('is a tree: %s', (_, text) => {
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
