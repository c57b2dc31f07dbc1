import { expect, it } from 'vitest';
import { finishQuestion } from './finish-question.ts';

it('no question is asked before the end when all are answered and none is flagged', () => {
  expect(finishQuestion([], [])).toBeNull();
});

it('the question before the end counts and names the unanswered questions', () => {
  expect(finishQuestion([1, 2], [])).toEqual({
    question: 'Faltam 2 questões. Finalizar mesmo assim?',
    details: ['Em branco: 2 e 3'],
  });
  expect(finishQuestion([4], [])?.question).toBe('Falta 1 questão. Finalizar mesmo assim?');
});

it('the question before the end names flagged questions, with and without unanswered ones', () => {
  expect(finishQuestion([], [0, 6])).toEqual({
    question: '2 marcadas para revisão. Finalizar mesmo assim?',
    details: ['Marcadas: 1 e 7'],
  });
  expect(finishQuestion([], [6])).toEqual({
    question: '1 marcada para revisão. Finalizar mesmo assim?',
    details: ['Marcada: 7'],
  });
  expect(finishQuestion([0, 1, 2], [1])).toEqual({
    question: 'Faltam 3 questões. Finalizar mesmo assim?',
    details: ['Em branco: 1, 2 e 3', '1 marcada para revisão: 2'],
  });
});

it('the question before the end names at most twelve blank questions', () => {
  const blank = Array.from({ length: 200 }, (_, place) => place);
  expect(finishQuestion(blank, [])?.details).toEqual(['Em branco: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 e mais 188']);
});
