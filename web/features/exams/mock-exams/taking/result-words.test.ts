import { describe, expect, it } from 'vitest';
import type { Review } from './quizzes.queries.ts';
import { comparison, headline, neededHits, verdictOf } from './result-words.ts';

const attempt = (correctAnswers: number | null, totalQuestions = 10, passed = false) =>
  ({
    id: 9,
    correctAnswers,
    totalQuestions,
    score: correctAnswers,
    percent: correctAnswers === null ? null : (correctAnswers / totalQuestions) * 100,
    passed: correctAnswers === null ? null : passed,
  }) as Review['attempt'];
const told = (change: Partial<Review>) =>
  ({ passingScore: 70, history: [], subjects: [], ...change }) as unknown as Review;

describe('the headline', () => {
  it('says by how many right answers', () => {
    expect(headline(told({ attempt: attempt(5) }))).toBe('Faltaram 2 acertos para o corte');
    expect(headline(told({ attempt: attempt(6) }))).toBe('Faltou 1 acerto para o corte');
    expect(headline(told({ attempt: attempt(7, 10, true) }))).toBe('Você passou do corte, na medida');
    expect(headline(told({ attempt: attempt(10, 10, true) }))).toBe('Você passou do corte, com 3 acertos de folga');
    expect(headline(told({ attempt: attempt(null) }))).toBeNull();
  });

  it('counts what reaches the mark, whatever the numbers', () => {
    expect([neededHits(10, 70), neededHits(3, 70), neededHits(60, 50), neededHits(7, 100), neededHits(12, 0)]).toEqual([
      7, 3, 30, 7, 0,
    ]);
    // An annulled question can leave a pass that the count alone would not give.
    expect(headline(told({ attempt: attempt(6, 10, true) }))).toBe('Você passou do corte, na medida');
  });
});

describe('the comparison', () => {
  const at = (id: number, percent: number) => ({ id, percent, finishedAt: '2026-11-15T12:00:00.000Z' });
  const subjects = [
    { name: 'Português', correct: 3, total: 4 },
    { name: 'Penal', correct: 1, total: 6 },
    { name: 'História', correct: null, total: 9 },
  ];

  it('is the best so far, or where the points are', () => {
    const better = told({ attempt: attempt(6), history: [at(3, 40), at(9, 60)], subjects });
    expect(comparison(better)).toBe('Foi o seu melhor resultado em 2 tentativas.');
    const worse = told({ attempt: attempt(4), history: [at(3, 60), at(9, 40), at(12, 90)], subjects });
    expect(comparison(worse)).toBe('O que mais pesou foi Penal: 1 de 6 acertos.');
    expect(comparison(told({ attempt: attempt(8, 10, true), history: [at(9, 80)], subjects }))).toBeNull();
    expect(comparison(told({ attempt: attempt(null), history: [], subjects }))).toBeNull();
  });
});

it('while the key is withheld, a question is only answered or blank', () => {
  const question = {
    selectedOptionId: 1,
    isCorrect: true,
    isWithheld: true,
    isAnnulled: false,
  } as Review['questions'][0];
  expect(verdictOf(question, false)).toBe('answered');
  expect(verdictOf({ ...question, selectedOptionId: null }, false)).toBe('blank');
  expect(verdictOf(question, true)).toBe('withheld');
  expect(verdictOf({ ...question, isWithheld: false }, true)).toBe('right');
  expect(verdictOf({ ...question, isWithheld: false, isCorrect: false }, true)).toBe('wrong');
  expect(verdictOf({ ...question, isAnnulled: true }, true)).toBe('annulled');
});
