import { expect, test } from 'vitest';
import { type Answer, differences, missingIn } from './differences.ts';

const json = (body: unknown, status = 200): Answer => ({ status, type: 'application/json', body });
const twice = (answer: Answer) => [answer, answer] as const;

test('a field that the newer release adds is no difference, and a field that it leaves out is one', () => {
  expect(missingIn({ a: 1 }, { a: 1, b: 2 })).toEqual([]);
  expect(missingIn({ a: 1, b: null }, { a: 1 })).toEqual(['.b: null became undefined']);
});

test('a changed value is named with its path, also inside a list', () => {
  expect(missingIn({ rows: [{ id: 1 }, { id: 2 }] }, { rows: [{ id: 1 }, { id: 3 }] })).toEqual([
    '.rows[1].id: 2 became 3',
  ]);
});

test('a list that lost or gained an item is a difference', () => {
  expect(missingIn([1, 2], [1])).toEqual([': 2 items became 1']);
  expect(missingIn([1], [1, 2])).toEqual([': 1 items became 2']);
});

test('a sum that differs in its last digits is no difference, and one that differs by a millionth is one', () => {
  expect(missingIn({ points: 0.11298477117048569 }, { points: 0.11298477117048575 })).toEqual([]);
  expect(missingIn({ points: 0.112984 }, { points: 0.112985 })).toEqual(['.points: 0.112984 became 0.112985']);
  expect(missingIn({ id: 5 }, { id: 18 })).toEqual(['.id: 5 became 18']);
});

test('a value that one release answers in two ways is not compared, and its neighbours are', () => {
  const before = [json({ at: 1, name: 'a' }), json({ at: 2, name: 'a' })] as const;
  expect(differences(before, twice(json({ at: 9, name: 'a' })))).toEqual([]);
  expect(differences(before, twice(json({ at: 9, name: 'b' })))).toEqual(['.name: "a" became "b"']);
  const after = [json({ at: 1, name: 'a' }), json({ at: 2, name: 'a' })] as const;
  expect(differences(twice(json({ at: 9, name: 'a' })), after)).toEqual([]);
});

test('another status or type of content is a difference', () => {
  expect(differences(twice(json({ a: 1 })), twice(json({ a: 2 }, 500)))).toEqual(['status: 200 became 500']);
  expect(differences(twice(json('x')), twice({ ...json('x'), type: 'text/csv' }))).toEqual([
    'type: application/json became text/csv',
  ]);
});
