import { expect, it } from 'vitest';
import { type SearchKind, type SearchResult, searchKinds } from '#contract/platform/search.ts';
import { groupResults, pathOfResult } from './result-groups.ts';

const result = (kind: SearchKind, id: number): SearchResult => ({ kind, id, title: [], context: null, snippet: [] });

it('results are grouped by kind, the best first, and numbered in the order of the screen', () => {
  const groups = groupResults([result('quiz', 1), result('lesson', 2), result('quiz', 3), result('course', 4)]);
  expect(groups.map(({ label, results }) => [label, results.map(({ result, index }) => [result.id, index])])).toEqual([
    [
      'Simulados',
      [
        [1, 0],
        [3, 1],
      ],
    ],
    ['Aulas', [[2, 2]]],
    ['Cursos', [[4, 3]]],
  ]);
  expect(groupResults([])).toEqual([]);
});

it('each kind of result leads to its address', () => {
  expect(searchKinds.map((kind) => pathOfResult({ kind, id: 7, snippet: [] }))).toEqual([
    '/articles/7',
    '/courses/7',
    '/quizzes/7',
    '/essays/themes/7',
    '/teacher/essay-themes/7',
  ]);
});

it('the address of a lesson has the words that were found, each once', () => {
  const snippet = [
    { text: 'Quando ', hit: false },
    { text: 'Haver', hit: true },
    { text: ' é igual a ', hit: false },
    { text: 'haver', hit: true },
    { text: 'não', hit: true },
  ];
  expect(pathOfResult({ kind: 'lesson', id: 7, snippet })).toBe('/articles/7#fala=haver+n%C3%A3o');
  expect(pathOfResult({ kind: 'quiz', id: 7, snippet })).toBe('/quizzes/7');
});
