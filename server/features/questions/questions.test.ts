import { describe, expect, it } from 'vitest';
import { fingerprintOf } from './fingerprint.ts';
import { contentProblem, labelProblem, type QuestionContent } from './question.rules.ts';
import { cleanContent } from './question-cleaning.ts';
import { isBlank, plainText } from './question-text.rules.ts';

const option = (optionText: string, isCorrect = false, comment = '') => ({ optionText, isCorrect, comment });
const question = (change: Partial<QuestionContent> = {}): QuestionContent => ({
  format: 'plain',
  questionText: 'Qual?',
  comment: '',
  options: [option('Um', true), option('Dois')],
  ...change,
});

describe('what keeps a question out', () => {
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

  it('long labels', () => {
    const labels = { subject: 'x', topic: 'x', source: 'x', statusReason: 'x' };
    expect(labelProblem(labels)).toBeNull();
    for (const name of ['subject', 'topic', 'source', 'statusReason'] as const) {
      expect(labelProblem({ ...labels, [name]: 'x'.repeat(501) })).toMatch(/passa de/);
    }
  });
});

describe('the same question', () => {
  const same = (change: Partial<QuestionContent>) => fingerprintOf(question(change)).equals(fingerprintOf(question()));

  it('is one in other spaces, case, order, comments and format', () => {
    expect(same({ questionText: ' QUAL? ' })).toBe(true);
    expect(same({ options: [option('Dois'), option('Um', true, 'por isso')] })).toBe(true);
    expect(same({ comment: 'outro' })).toBe(true);
    expect(same({ format: 'html', questionText: '<p>Qual?</p>' })).toBe(true);
  });

  it('is another with another text, key or image', () => {
    expect(same({ questionText: 'Quál?' })).toBe(false);
    expect(same({ options: [option('Um'), option('Dois', true)] })).toBe(false);
    expect(same({ options: [option('Um', true), option('Dois'), option('Três')] })).toBe(false);
    expect(same({ format: 'html', questionText: 'Qual?<img src="/api/media/1" />' })).toBe(false);
  });
});

it('takes scripts out and trims', () => {
  const clean = cleanContent(question({ format: 'html', questionText: ' <p onclick="x">a<script>1</script></p> ' }));
  expect(clean.questionText).toBe('<p>a</p>');
  expect(cleanContent(question({ questionText: ' <p>a</p> ' })).questionText).toBe('<p>a</p>');
});

it('reads HTML as a reader does', () => {
  expect(plainText('html', '<p>a &lt; b<br />c</p><ul><li>d</li><li>e &amp;lt;</li></ul>')).toBe('a < b c d e &lt;');
  expect(plainText('plain', '<b>')).toBe('<b>');
  expect(isBlank('html', '<p></p>')).toBe(true);
});
