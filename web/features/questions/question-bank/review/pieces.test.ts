import { expect, test } from 'vitest';
import { type EntryPiece, joinPieces, moveLine, partsOf } from './pieces.ts';

const piece = (part: EntryPiece['part'], line: number, from = 0, to = 10): EntryPiece => ({
  part,
  page: 1,
  line,
  from,
  to,
});
const question = [piece('statement', 1), piece('A', 2), piece('B', 3), piece('B', 4)];

test('a line that moves to another part stands there in the order of the page', () => {
  expect(moveLine(question, { line: 4, page: 1, length: 10 }, 'statement')).toEqual([
    piece('statement', 1),
    piece('statement', 4),
    piece('A', 2),
    piece('B', 3),
  ]);
});

test('a line that belongs to nothing leaves the question', () => {
  expect(moveLine(question, { line: 4, page: 1, length: 10 }, null)).toEqual(question.slice(0, 3));
});

test('a line that was outside the question comes in with all of its characters', () => {
  expect(moveLine(question, { line: 5, page: 2, length: 33 }, 'C').at(-1)).toEqual({
    ...piece('C', 5, 0, 33),
    page: 2,
  });
});

test('two options of one line that move to one part become one piece', () => {
  const side = [piece('statement', 1), piece('A', 2, 3, 10), piece('B', 2, 13, 20)];
  expect(moveLine(side, { line: 2, page: 1, length: 20 }, 'statement')).toEqual([
    piece('statement', 1),
    piece('statement', 2, 3, 20),
  ]);
});

test('the next question that is joined goes on in the last part, and its options count on', () => {
  const next = [piece('base', 9), piece('statement', 5), piece('A', 6), piece('B', 7)];
  expect(joinPieces(question, next).slice(4)).toEqual([piece('B', 5), piece('C', 6), piece('D', 7)]);
});

test('a line may move to one option more than the question has', () => {
  expect(partsOf(question)).toEqual(['statement', 'A', 'B', 'C', 'base']);
});
