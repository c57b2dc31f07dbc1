import { describe, expect, it } from 'vitest';
import {
  QUESTION_LABEL_MAX,
  QUESTION_REASON_MAX,
  QUIZ_COMMENT_MAX,
  QUIZ_OPTION_MAX,
  QUIZ_OPTIONS_MAX,
  QUIZ_STATEMENT_MAX,
  SUBJECT_NAME_MAX,
} from '#contract/limits.ts';
import { contentFaults, type QuestionContent } from '#contract/questions/question-rules.ts';
import { isBlank, plainText } from '#contract/questions/question-text.ts';
import { fingerprintOf } from './fingerprint.ts';
import { contentOf, contentProblem, labelProblem, sameContent } from './question.rules.ts';
import { cleanContent } from './question-cleaning.ts';
import { mayEditQuestion } from './questions.policy.ts';

const option = (optionText: string, isCorrect = false, comment = '') => ({ optionText, isCorrect, comment });
const question = (change: Partial<QuestionContent> = {}): QuestionContent => ({
  format: 'plain',
  questionText: 'Qual?',
  comment: '',
  options: [option('Um', true), option('Dois')],
  ...change,
});

describe('the problem of a question', () => {
  it.each<[string | null, Partial<QuestionContent>]>([
    [null, {}],
    ['Escreva o enunciado.', { questionText: ' ' }],
    ['Escreva o enunciado.', { format: 'html', questionText: '<p> <br /></p>' }],
    ['Use de 2 a 6 alternativas.', { options: [option('Um', true)] }],
    ['Use de 2 a 6 alternativas.', { options: Array.from({ length: 7 }, (_, at) => option(`${at}`, at === 0)) }],
    ['Há uma alternativa sem texto.', { options: [option('Um', true), option('')] }],
    ['Há duas alternativas iguais.', { options: [option('Um', true), option('um ')] }],
    ['Marque a alternativa certa.', { options: [option('Um'), option('Dois')] }],
    ['Só uma alternativa pode ser a certa.', { options: [option('Um', true), option('Dois', true)] }],
    ['O enunciado passa de 10000 caracteres.', { questionText: 'x'.repeat(10_001) }],
    ['Uma alternativa passa de 2000 caracteres.', { options: [option('x'.repeat(2001), true), option('y')] }],
    ['Um comentário passa de 5000 caracteres.', { comment: 'x'.repeat(5001) }],
    [
      null,
      { format: 'html', options: [option('<img src="/api/media/1" />', true), option('<img src="/api/media/2" />')] },
    ],
  ])('%s', (problem, change) => {
    expect(contentProblem(question(change))).toBe(problem);
  });

  it('is null when every text has its maximum length', () => {
    const options = [option('x'.repeat(QUIZ_OPTION_MAX), true, 'c'.repeat(QUIZ_COMMENT_MAX)), option('y')];
    const full = { questionText: 'x'.repeat(QUIZ_STATEMENT_MAX), comment: 'c'.repeat(QUIZ_COMMENT_MAX), options };
    expect(contentProblem(question(full))).toBeNull();
    const most = Array.from({ length: QUIZ_OPTIONS_MAX }, (_, at) => option(`${at}`, at === 0));
    expect(contentProblem(question({ options: most }))).toBeNull();
  });

  it('is reported for each field, in the order of the form', () => {
    const wrong = question({ questionText: '', options: [], comment: 'x'.repeat(QUIZ_COMMENT_MAX + 1) });
    expect(contentFaults(wrong).map(({ field }) => field)).toEqual(['questionText', 'options', 'comment']);
  });

  it('is a comment of an option that is too long', () => {
    const options = [option('Um', true), option('Dois', false, 'x'.repeat(QUIZ_COMMENT_MAX + 1))];
    expect(contentProblem(question({ options }))).toBe('Um comentário passa de 5000 caracteres.');
  });

  it.each([
    ['subject', SUBJECT_NAME_MAX, 'O nome da matéria passa de 100 caracteres.'],
    ['topic', QUESTION_LABEL_MAX, 'O assunto passa de 120 caracteres.'],
    ['source', QUESTION_LABEL_MAX, 'O nome da banca passa de 120 caracteres.'],
    ['statusReason', QUESTION_REASON_MAX, 'O motivo passa de 500 caracteres.'],
  ])('a long %s', (name, most, problem) => {
    const labels = { subject: 'x', topic: 'x', source: 'x', statusReason: 'x', tags: [] };
    expect(labelProblem({ ...labels, [name]: 'x'.repeat(most) })).toBeNull();
    expect(labelProblem({ ...labels, [name]: 'x'.repeat(most + 1) })).toBe(problem);
  });
});

it.each([
  ['its author', { id: 'ana', role: 'teacher' }, 'ana', true],
  ['another teacher', { id: 'bia', role: 'teacher' }, 'ana', false],
  ['an administrator', { id: 'eva', role: 'admin' }, 'ana', true],
] as const)('a question is edited, or not, by %s', (_, user, authorId, may) => {
  expect(mayEditQuestion(user, { authorId })).toBe(may);
});

describe('saving a question', () => {
  it('creates no version when a student would see no difference', () => {
    expect(sameContent(question(), question())).toBe(true);
    expect(contentOf({ ...question(), ...{ id: 7, topic: 'x' } })).toEqual({ ...question(), baseText: null });
  });

  it.each<[string, Partial<QuestionContent>]>([
    ['format', { format: 'html' }],
    ['statement', { questionText: 'Qual delas?' }],
    ['comment', { comment: 'Esta.' }],
    ['number of options', { options: [option('Um', true), option('Dois'), option('Três')] }],
    ['number of options, fewer', { options: [option('Um', true)] }],
    ['option', { options: [option('Um', true), option('Outro')] }],
    ['comment on an option', { options: [option('Um', true), option('Dois', false, 'Não.')] }],
    ['key', { options: [option('Um', true), option('Dois', true)] }],
  ])('creates a version with another %s', (_, change) => {
    expect([sameContent(question(), question(change)), sameContent(question(change), question())]).toEqual([
      false,
      false,
    ]);
  });
});

describe('the fingerprint of a question', () => {
  const same = (change: Partial<QuestionContent>) => fingerprintOf(question(change)).equals(fingerprintOf(question()));

  it('is the same with other spaces, case, order of options, comments or format', () => {
    expect(same({ questionText: ' QUAL? ' })).toBe(true);
    expect(same({ options: [option('Dois'), option('Um', true, 'por isso')] })).toBe(true);
    expect(same({ comment: 'outro' })).toBe(true);
    expect(same({ format: 'html', questionText: '<p>Qual?</p>' })).toBe(true);
  });

  it('differs with another text, key or image', () => {
    expect(same({ questionText: 'Quál?' })).toBe(false);
    expect(same({ options: [option('Um'), option('Dois', true)] })).toBe(false);
    expect(same({ options: [option('Um', true), option('Dois'), option('Três')] })).toBe(false);
    expect(same({ format: 'html', questionText: 'Qual?<img src="/api/media/1" />' })).toBe(false);
  });
});

it('cleaning a question removes scripts and trims its texts', () => {
  const clean = cleanContent(question({ format: 'html', questionText: ' <p onclick="x">a<script>1</script></p> ' }));
  expect(clean.questionText).toBe('<p>a</p>');
  expect(cleanContent(question({ questionText: ' <p>a</p> ' })).questionText).toBe('<p>a</p>');
});

it('the plain text of HTML is what a reader sees', () => {
  expect(plainText('html', '<p>a &lt; b<br />c</p><ul><li>d</li><li>e &amp;lt;</li></ul>')).toBe('a < b c d e &lt;');
  expect(plainText('plain', '<b>')).toBe('<b>');
  expect(isBlank('html', '<p></p>')).toBe(true);
});
