import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCategory, readGift } from './gift-read.ts';
import { writeGift } from './gift-write.ts';
import type { FileQuestion } from './question-file.ts';
import { moodleExport, moodleManual } from './testing/moodle-gift.ts';
import { anyQuestion } from './testing/questions.ts';

const entries = (text: string) => readGift(text).entries;
const read = (text: string): FileQuestion => {
  const [entry] = entries(text);
  if (!entry?.question) throw new Error(entry?.problem ?? 'nothing read');
  return entry.question;
};
const problem = (text: string) => entries(text)[0]?.problem;
const options = (text: string) =>
  read(text).options.map(({ optionText, comment, isCorrect }) => `${isCorrect ? '=' : '~'}${optionText}|${comment}`);

describe('a multiple-choice question in GIFT', () => {
  it.each([
    [
      "Who's buried in Grant's tomb?{~Grant ~Jefferson =no one}",
      "Who's buried in Grant's tomb?",
      ['~Grant|', '~Jefferson|', '=no one|'],
    ],
    [
      "Grant is {~buried =entombed ~living} in Grant's tomb.",
      "Grant is _____ in Grant's tomb.",
      ['~buried|', '=entombed|', '~living|'],
    ],
    [
      "::Grant's Tomb::Grant is {\n      ~buried#No one is buried there.\n      =entombed#Right answer!\n      ~living#We hope not!\n} in Grant's tomb.",
      "Grant is _____ in Grant's tomb.",
      ['~buried|No one is buried there.', '=entombed|Right answer!', '~living|We hope not!'],
    ],
    ['Choose. {~%100%right ~%0%wrong ~%-33.33333%worse}', 'Choose.', ['=right|', '~wrong|', '~worse|']],
    [
      'Which equals 5? {\n ~ \\= 2 + 2\n = \\= 2 + 3\n ~ \\= 2 + 4  }',
      'Which equals 5?',
      ['~= 2 + 2|', '== 2 + 3|', '~= 2 + 4|'],
    ],
    ['Grant is buried.{FALSE#No one is.#Well done.}', 'Grant is buried.', ['~Certo|No one is.', '=Errado|Well done.']],
    ['The sun rises in the east.{T}', 'The sun rises in the east.', ['=Certo|', '~Errado|']],
    ['It does.{TRUE#wrong#right####why}', 'It does.', ['=Certo|right', '~Errado|wrong']],
  ])('%s', (source, statement, expected) => {
    expect(read(source).questionText).toBe(statement);
    expect(options(source)).toEqual(expected);
  });

  it('is read with its escapes, and a backslash before any other character stays a backslash', () => {
    expect(read(String.raw`A \{ b \} c \= d \~ e \# f \: g \\ h \n i \frac{~um =dois}`).questionText).toBe(
      'A { b } c = d ~ e # f : g \\ h \n i \\frac',
    );
    expect(
      options(String.raw`::GIFT Control Characters::Which is NOT? {
      ~ \~     # \~ is a control character.
      ~ \#     # \# is one.
      ~ \{     # \{ is one.
      = \\     # Correct! \\ (backslash) is not. BUT,
                 it is used to escape.
    }`),
    ).toEqual([
      '~~|~ is a control character.',
      '~#|# is one.',
      '~{|{ is one.',
      '=\\|Correct! \\ (backslash) is not. BUT,\nit is used to escape.',
    ]);
  });

  it('keeps its general feedback separate from that of the last option', () => {
    const question = read('Q?{\n\t=a#good\n\t~b#bad\n\t####[html]<p>All of it</p>\n}');
    expect(question).toMatchObject({ format: 'html', comment: '<p>All of it</p>' });
    expect(question.options[1]?.comment).toBe('bad');
  });

  it('has one format when its texts have several', () => {
    expect(read('[html]<b>x</b>{=[plain]1 < 2\\nand ~[html]<i>y</i> # [moodle]ok & so}')).toMatchObject({
      format: 'html',
      questionText: '<b>x</b>',
      options: [{ optionText: '1 &lt; 2<br />and' }, { optionText: '<i>y</i>', comment: 'ok &amp; so' }],
    });
    expect(read('[plain]<b>x</b>{=1 ~2}')).toMatchObject({ format: 'plain', questionText: '<b>x</b>' });
    expect(read('Veja <b>isto</b>\naqui{=1 ~2}')).toMatchObject({
      format: 'html',
      questionText: 'Veja <b>isto</b><br />aqui',
    });
    expect(read('Se a<b e c>d então{=1 ~2}').format).toBe('plain');
  });

  it('gets subject and topic from its category, and labels from known tags', () => {
    const [first, second] = entries(
      '$CATEGORY: $course$/top/Português/Crase\n\n// question: 1  name: x\n// [id:7] [tag:banca=FGV] [tag:ano=2024] [tag:solta]\n::x::Q?{=a ~b}\n\n$CATEGORY: Direito e//ou Leis\nR?{=a ~b}',
    );
    expect(first?.question).toMatchObject({ subject: 'Português', topic: 'Crase', source: 'FGV', year: 2024 });
    expect(second?.question).toMatchObject({ subject: 'Direito e/ou Leis', topic: '' });
    expect(readCategory(' $course$/top/Default for Turma A')).toEqual({ subject: '', topic: '' });
    expect(readCategory('$system$/Default for X/Leis/A/B')).toEqual({ subject: 'Leis', topic: 'A > B' });
  });
});

describe('base texts in GIFT', () => {
  const texts = (source: string) => entries(source).map(({ question }) => question?.baseText ?? null);

  it('are read from descriptions and belong to the questions up to the next text or category', () => {
    const source =
      'Antes?{T}\n\n::Texto I::Um parágrafo.\n\nOutro \\{com\\} chaves.\n\nA?{=a ~b}\n\nB?{=a ~b}\n\n[html]<p>Dois</p>\n\nC?{T}\n\n$CATEGORY: Leis\n\nD?{F}';
    const first = { title: 'Texto I', format: 'plain', text: 'Um parágrafo.\n\nOutro {com} chaves.' };
    expect(texts(source)).toEqual([null, first, first, { title: '', format: 'html', text: '<p>Dois</p>' }, null]);
    expect(readGift(source).remarks).toEqual([expect.stringContaining('2 neste arquivo')]);
  });

  it('become HTML when one of their paragraphs is HTML', () => {
    expect(texts('1 < 2\n\n[html]<p>x</p>\n\nA?{T}')[0]).toMatchObject({
      format: 'html',
      text: '<p>1 &lt; 2</p><p>x</p>',
    });
  });

  it('are reported when no question follows them, and when a question names a missing one', () => {
    expect(entries('A?{T}\n\nSó texto')).toMatchObject([
      { problem: null },
      { line: 3, problem: expect.stringMatching(/nenhuma questão vem depois/) },
    ]);
    expect(problem('// [tag:texto=9]\nA?{T}')).toMatch(/não está antes dela/);
    expect(entries('[markdown]**x**\n\nA?{T}')).toMatchObject([
      { line: 1, problem: expect.stringMatching(/Markdown/) },
      { problem: null },
    ]);
  });
});

describe('a file of Moodle', () => {
  it('with the examples of the manual is read, and unsupported kinds are refused by name', () => {
    const all = entries(moodleManual);
    expect(all.filter(({ question }) => question)).toHaveLength(14);
    expect(new Set(all.flatMap(({ problem }) => problem ?? []))).toEqual(
      new Set([
        'Questões de resposta curta não são aceitas: faltam alternativas erradas (~).',
        'Questões numéricas não são aceitas.',
        'Questões de associação não são aceitas.',
        'Textos em Markdown não são aceitos. Use [html] ou texto puro.',
        'Questões com mais de uma alternativa certa ou com pontos parciais não são aceitas.',
      ]),
    );
  });

  it('exported with a category is read with the lines of its problems', () => {
    const [matching, greeting, short, acronym] = entries(moodleExport);
    expect(matching).toMatchObject({ line: 5, problem: 'Questões de associação não são aceitas.' });
    expect(short?.problem).toMatch(/resposta curta/);
    expect(greeting?.question?.questionText).toBe(
      '<a href="http://demo.moodle.net/file.php/5/media/bonjour.mp3">Listen to this greeting:</a><br /><br />What language is being spoken?',
    );
    expect(greeting?.question?.options[1]).toEqual({
      optionText: 'French',
      comment: 'Yes, well done!',
      isCorrect: true,
    });
    expect(acronym?.question).toMatchObject({ format: 'html', options: [{ isCorrect: true }, { isCorrect: false }] });
  });
});

describe('an invalid GIFT question', () => {
  it.each([
    ['How are you? {}', /dissertativas/],
    ['Only text', /entre chaves/],
    ['Open {=a ~b', /Falta a chave }/],
    ['Close =a ~b}', /sem a que a abre/],
    ['Back }=a{ ~b', /vem antes/],
    ['In {=a {b} ~c}', /dentro das alternativas/],
    ['Two {~%50%a ~%50%b ~c}', /mais de uma alternativa/],
    ['When? {#1822:5}', /numéricas/],
    ['Match {=a -> b =c -> d}', /associação/],
    ['Short {=a =b}', /resposta curta/],
    ['Text {so =a ~b}', /antes da primeira/],
    ['[markdown]**x** {=a ~b}', /Markdown/],
  ])('%s', (source, message) => {
    const [, entry] = entries(`Fine?{=a ~b}\n\n// remark\n${source}`);
    expect(entry).toMatchObject({ line: 4, question: null });
    expect(entry?.problem).toMatch(message);
  });

  it('ends at a blank line, as in Moodle', () => {
    expect(entries('Q?{\n=a\n\n~b}').map(({ line }) => line)).toEqual([1, 4]);
    expect(problem('Q?{\n=a\n\n~b}')).toMatch(/linhas vazias/);
  });
});

describe('GIFT export', () => {
  it('is read back with every question unchanged', () => {
    fc.assert(
      fc.property(fc.array(anyQuestion, { minLength: 1, maxLength: 4 }), (questions) => {
        const subjects = [...new Set(questions.map(({ subject }) => subject))];
        const order = [...subjects.filter((name) => name === ''), ...subjects.filter((name) => name !== '')];
        const expected = order.flatMap((name) => questions.filter(({ subject }) => subject === name));
        const found = entries(writeGift(questions));
        expect(found.map(({ problem }) => problem)).toEqual(expected.map(() => null));
        expect(found.map(({ question }) => question)).toEqual(expected);
      }),
      { numRuns: 600 },
    );
  });

  it('with any text is read back without an exception', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom('{', '}', '=', '~', '#', '\\', '\n', '::', '%', '[html]', '//', '####', 'T'),
            fc.string(),
          ),
        ),
        (parts) => {
          for (const { question, problem } of entries(parts.join(''))) expect(question === null).toBe(problem !== null);
        },
      ),
      { numRuns: 500 },
    );
  });
});
