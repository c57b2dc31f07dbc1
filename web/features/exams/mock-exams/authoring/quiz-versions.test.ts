import { describe, expect, it } from 'vitest';
import { type EditedQuestion, type EditedQuiz, newQuestion } from './quiz-draft.ts';
import { quizJoining, quizLines } from './quiz-versions.ts';

const { merge, settle, onto } = quizJoining;

const question = (text: string, id?: number, change: Partial<EditedQuestion> = {}): EditedQuestion => ({
  ...newQuestion(),
  questionText: text,
  ...(id === undefined ? {} : { id }),
  ...change,
});
const quiz = (...questions: EditedQuestion[]): EditedQuiz => ({
  title: 'Simulado',
  description: '',
  timeLimit: '60',
  passingScore: '70',
  questions,
});
const texts = ({ questions }: EditedQuiz) => questions.map(({ questionText }) => questionText);

describe('what a save answers', () => {
  it('gives a new question its id, and leaves what was typed into it since', () => {
    const sent = question('Nova?');
    const other = question('Outra');
    const now = quiz({ ...sent, questionText: 'Nova, e melhor?' }, other);
    const answer = quiz({ ...sent, id: 7 });
    const after = settle(quiz(sent), now, answer);
    expect(texts(after)).toEqual(['Nova, e melhor?', 'Outra']);
    expect(after.questions.map(({ id }) => id)).toEqual([7, undefined]);
  });

  it('does not bring back a question that was taken away meanwhile, nor the old order', () => {
    const [a, b, c] = [question('a', 1), question('b', 2), question('c', 3)];
    expect(texts(settle(quiz(a, b, c), quiz(c, a), quiz(a, b, c)))).toEqual(['c', 'a']);
  });
});

describe('two versions', () => {
  const base = quiz(question('a', 1), question('b', 2));

  it('are joined question by question, by their ids', () => {
    const mine = quiz(question('a de cá', 1), question('b', 2), question('minha'));
    const theirs = quiz(question('a', 1), question('b de lá', 2), question('deles', 9));
    const { value, clashes } = merge(base, mine, theirs);
    expect(texts(value)).toEqual(['a de cá', 'b de lá', 'minha', 'deles']);
    expect(clashes).toEqual([]);
  });

  it('clash in a question that both changed: one side of it is taken whole', () => {
    const [mine, theirs] = [quiz(question('cá', 1)), quiz(question('lá', 1))];
    expect(merge(base, mine, theirs).clashes).toEqual(['questions.1']);
    expect(texts(merge(base, mine, theirs).value)).toEqual(['cá']);
    expect(texts(merge(base, mine, theirs, new Set(['questions.1'])).value)).toEqual(['lá']);
  });

  it('never mix a plain text with a formatted one', () => {
    const mine = quiz(question('a', 1, { comment: '2 < 3' }));
    const theirs = quiz(question('<p>a</p>', 1, { format: 'html' }));
    const joined = merge(base, mine, theirs);
    expect(joined.clashes).toEqual(['questions.1']);
    expect(joined.value.questions[0]).toMatchObject({ format: 'plain', comment: '2 < 3' });
  });

  it('save a question again that the other side took away, as a new one', () => {
    const mine = quiz(question('a', 1), question('b', 2));
    expect(onto(mine, quiz(question('a', 1))).questions.map(({ id }) => id)).toEqual([1, undefined]);
  });
});

it.each([
  ['text', { questionText: 'Outra?' }],
  ['comment', { comment: 'Veja o artigo 5º.' }],
  ['subject', { subjectId: 3 }],
  ['format', { format: 'html' as const }],
  ['base text', { baseText: { id: 1, versionId: 2, title: 'Notícia', format: 'plain' as const, text: 'Ontem.' } }],
  [
    'right option',
    { options: newQuestion().options.map((option, at) => ({ ...option, optionText: 'x', isCorrect: at === 1 })) },
  ],
])('two versions of a question that differ by their %s read differently', (_what, change) => {
  const subjects = [{ id: 3, name: 'Português', lessonCount: 0 }];
  const own = question('Qual?', 1);
  const [before, after] = [own, { ...own, ...change }].map((one) => quizLines(quiz(one), subjects).at(-1)?.text);
  expect(after).not.toBe(before);
});
