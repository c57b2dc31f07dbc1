import { expect, test } from 'vitest';
import { moved } from './course-content.ts';

test('an item changes its place with its neighbour', () => {
  expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b']);
});

test('the ends stay where they are', () => {
  const items = ['a', 'b'];
  expect(moved(items, 0, -1)).toBe(items);
  expect(moved(items, 1, 1)).toBe(items);
  expect(moved(items, 5, 1)).toBe(items);
});
